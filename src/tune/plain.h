/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain: results that show no rounding, as zeros and small whole numbers do.
 *
 * One thread at a time, inside the lane.
 */
#ifndef NETCL_TUNE_PLAIN_H
#define NETCL_TUNE_PLAIN_H

#include "tune/shadow.h"

/*
 * Whether the reference has reals, and hardly any of those that the original
 * wrote uses the last bits of its mantissa: looked for in the first megabyte
 * of each argument. 0, -EIO or -ENOMEM. Waits.
 */
int netcl_plain_look(const struct netcl_shadow *shadow, bool *is_plain);

#endif
