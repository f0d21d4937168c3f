/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/str.h"
#include "cl/image.h"
#include "launch/part.h"
#include "match/options.h"
#include "track/build.h"

#define FINE NETCL_REASON_COUNT

static void set_launch(const struct netcl_request *request, int64_t *slots)
{
    unsigned i, dimensions = request->dimensions;

    slots[NETCL_SLOT_work_dim] = dimensions;
    for (i = 0; i < 3; i++) {
        slots[NETCL_SLOT_global_0 + i] =
            i < dimensions ? (int64_t)request->global[i] : 1;
        slots[NETCL_SLOT_local_0 + i] =
            !request->local ? 0
            : i < dimensions ? (int64_t)request->local[i] : 1;
        slots[NETCL_SLOT_offset_0 + i] =
            request->offset && i < dimensions ? (int64_t)request->offset[i]
                                              : 0;
    }
}

static bool has_offset(const int64_t *slots)
{
    return slots[NETCL_SLOT_offset_0] || slots[NETCL_SLOT_offset_1] ||
           slots[NETCL_SLOT_offset_2];
}

/* A little-endian integer of 1 to 8 bytes, extended as its type says. */
static int64_t read_integer(const struct netcl_value *value, bool is_signed)
{
    int64_t wide = 0;
    unsigned unused = 64 - 8 * (unsigned)value->size;

    memcpy(&wide, value->bytes, value->size);
    if (!is_signed)
        return wide;
    return (int64_t)((uint64_t)wide << unused) >> unused;
}

static bool set_sizes(const struct netcl_real *real, cl_mem handle,
                      int64_t *sizes)
{
    struct netcl_image image;

    if (!netcl_image_read(real, handle, &image))
        return false;
    sizes[0] = (int64_t)image.width;
    sizes[1] = (int64_t)image.height;
    sizes[2] = (int64_t)image.depth;
    sizes[3] = (int64_t)image.layers;
    return true;
}

static enum netcl_reason add_region(const struct netcl_real *real,
                                    const struct netcl_arg *arg, int index,
                                    const struct netcl_value *value,
                                    struct netcl_facts *facts)
{
    struct netcl_region *region = &facts->regions[facts->region_count];
    const struct netcl_memory *memory = &region->memory;

    if (!netcl_memory_of(real, value, &region->memory))
        return value->state == NETCL_VALUE_SVM ? NETCL_REASON_SVM
                                               : NETCL_REASON_ARGUMENTS;
    if (arg->kind == NETCL_ARG_IMAGE ? !memory->image : !memory->is_buffer)
        return NETCL_REASON_IMAGE;
    region->is_read = (arg->access & NETCL_ACCESS_READ) != 0;
    region->is_written = (arg->access & NETCL_ACCESS_WRITE) != 0;
    region->type = arg->type.lanes ? arg->type.scalar : NETCL_SCALAR_NONE;
    facts->region_args[facts->region_count++] = index;
    if (arg->bytes_slot >= 0)
        facts->slots[arg->bytes_slot] = (int64_t)memory->bytes;
    if (arg->sizes_slot >= 0 &&
        !set_sizes(real, memory->handle, &facts->slots[arg->sizes_slot]))
        return NETCL_REASON_DRIVER;
    return FINE;
}

static bool has_handle(const struct netcl_value *value)
{
    void *handle = NULL;

    if (value->state == NETCL_VALUE_BYTES && value->size == sizeof(handle))
        memcpy(&handle, value->bytes, sizeof(handle));
    return handle != NULL;
}

static enum netcl_reason set_arg(const struct netcl_real *real,
                                 const struct netcl_arg *arg, int index,
                                 const struct netcl_value *value,
                                 struct netcl_facts *facts)
{
    switch (arg->kind) {
    case NETCL_ARG_BUFFER:
    case NETCL_ARG_IMAGE:
        return add_region(real, arg, index, value, facts);
    case NETCL_ARG_SAMPLER:
        return has_handle(value) ? FINE : NETCL_REASON_ARGUMENTS;
    case NETCL_ARG_LOCAL:
        return value->state == NETCL_VALUE_NULL ? FINE
                                                : NETCL_REASON_ARGUMENTS;
    case NETCL_ARG_INTEGER:
        if (value->state != NETCL_VALUE_BYTES || value->size > 8 ||
            value->size != arg->type.bytes)
            return NETCL_REASON_ARGUMENTS;
        facts->slots[arg->slot] =
            read_integer(value, netcl_scalar_is_signed(arg->type.scalar));
        return FINE;
    case NETCL_ARG_REAL:
        return value->state == NETCL_VALUE_BYTES &&
                       value->size == arg->type.bytes
                   ? FINE
                   : NETCL_REASON_ARGUMENTS;
    default:
        if (netcl_type_is_opaque(arg->type.type))
            return NETCL_REASON_IMAGE;
        /* Vectors and structs pass; what no variant uses does no harm. */
        return value->state == NETCL_VALUE_BYTES ? FINE
                                                 : NETCL_REASON_ARGUMENTS;
    }
}

static enum netcl_reason check_elements(const struct netcl_facts *facts)
{
    const struct netcl_arg *arg;
    int64_t elements;
    size_t i;

    for (i = 0; i < facts->region_count; i++) {
        arg = &facts->entry->args[facts->region_args[i]];
        if (!arg->elements)
            continue;
        if (netcl_expr_eval(arg->elements, facts->slots, &elements) ||
            elements < 0)
            return NETCL_REASON_REQUIREMENT;
        if ((uint64_t)elements >
            facts->regions[i].memory.bytes / arg->type.bytes)
            return NETCL_REASON_SHORT_BUFFER;
    }
    return FINE;
}

