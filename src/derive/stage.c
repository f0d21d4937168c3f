/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/stage.h"

#include <string.h>

#include "derive/rewrite.h"

struct list {
    const struct netcl_stage_site *site;
    struct netcl_recipe *out;
    size_t count;
};

/* Work-groups to look for, most promising first; a 0 ends the list. */
static const size_t cpu_groups[3][16][3] = {
    {{64}, {256}, {1024}, {16}, {4096}},
    {{64, 1},
     {256, 1},
     {1024, 1},
     {16, 16},
     {64, 4},
     {16, 1},
     {1, 64},
     {64, 16}},
    {{64, 1, 1},
     {256, 1, 1},
     {1024, 1, 1},
     {64, 4, 1},
     {16, 16, 1},
     {16, 4, 4},
     {1, 64, 1}},
};
static const size_t gpu_groups[3][16][3] = {
    {{128}, {256}, {64}, {32}, {512}, {1024}},
    {{32, 8},
     {256, 1},
     {16, 16},
     {64, 4},
     {32, 4},
     {128, 1},
     {64, 1},
     {32, 1},
     {8, 32},
     {32, 32}},
    {{32, 8, 1},
     {256, 1, 1},
     {64, 4, 1},
     {128, 1, 1},
     {32, 4, 1},
     {8, 8, 4},
     {32, 2, 4}},
};

static uint64_t largest_divisor(uint64_t n, uint64_t most)
{
    uint64_t d;

    for (d = most < n ? most : n; d > 1; d--)
        if (n % d == 0)
            return d;
    return 1;
}

bool netcl_stage_range(const struct netcl_stage_site *site,
                       const struct netcl_recipe *recipe,
                       struct netcl_stage_range *range)
{
    bool is_own = recipe->local_kind == NETCL_RECIPE_LOCAL_SIZE;
    size_t group = 1;
    unsigned d;

    range->has_local =
        is_own ||
        (recipe->local_kind == NETCL_RECIPE_LOCAL_KEEP && site->local[0]);
    if ((is_own && recipe->local_dimensions != site->dimensions) ||
        (recipe->is_required && !range->has_local))
        return false;
    for (d = 0; d < site->dimensions; d++) {
        bool is_items = recipe->items > 1 && recipe->dimension == d;
        size_t local = is_own ? recipe->local[d] : (size_t)site->local[d];

        range->global[d] = (size_t)site->global[d];
        if (is_items)
            range->global[d] =
                (range->global[d] + recipe->items - 1) / recipe->items;
        if (!range->has_local)
            continue;
        if (!local || local > site->item_sizes[d])
            return false;
        if (is_items) /* what is beyond the end does nothing */
            range->global[d] = (range->global[d] + local - 1) / local * local;
        if (range->global[d] % local)
            return false;
        range->local[d] = local;
        group *= local;
    }
    return group <= site->group_size;
}

static bool is_same(const struct netcl_recipe *a, const struct netcl_recipe *b)
{
    return a->is_restrict == b->is_restrict &&
           a->has_literals == b->has_literals &&
           a->is_required == b->is_required && a->items == b->items &&
           (a->items < 2 ||
            (a->dimension == b->dimension && a->is_strided == b->is_strided &&
             a->is_woven == b->is_woven)) &&
           a->local_kind == b->local_kind &&
           (a->local_kind != NETCL_RECIPE_LOCAL_SIZE ||
            !memcmp(a->local, b->local, sizeof(a->local))) &&
           a->option == b->option;
}

static bool is_nothing(const struct netcl_recipe *recipe)
{
    return !netcl_recipe_is_rewrite(recipe) && !recipe->option &&
           recipe->local_kind == NETCL_RECIPE_LOCAL_KEEP;
}

static void add(struct list *list, const struct netcl_recipe *recipe)
{
    struct netcl_stage_range range;
    size_t i;

    if (list->count == NETCL_STAGE_MOST || is_nothing(recipe) ||
        !netcl_rewrite_is_legal(list->site->license, recipe) ||
        !netcl_stage_range(list->site, recipe, &range))
        return;
    for (i = 0; i < list->count; i++)
        if (is_same(&list->out[i], recipe))
            return;
    list->out[list->count++] = *recipe;
}

/* ---- the stages ------------------------------------------------------------
 */

static void list_text(struct list *list, const struct netcl_recipe *best)
{
    const struct netcl_stage_site *site = list->site;
    struct netcl_recipe recipe = *best;
    int flags;

    /* Both first: it is the best most often. */
    for (flags = 3; flags > 0; flags--) {
        recipe.is_restrict = (flags & 1) && site->has_restrict;
        recipe.has_literals = (flags & 2) && site->has_literals;
        if ((recipe.is_restrict || recipe.has_literals) &&
            (recipe.is_restrict != best->is_restrict ||
             recipe.has_literals != best->has_literals))
            add(list, &recipe);
    }
}

