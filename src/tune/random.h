/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random: reals that show how they are rounded, the same at each time.
 *
 * All bits of the mantissa are pseudo-random, the values are from 0.5 up to
 * but not 2. Positive, so that roots and logarithms are numbers, and near 1,
 * so that neither long sums nor products leave the range soon. Rounding to
 * nearest does not look at signs. Made on the device, where the buffers are.
 * One thread per lane at a time.
 */
#ifndef NETCL_TUNE_RANDOM_H
#define NETCL_TUNE_RANDOM_H

#include <stdbool.h>

#include "match/types.h"
#include "tune/workspace.h"

/* The lane's kernel, once; 0, -EAGAIN (being built) or -EIO. */
int netcl_random_open(struct netcl_lane *lane);
void netcl_random_close(struct netcl_lane *lane);

/* half, float or double. */
bool netcl_random_has(enum netcl_scalar type);

/*
 * Fill whole words of the buffer, whose `offset` is a multiple of 4, with
 * reals; another `seed`, others. In queue order, does not wait. 0 or -EIO.
 */
int netcl_random_fill(struct netcl_lane *lane, cl_mem buffer, size_t offset,
                      size_t bytes, enum netcl_scalar type, cl_uint seed);

/* The same for an argument that is passed by value. */
void netcl_random_put(void *to, size_t bytes, enum netcl_scalar type,
                      cl_uint seed);

#endif