bool netcl_facts_overlap(const struct netcl_region *regions, size_t count)
{
    size_t i, j;

    for (i = 0; i < count; i++)
        for (j = i + 1; j < count; j++)
            if ((regions[i].is_written || regions[j].is_written) &&
                netcl_memory_overlaps(&regions[i].memory, &regions[j].memory))
                return true;
    return false;
}

/* In shared virtual memory a pointer holds for every kernel. */
static bool may_follow_pointers(const struct netcl_facts *facts)
{
    size_t i;

    if (!netcl_facts_is_unknown(facts) ||
        facts->derived->subject->license.is_contained)
        return false;
    for (i = 0; i < facts->region_count; i++)
        if (facts->regions[i].memory.is_svm)
            return true;
    return false;
}

static enum netcl_reason check(const struct netcl_facts *facts)
{
    const struct netcl_kernel_entry *entry = facts->entry;
    enum netcl_reason reason;
    int64_t is_met = 1;

    if (may_follow_pointers(facts))
        return NETCL_REASON_SVM;
    if (has_offset(facts->slots) && !entry->knows_offset)
        return NETCL_REASON_OFFSET;
    if (netcl_entry_set_roles(entry, facts->slots))
        return NETCL_REASON_REQUIREMENT;
    reason = check_elements(facts);
    if (reason != FINE)
        return reason;
    if (entry->requirement &&
        (netcl_expr_eval(entry->requirement, facts->slots, &is_met) ||
         !is_met))
        return NETCL_REASON_REQUIREMENT;
    if (!entry->can_overlap &&
        netcl_facts_overlap(facts->regions, facts->region_count))
        return NETCL_REASON_OVERLAP;
    return FINE;
}

static bool allocate(struct netcl_facts *facts)
{
    size_t args = facts->entry->arg_count + 1;

    facts->slots = calloc(facts->entry->family->slot_count + 1,
                          sizeof(*facts->slots));
    facts->regions = calloc(args, sizeof(*facts->regions));
    facts->region_args = calloc(args, sizeof(*facts->region_args));
    return facts->slots && facts->regions && facts->region_args;
}

enum netcl_reason netcl_facts_fill(const struct netcl_request *request,
                                   const struct netcl_kernel *kernel,
                                   const struct netcl_known *known,
                                   const struct netcl_device *device,
                                   struct netcl_facts *facts)
{
    const struct netcl_kernel_entry *entry =
        known->match->entry ? known->match->entry : &known->derived->entry;
    enum netcl_reason reason = FINE;
    size_t i;

    memset(facts, 0, sizeof(*facts));
    facts->entry = entry;
    facts->derived = known->derived;
    facts->device = device;
    facts->is_loose =
        kernel->build && netcl_options_are_loose(kernel->build->options);
    if (kernel->arg_count != entry->arg_count)
        return NETCL_REASON_ARGUMENTS;
    if (!allocate(facts)) {
        netcl_facts_free(facts);
        return NETCL_REASON_DRIVER;
    }
    memcpy(facts->slots, device->slots,
           (NETCL_SLOT_nv_compute_capability + 1) * sizeof(int64_t));
    set_launch(request, facts->slots);
    for (i = 0; i < entry->tunable_count; i++)
        facts->slots[entry->tunables[i].slot] = known->match->tunables[i];
    for (i = 0; reason == FINE && i < entry->arg_count; i++)
        reason = set_arg(request->real, &entry->args[i], (int)i,
                         &kernel->values[i], facts);
    if (reason == FINE)
        reason = check(facts);
    if (reason == FINE && !netcl_part_find(facts))
        reason = NETCL_REASON_DRIVER;
    if (reason != FINE)
        netcl_facts_free(facts);
    return reason;
}

bool netcl_facts_is_unknown(const struct netcl_facts *facts)
{
    return facts->derived && facts->entry == &facts->derived->entry;
}

void netcl_facts_free(struct netcl_facts *facts)
{
    free(facts->slots);
    free(facts->part);
    free(facts->regions);
    free(facts->region_args);
    memset(facts, 0, sizeof(*facts));
}

static int64_t pow2_ceil(int64_t n)
{
    int64_t up = 1;

    if (n <= 1 || n > INT64_MAX / 2)
        return n;
    while (up < n)
        up *= 2;
    return up;
}

char *netcl_facts_shape(const struct netcl_facts *facts, bool is_json)
{
    const struct netcl_family *family = facts->entry->family;
    bool is_pow2 = netcl_config()->shapes == NETCL_SHAPES_POW2 ||
                   (netcl_facts_is_unknown(facts) &&
                    facts->derived->is_any_size);
    struct netcl_str text = NETCL_STR_INIT;
    int64_t value;
    size_t i;

    netcl_str_append(&text, is_json ? "[" : "(");
    for (i = 0; i < family->shape_count; i++) {
        if (netcl_expr_eval(family->shape[i], netcl_part_slots(facts),
                            &value)) {
            netcl_str_free(&text);
            return NULL;
        }
        netcl_str_printf(&text, "%s%lld", !i ? "" : is_json ? "," : ", ",
                         (long long)(is_pow2 ? pow2_ceil(value) : value));
    }
    /* Python's tuple of one, as older caches have it. */
    netcl_str_append(&text, is_json                    ? "]"
                            : family->shape_count == 1 ? ",)"
                                                       : ")");
    return netcl_str_take(&text);
}
