/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/derived.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/str.h"
#include "derive/rewrite.h"
#include "tune/describe.h"

void netcl_derived_site(const struct netcl_proposal_site *site,
                        struct netcl_stage_site *out)
{
    const struct netcl_subject_entry *derived = site->derived;
    const struct netcl_license *license = &derived->subject->license;
    const int64_t *slots = site->slots;
    size_t i;

    memset(out, 0, sizeof(*out));
    out->license = license;
    out->is_cpu = slots[NETCL_SLOT_is_cpu];
    out->is_nvidia = slots[NETCL_SLOT_is_nvidia];
    out->is_tolerant = netcl_config()->numerics == NETCL_NUMERICS_TOLERANT;
    out->group_size = site->device->group_size;
    out->compute_units = (size_t)slots[NETCL_SLOT_compute_units];
    out->dimensions = (unsigned)slots[NETCL_SLOT_work_dim];
    for (i = 0; i < 3; i++) {
        out->item_sizes[i] = site->device->item_sizes[i];
        out->global[i] = (uint64_t)slots[NETCL_SLOT_global_0 + i];
        out->local[i] = (uint64_t)slots[NETCL_SLOT_local_0 + i];
    }
    for (i = 0; i < derived->entry.arg_count; i++) {
        out->has_literals |= netcl_subject_is_literal(derived, i);
        out->has_restrict |=
            license->params[i].may_restrict && !site->entry->can_overlap;
    }
}

/* What a manifest allows and a derived variant cannot do. */
static bool is_within(const struct netcl_recipe *recipe,
                      const struct netcl_proposal_site *site)
{
    const int64_t *slots = site->slots;

    return !(recipe->is_restrict && site->entry->can_overlap) &&
           !slots[NETCL_SLOT_offset_0] && !slots[NETCL_SLOT_offset_1] &&
           !slots[NETCL_SLOT_offset_2];
}

static int find_range(const struct netcl_recipe *recipe,
                      const struct netcl_proposal_site *site,
                      struct netcl_bound_launch *out)
{
    struct netcl_stage_range range;
    struct netcl_stage_site stage;
    size_t bytes;

    netcl_derived_site(site, &stage);
    if (!is_within(recipe, site) ||
        !netcl_rewrite_is_legal(stage.license, recipe) ||
        !netcl_stage_range(&stage, recipe, &range))
        return -EDOM;
    bytes = stage.dimensions * sizeof(size_t);
    memset(out, 0, sizeof(*out));
    out->dimensions = stage.dimensions;
    out->has_local = range.has_local;
    memcpy(out->global, range.global, bytes);
    if (range.has_local)
        memcpy(out->local, range.local, bytes);
    return 0;
}

int netcl_derived_check(const struct netcl_recipe *recipe,
                        const struct netcl_proposal_site *site)
{
    struct netcl_bound_launch range;

    return find_range(recipe, site, &range);
}

/* ---- the text ------------------------------------------------------------ */

static bool is_set(const struct netcl_value *value, const struct netcl_arg *arg)
{
    return value->state == NETCL_VALUE_BYTES && value->size == arg->type.bytes;
}

static char *write_text(const struct netcl_recipe *recipe,
                        const struct netcl_proposal_site *site)
{
    const struct netcl_kernel_entry *entry = &site->derived->entry;
    const struct netcl_subject *subject = site->derived->subject;
    const void *literals[NETCL_SUBJECT_ARGS_MAX + 1] = {NULL};
    struct netcl_rewrite_launch launch = {.literals = literals};
    size_t i;

    if (!netcl_recipe_is_rewrite(recipe))
        return strdup(subject->source);
    for (i = 0; i < entry->arg_count; i++)
        if (netcl_subject_is_literal(site->derived, i) &&
            is_set(&site->values[i], &entry->args[i]))
            literals[i] = site->values[i].bytes;
    launch.is_apart = !site->entry->can_overlap;
    launch.has_size_args = site->derived->is_any_size;
    launch.dimensions = (unsigned)site->slots[NETCL_SLOT_work_dim];
    for (i = 0; i < 3; i++)
        launch.global[i] = (uint64_t)site->slots[NETCL_SLOT_global_0 + i];
    for (i = 0; i < 3; i++)
        launch.local[i] = (uint64_t)site->slots[NETCL_SLOT_local_0 + i];
    return netcl_rewrite(subject->unit, &subject->license, recipe, &launch);
}

/* The program's arguments, and behind them the sizes where the text wants them.
 */
static int set_sources(const struct netcl_recipe *recipe,
                       const struct netcl_proposal_site *site,
                       struct netcl_bound_launch *launch)
{
    bool has_sizes = recipe->items > 1 && site->derived->is_any_size;
    unsigned count = (unsigned)site->derived->entry.arg_count, i;
    struct netcl_source *source;

    launch->sources = calloc(count + 3 + 1, sizeof(*launch->sources));
    if (!launch->sources)
        return -ENOMEM;
    launch->source_count = count + (has_sizes ? 3 : 0);
    for (i = 0; i < launch->source_count; i++) {
        source = &launch->sources[i];
        source->index = i; /* NETCL_SOURCE_VALUE */
        if (i < count)
            continue;
        source->from = NETCL_SOURCE_BYTES;
        source->size = sizeof(int64_t);
        memcpy(source->bytes, &site->slots[NETCL_SLOT_global_0 + i - count],
               sizeof(int64_t));
    }
    return 0;
}

/* ---- making -------------------------------------------------------------- */

int netcl_derived_bind(const struct netcl_recipe *recipe,
                       const struct netcl_proposal_site *site,
                       struct netcl_bound **out)
{
    const struct netcl_subject *subject = site->derived->subject;
    struct netcl_bound_launch launch;
    struct netcl_program_text program = {.label = site->entry->name};
    char *text, *options, *launches;
    int err = find_range(recipe, site, &launch);

    if (!err)
        err = set_sources(recipe, site, &launch);
    if (err)
        return err;
    errno = 0;
    text = write_text(recipe, site);
    if (!text && errno != ENOMEM)
        err = -EIO; /* it cannot be written so, with any memory */
    options =
        netcl_str_format("%s%s%s", subject->options, recipe->option ? " " : "",
                         netcl_recipe_option_text(recipe->option));
    launches = netcl_describe_derived(site->lane->real, site->entry,
                                      subject->kernel, site->slots,
                                      site->values, &launch);
    program.source = text;
    program.options = options;
    program.launches = launches;
    if (!err && text && options && launches)
        err = netcl_bound_source(site->lane, &program, subject->kernel,
                                 &launch, out);
    else if (!err)
        err = -ENOMEM;
    if (err)
        free(launch.sources);
    free(text);
    free(options);
    free(launches);
    return err;
}
