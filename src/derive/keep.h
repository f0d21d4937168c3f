/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keep: which element of a buffer may be a variable while a loop runs?
 *
 * c[i * n + j] += ... in a loop over k, where nothing else leads to c: as long
 * as every round writes it anyway, it may as well be written once, at the end.
 * Only for weave.c. Any thread.
 */
#ifndef NETCL_DERIVE_KEEP_H
#define NETCL_DERIVE_KEEP_H

#include "derive/uniform.h"

/*
 * The subscript of the one element of `name`, a pointer that no other overlaps,
 * that the loop gets at, and writes in each round.
 */
bool netcl_keep_find(const struct netcl_uniform *uniform, int loop,
                     const char *name, struct netcl_span *index);

/* Whether the tokens from `from` on are spelled as the span's. */
bool netcl_keep_is_same(const struct netcl_statements *tree,
                        struct netcl_span span, size_t from);

#endif
