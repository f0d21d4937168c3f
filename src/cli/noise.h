/* SPDX-License-Identifier: Apache-2.0 */
/* noise: random data, the same at every run. Any thread. */
#ifndef NETCL_CLI_NOISE_H
#define NETCL_CLI_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "match/types.h"

/*
 * Reals from -1 to 1, integers from 0 to 99 (they may be indices), whatever
 * is no number as bytes from 0 to 99.
 */
void netcl_noise_fill(enum netcl_scalar scalar, uint64_t seed, void *memory,
                      size_t bytes);

/* These numbers over and over instead. */
void netcl_noise_repeat(enum netcl_scalar scalar, const double *numbers,
                        size_t count, void *memory, size_t bytes);

#endif
