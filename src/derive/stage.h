/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage: which recipes to try next, given the best so far.
 *
 * A search in stages, because all combinations would be thousands: what the
 * text gains, local sizes of the best text, several items, local sizes again,
 * options. A few dozen candidates in all. Pure functions; any thread.
 */
#ifndef NETCL_DERIVE_STAGE_H
#define NETCL_DERIVE_STAGE_H

#include <stdint.h>

#include "derive/license.h"
#include "derive/recipe.h"

enum netcl_stage {
    NETCL_STAGE_TEXT,
    NETCL_STAGE_LOCAL,
    NETCL_STAGE_ITEMS,
    NETCL_STAGE_MORE_ITEMS, /* another number of the best kind */
    NETCL_STAGE_AGAIN,      /* local sizes and text of the best so far */
    NETCL_STAGE_OPTIONS,
    NETCL_STAGE_COUNT
};

#define NETCL_STAGE_MOST 24 /* recipes of one stage */

/* Where the recipes are to run. */
struct netcl_stage_site {
    const struct netcl_license *license;
    bool is_cpu, is_nvidia, is_tolerant;
    size_t group_size, item_sizes[3];
    size_t compute_units;
    unsigned dimensions;
    uint64_t global[3];
    uint64_t local[3]; /* as the program asked; 0: NULL */
    bool has_literals; /* there is a scalar to make one of */
    bool has_restrict; /* and a pointer */
};

/* The recipes of a stage; at most NETCL_STAGE_MOST. Returns how many. */
size_t netcl_stage_list(const struct netcl_stage_site *site,
                        enum netcl_stage stage, const struct netcl_recipe *best,
                        struct netcl_recipe *out);

/* A recipe's launch. */
struct netcl_stage_range {
    bool has_local;
    size_t global[3], local[3];
};

/* False: sizes do not divide, or the device does not take them. */
bool netcl_stage_range(const struct netcl_stage_site *site,
                       const struct netcl_recipe *recipe,
                       struct netcl_stage_range *range);

#endif
