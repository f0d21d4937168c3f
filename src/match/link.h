/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link: where a kernel of a linked program is, among the sources it was
 * compiled from, and which of them it takes.
 *
 * All answers err to the safe side: a source that makes names by macros, or
 * cannot be cut into declarations, is neither alone nor to be merged. Any
 * thread.
 */
#ifndef NETCL_MATCH_LINK_H
#define NETCL_MATCH_LINK_H

#include <stdbool.h>
#include <stddef.h>

struct netcl_unit;

/* The one unit with this kernel. -ENOENT: none; -EEXIST: several. */
int netcl_link_find(struct netcl_unit *const *units, size_t count,
                    const char *kernel, size_t *index);

/* Whether the unit uses nothing that another one defines. */
bool netcl_link_is_alone(struct netcl_unit *const *units, size_t count,
                         size_t index);

/*
 * Whether the units' texts, one after the other, mean what they mean apart:
 * no macro, type or function of one changes another. A compiler may still
 * refuse the whole.
 */
bool netcl_link_may_merge(struct netcl_unit *const *units, size_t count);

#endif
