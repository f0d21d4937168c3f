/* SPDX-License-Identifier: Apache-2.0 */
/*
 * probing: may a kernel be run on other reals than the program's?
 *
 * A trial on the program's own data shows no rounding where that is zeros or
 * small whole numbers. On random reals it would, but only a kernel that
 * no real can lead astray may run on them: none reaches an index, an integer,
 * a condition of a statement, or a pointer to something else. Told by the
 * tokens of all that the kernel reaches, macros put in place, and always for
 * the worst: what is not known to be harmless is not. Any thread.
 */
#ifndef NETCL_DERIVE_PROBING_H
#define NETCL_DERIVE_PROBING_H

#include <stdbool.h>

struct netcl_unit;

bool netcl_probing_is_safe(const struct netcl_unit *unit, const char *kernel);

#endif
