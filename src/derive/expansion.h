/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expansion: the tokens of a declaration with the program's macros put in
 * place, for who has to know what a statement really says.
 *
 * Both branches of an #if within it stay, one behind the other. The owner
 * frees it; spellings are the unit's. Any thread.
 */
#ifndef NETCL_DERIVE_EXPANSION_H
#define NETCL_DERIVE_EXPANSION_H

#include <stdbool.h>

#include "match/unit.h"

struct netcl_expansion {
    struct netcl_token *items;
    size_t count, capacity;
};

/*
 * Of one entity of the unit, which is no macro. `is_reached` is as of
 * netcl_slice_reached(). 0; -ENOTSUP: macros that are pasted, have several
 * meanings or no certain one; -ENOMEM.
 */
int netcl_expansion_read(const struct netcl_unit *unit, const bool *is_reached,
                         const struct netcl_entity *entity,
                         struct netcl_expansion *out);

void netcl_expansion_free(struct netcl_expansion *expansion);

#endif