/* A CPU wants a group for each core, and a GPU several. */
static bool is_too_few(const struct netcl_stage_site *site,
                       const struct netcl_recipe *recipe)
{
    uint64_t groups = 1, items = 1;
    unsigned d;

    for (d = 0; d < site->dimensions; d++) {
        groups *= site->global[d] / recipe->local[d];
        items *= site->global[d];
    }
    return groups < site->compute_units && items >= 64 * site->compute_units;
}

static void list_local(struct list *list, const struct netcl_recipe *best)
{
    const struct netcl_stage_site *site = list->site;
    const size_t(*groups)[3] =
        (site->is_cpu ? cpu_groups : gpu_groups)[site->dimensions - 1];
    struct netcl_recipe recipe = *best;
    struct netcl_stage_range plain;
    unsigned d;

    recipe.local_kind = NETCL_RECIPE_LOCAL_DRIVER;
    recipe.is_required = false;
    memset(recipe.local, 0, sizeof(recipe.local));
    recipe.local_dimensions = 0;
    if (!netcl_stage_range(site, &recipe, &plain))
        return;
    recipe.local_kind = NETCL_RECIPE_LOCAL_SIZE;
    recipe.local_dimensions = site->dimensions;
    for (; (*groups)[0]; groups++) {
        for (d = 0; d < site->dimensions; d++)
            recipe.local[d] = largest_divisor(plain.global[d], (*groups)[d]);
        if (!is_too_few(site, &recipe))
            add(list, &recipe);
    }
    if (site->local[0]) {
        recipe.local_kind = NETCL_RECIPE_LOCAL_DRIVER;
        memset(recipe.local, 0, sizeof(recipe.local));
        recipe.local_dimensions = 0;
        add(list, &recipe);
    }
}

/* Where the local size does not fit any more, the driver's. */
static void add_items(struct list *list, const struct netcl_recipe *recipe)
{
    size_t before = list->count;
    struct netcl_recipe free = *recipe;

    add(list, recipe);
    if (list->count > before)
        return;
    free.local_kind = NETCL_RECIPE_LOCAL_DRIVER;
    add(list, &free);
}

/* Four, along each dimension, in both orders, and woven. */
static void list_items(struct list *list, const struct netcl_recipe *best)
{
    const struct netcl_stage_site *site = list->site;
    struct netcl_recipe recipe = *best;
    unsigned way;

    recipe.is_required = false;
    recipe.is_restrict |= site->has_restrict;
    recipe.has_literals |= site->has_literals;
    recipe.items = 4;
    for (recipe.dimension = 0; recipe.dimension < site->dimensions;
         recipe.dimension++) {
        if (site->global[recipe.dimension] < 4 * recipe.items)
            continue;
        for (way = 0; way < 4; way++) {
            recipe.is_strided = way & 1;
            recipe.is_woven = way & 2;
            add_items(list, &recipe);
        }
    }
}

static void list_more_items(struct list *list, const struct netcl_recipe *best)
{
    struct netcl_recipe recipe = *best;

    if (best->items < 2)
        return;
    for (recipe.items = 2; recipe.items <= (best->is_woven ? 16 : 8);
         recipe.items *= 2)
        add_items(list, &recipe);
}

static void list_again(struct list *list, const struct netcl_recipe *best)
{
    list_text(list, best);
    if (best->items > 1)
        list_local(list, best);
}

static void list_options(struct list *list, const struct netcl_recipe *best)
{
    struct netcl_recipe recipe = *best;
    int option = 1;

    recipe.is_required = true;
    add(list, &recipe); /* where there is a local size */
    recipe.is_required = best->is_required;
#define OPTION(id, name, text, is_exact)                                       \
    recipe.option = option++;                                                  \
    if (is_exact ? list->site->is_nvidia : list->site->is_tolerant)            \
        add(list, &recipe);
#include "derive/options.def"
#undef OPTION
}

size_t netcl_stage_list(const struct netcl_stage_site *site,
                        enum netcl_stage stage, const struct netcl_recipe *best,
                        struct netcl_recipe *out)
{
    struct list list = {site, out, 0};

    switch (stage) {
    case NETCL_STAGE_TEXT:
        list_text(&list, best);
        break;
    case NETCL_STAGE_LOCAL:
        list_local(&list, best);
        break;
    case NETCL_STAGE_ITEMS:
        list_items(&list, best);
        break;
    case NETCL_STAGE_MORE_ITEMS:
        list_more_items(&list, best);
        break;
    case NETCL_STAGE_AGAIN:
        list_again(&list, best);
        break;
    default:
        list_options(&list, best);
    }
    return list.count;
}
