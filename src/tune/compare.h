/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare: are two buffers of a lane equal, byte for byte?
 *
 * On the device, so that nothing but one number comes back. For the size of
 * a difference both are read. One thread per lane at a time.
 */
#ifndef NETCL_TUNE_COMPARE_H
#define NETCL_TUNE_COMPARE_H

#include <stdbool.h>

#include "decide/decision.h"
#include "match/types.h"
#include "tune/workspace.h"

/* The lane's compare kernel, once; 0, -EAGAIN (being built) or -EIO. */
int netcl_compare_open(struct netcl_lane *lane);
void netcl_compare_close(struct netcl_lane *lane);

/* `bytes` is a multiple of 16. 0 and *is_equal, or -EIO. Waits. */
int netcl_compare_buffers(struct netcl_lane *lane, cl_mem a, cl_mem b,
                          size_t bytes, bool *is_equal);

/*
 * How far `b` is from `a`, as elements of type float or double, from byte
 * `offset` on. 0; -EDOM: no number (NaN in one only, or other types);
 * -EIO, -ENOMEM.
 */
int netcl_compare_error(struct netcl_lane *lane, cl_mem a, cl_mem b,
                        size_t offset, size_t bytes, enum netcl_scalar type,
                        struct netcl_error *error);

#endif
