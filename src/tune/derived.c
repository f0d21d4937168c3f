/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/derived.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/str.h"
#include "derive/rewrite.h"
#include "derive/subject.h"

void netcl_derived_site(const struct netcl_kernel_entry *entry,
                        const struct netcl_device *device,
                        const int64_t *slots, struct netcl_stage_site *site)
{
    const struct netcl_license *license = &entry->derived->subject->license;
    size_t i;

    memset(site, 0, sizeof(*site));
    site->license = license;
    site->is_cpu = slots[NETCL_SLOT_is_cpu];
    site->is_nvidia = slots[NETCL_SLOT_is_nvidia];
    site->is_tolerant = netcl_config()->numerics == NETCL_NUMERICS_TOLERANT;
    site->group_size = device->group_size;
    site->compute_units = (size_t)slots[NETCL_SLOT_compute_units];
    site->dimensions = (unsigned)slots[NETCL_SLOT_work_dim];
    for (i = 0; i < 3; i++) {
        site->item_sizes[i] = device->item_sizes[i];
        site->global[i] = (uint64_t)slots[NETCL_SLOT_global_0 + i];
        site->local[i] = (uint64_t)slots[NETCL_SLOT_local_0 + i];
    }
    for (i = 0; i < entry->arg_count; i++) {
        site->has_literals |= netcl_subject_is_literal(entry->derived, i);
        site->has_restrict |= license->params[i].may_restrict;
    }
}

static int find_range(const struct netcl_recipe *recipe,
                      const struct netcl_device *device,
                      const struct netcl_kernel_entry *entry,
                      const int64_t *slots, struct netcl_bound_launch *out)
{
    struct netcl_stage_range range;
    struct netcl_stage_site site;
    size_t bytes;

    netcl_derived_site(entry, device, slots, &site);
    if (!netcl_rewrite_is_legal(site.license, recipe) ||
        !netcl_stage_range(&site, recipe, &range))
        return -EDOM;
    bytes = site.dimensions * sizeof(size_t);
    memset(out, 0, sizeof(*out));
    out->dimensions = site.dimensions;
    out->has_local = range.has_local;
    memcpy(out->global, range.global, bytes);
    if (range.has_local)
        memcpy(out->local, range.local, bytes);
    return 0;
}

int netcl_derived_check(const struct netcl_recipe *recipe,
                        const struct netcl_device *device,
                        const struct netcl_kernel_entry *entry,
                        const int64_t *slots)
{
    struct netcl_bound_launch range;

    return find_range(recipe, device, entry, slots, &range);
}

/* ---- the text -------------------------------------------------------------- */

static bool is_set(const struct netcl_value *value, const struct netcl_arg *arg)
{
    return value->state == NETCL_VALUE_BYTES && value->size == arg->type.bytes;
}

static char *write_text(const struct netcl_recipe *recipe,
                        const struct netcl_offer_site *site)
{
    const struct netcl_kernel_entry *entry = site->entry;
    const struct netcl_subject *subject = entry->derived->subject;
    const void *literals[NETCL_SUBJECT_ARGS_MAX + 1] = {NULL};
    struct netcl_rewrite_launch launch = {.literals = literals};
    size_t i;

    if (!netcl_recipe_is_rewrite(recipe))
        return strdup(subject->source);
    for (i = 0; i < entry->arg_count; i++)
        if (netcl_subject_is_literal(entry->derived, i) &&
            is_set(&site->values[i], &entry->args[i]))
            literals[i] = site->values[i].bytes;
    launch.has_size_args = entry->derived->is_any_size;
    launch.dimensions = (unsigned)site->slots[NETCL_SLOT_work_dim];
    for (i = 0; i < 3; i++)
        launch.global[i] = (uint64_t)site->slots[NETCL_SLOT_global_0 + i];
    return netcl_rewrite(subject->unit, &subject->license, recipe, &launch);
}

static void set_sizes(const struct netcl_offer_site *site,
                      struct netcl_bound *bound)
{
    struct netcl_bound_launch *launch = &bound->launches[0];
    unsigned d, first = (unsigned)site->entry->arg_count;

    for (d = 0; first + d < launch->source_count; d++) {
        struct netcl_source *source = &launch->sources[first + d];

        source->from = NETCL_SOURCE_BYTES;
        source->size = sizeof(int64_t);
        memcpy(source->bytes, &site->slots[NETCL_SLOT_global_0 + d],
               sizeof(int64_t));
    }
}

int netcl_derived_bind(const struct netcl_recipe *recipe,
                       const struct netcl_offer_site *site,
                       struct netcl_bound **out)
{
    const struct netcl_subject_entry *derived = site->entry->derived;
    bool has_sizes = recipe->items > 1 && derived->is_any_size;
    struct netcl_bound_launch range;
    char *text, *options;
    int err = find_range(recipe, site->lane->device, site->entry, site->slots,
                         &range);

    if (err)
        return err;
    text = write_text(recipe, site);
    options =
        netcl_str_format("%s%s%s", derived->subject->options,
                         recipe->option ? " " : "",
                         netcl_recipe_option_text(recipe->option));
    err = text && options
              ? netcl_bound_source(site->lane, text, options,
                                   derived->subject->kernel, &range,
                                   (unsigned)site->entry->arg_count,
                                   has_sizes ? 3 : 0, out)
              : -ENOMEM;
    if (!err)
        set_sizes(site, *out);
    free(text);
    free(options);
    return err;
}
