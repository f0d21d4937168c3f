/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite: a kernel's source with a recipe applied to it.
 *
 * Parameters are changed where they stand, because a caller's restrict gains
 * nothing on PoCL. Several items per work-item make the kernel a function and
 * append a kernel that calls it once for each: an early return is then right
 * by itself. Other kernels of the source that ours does not reach are left
 * out. Text in, text out; any thread.
 */
#ifndef NETCL_DERIVE_REWRITE_H
#define NETCL_DERIVE_REWRITE_H

#include <stdint.h>

#include "derive/license.h"
#include "derive/recipe.h"

/* What of a launch goes into the text. */
struct netcl_rewrite_launch {
    unsigned dimensions;
    uint64_t global[3];
    uint64_t local[3]; /* as the program asked; 0: NULL */
    /* Per parameter: the bytes of a literal; NULL: it stays an argument. */
    const void *const *literals;
    /* The sizes change: they become three more arguments of type ulong. */
    bool has_size_args;
    bool is_apart; /* what is written overlaps no other argument */
};

/* Whether the license allows all that the recipe asks for. */
bool netcl_rewrite_is_legal(const struct netcl_license *license,
                            const struct netcl_recipe *recipe);

/* The caller frees it. NULL: no memory. */
char *netcl_rewrite(const struct netcl_unit *unit,
                    const struct netcl_license *license,
                    const struct netcl_recipe *recipe,
                    const struct netcl_rewrite_launch *launch);

#endif
