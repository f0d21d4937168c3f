/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/describe.h"

#include <string.h>

#include "base/str.h"
#include "cl/image.h"

/* ---- the candidate's source ----------------------------------------- */

static void append_define(struct netcl_str *text,
                          const struct netcl_define *define,
                          const int64_t *slots, int64_t chosen)
{
    int64_t value = chosen;

    netcl_str_printf(text, "#define %s ", define->name);
    if (define->value && !netcl_expr_eval(define->value, slots, &value))
        netcl_str_printf(text, "%lld\n", (long long)value);
    else if (define->text)
        netcl_str_printf(text, "%s\n", define->text);
    else
        netcl_str_printf(text, "%lld\n", (long long)chosen);
}

char *netcl_describe_source(const struct netcl_device *device,
                            const struct netcl_kernel_entry *entry,
                            const struct netcl_variant *variant, size_t index,
                            const int64_t *slots)
{
    struct netcl_str text = NETCL_STR_INIT;
    size_t i;

    netcl_str_printf(&text, "#define NETCL_%s 1\n",
                     device->slots[NETCL_SLOT_is_cpu] ? "CPU" : "GPU");
    for (i = 0; i < entry->define_count; i++)
        append_define(&text, &entry->defines[i], slots, 0);
    for (i = 0; i < variant->define_count; i++)
        append_define(&text, &variant->defines[i], slots,
                      variant->defines[i].text
                          ? 0
                          : netcl_variant_define_value(variant, index, i));
    netcl_str_printf(&text, "#line 1 \"%s\"\n", variant->files[0]);
    netcl_str_append_bytes(&text, variant->source, variant->source_length);
    return netcl_str_take(&text);
}

/* ---- its launches --------------------------------------------------- */

static void append_range(struct netcl_str *text, const char *name,
                         const struct netcl_bound_launch *launch)
{
    unsigned i;

    netcl_str_printf(text, "%s %u %d", name, launch->dimensions,
                     launch->has_local);
    for (i = 0; i < 3; i++)
        netcl_str_printf(text, " %zu",
                         i < launch->dimensions ? launch->global[i] : 1);
    for (i = 0; i < 3; i++)
        netcl_str_printf(text, " %zu",
                         i < launch->dimensions && launch->has_local
                             ? launch->local[i]
                             : 1);
}

/* A variant's role may be any image: then nothing follows the letter. */
static void append_image(struct netcl_str *text, const struct netcl_real *real,
                         const struct netcl_value *value)
{
    struct netcl_image image;
    cl_mem handle = NULL;

    netcl_str_append(text, " i");
    if (value)
        memcpy(&handle, value->bytes, sizeof(handle));
    if (handle && netcl_image_read(real, handle, &image))
        netcl_image_write(&image, text);
}

/* What an argument of the program's own kernel is. */
static void append_value(struct netcl_str *text, const struct netcl_real *real,
                         const struct netcl_arg *arg,
                         const struct netcl_value *value, const int64_t *slots)
{
    size_t bytes = value ? value->size : arg->type.bytes;

    if (arg->kind == NETCL_ARG_BUFFER)
        netcl_str_printf(text, " b%lld", (long long)slots[arg->bytes_slot]);
    else if (arg->kind == NETCL_ARG_IMAGE)
        append_image(text, real, value);
    else if (arg->kind == NETCL_ARG_SAMPLER)
        netcl_str_append(text, " p");
    else
        netcl_str_printf(text, " %c%zu",
                         arg->kind == NETCL_ARG_LOCAL ? 'l' : 's', bytes);
}

static void append_arg(struct netcl_str *text,
                       const struct netcl_real *real,
                       const struct netcl_kernel_entry *entry,
                       const struct netcl_source *source,
                       const struct netcl_variant *variant,
                       const int64_t *slots)
{
    int64_t bytes = 0;

    if (source->from == NETCL_SOURCE_BYTES) {
        netcl_str_printf(text, " s%zu", source->size);
    } else if (source->from == NETCL_SOURCE_SCRATCH) {
        netcl_expr_eval(variant->scratch[source->index].bytes, slots, &bytes);
        netcl_str_printf(text, " b%lld", (long long)bytes);
    } else {
        append_value(text, real, &entry->args[source->index], NULL, slots);
    }
}

char *netcl_describe_launches(const struct netcl_kernel_entry *entry,
                              const struct netcl_variant *variant,
                              const int64_t *slots,
                              const struct netcl_bound *bound)
{
    const struct netcl_bound_launch *launches = bound->launches;
    struct netcl_str text = NETCL_STR_INIT;
    unsigned arg;
    size_t i;

    for (i = 0; i < variant->launch_count; i++) {
        append_range(&text, variant->launches[i].kernel, &launches[i]);
        for (arg = 0; arg < launches[i].source_count; arg++)
            append_arg(&text, bound->real, entry, &launches[i].sources[arg],
                       variant, slots);
        netcl_str_append(&text, "\n");
    }
    return netcl_str_take(&text);
}

char *netcl_describe_derived(const struct netcl_real *real,
                             const struct netcl_kernel_entry *entry,
                             const char *name, const int64_t *slots,
                             const struct netcl_value *values,
                             const struct netcl_bound_launch *launch)
{
    struct netcl_str text = NETCL_STR_INIT;
    unsigned i;

    append_range(&text, name, launch);
    for (i = 0; i < launch->source_count; i++)
        if (launch->sources[i].from == NETCL_SOURCE_BYTES)
            netcl_str_printf(&text, " s%zu", launch->sources[i].size);
        else
            append_value(&text, real, &entry->args[i], &values[i], slots);
    netcl_str_append(&text, "\n");
    return netcl_str_take(&text);
}
