/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/twin.h"

#include <errno.h>

#include "tune/copy.h"
#include "tune/random.h"

bool netcl_twin_is_random(const struct netcl_region *region)
{
    return region->is_read && netcl_random_has(region->type);
}

/* Whether all arguments take the reals for what they are. */
static bool is_agreed(const struct netcl_shadow *model)
{
    const struct netcl_region *a, *b, *regions = model->regions;
    size_t i, k;

    for (i = 0; i < model->region_count; i++) {
        a = &regions[i];
        if (!a->memory.is_buffer)
            return false;
        for (k = 0; k < model->region_count; k++) {
            b = &regions[k];
            if (netcl_twin_is_random(a) && a->type != b->type &&
                netcl_memory_overlaps(&a->memory, &b->memory))
                return false;
        }
    }
    return true;
}

/* What it has beside its model's copies. */
static int reserve(struct netcl_shadow *twin, const struct netcl_shadow *model)
{
    double total = 0;
    size_t i;

    for (i = 0; i < model->copy_count; i++)
        total += (double)model->copies[i].bytes *
                 (model->copies[i].is_written ? 2 : 1);
    return netcl_copy_reserve(twin, total);
}

static int copy(struct netcl_lane *lane, const struct netcl_copy *from,
                struct netcl_copy *to)
{
    *to = *from;
    to->pristine = netcl_copy_allocate(lane, from->bytes);
    to->reference = NULL;
    to->is_work_lent = true;
    if (from->is_written) {
        to->reference = netcl_copy_allocate(lane, from->bytes);
        if (!to->reference)
            return -ENOMEM;
    }
    if (!to->pristine)
        return -ENOMEM;
    return lane->real->clEnqueueCopyBuffer(lane->queue, from->pristine,
                                           to->pristine, 0, 0, from->bytes, 0,
                                           NULL, NULL) == CL_SUCCESS
               ? 0
               : -EIO;
}

/* Each argument has its own numbers, lest a - b be zero. */
static int add_random(struct netcl_shadow *twin, size_t region)
{
    const struct netcl_memory *memory = &twin->regions[region].memory;
    const struct netcl_copy *at = twin->copies;
    size_t offset;

    while (!netcl_copy_overlaps(at, memory))
        at++;
    offset = NETCL_COPY_GUARD_BYTES + memory->origin - at->low;
    if (offset % 4)
        return -ENOTSUP;
    return netcl_random_fill(twin->lane, at->pristine, offset, memory->bytes,
                             twin->regions[region].type, (cl_uint)region + 1);
}

int netcl_twin_open(const struct netcl_shadow *model, struct netcl_shadow **out)
{
    struct netcl_lane *lane = model->lane;
    struct netcl_shadow *twin;
    int err;
    size_t i;

    if (!is_agreed(model))
        return -ENOTSUP;
    twin = netcl_copy_shadow(lane, model->regions, model->region_count);
    if (!twin)
        return -ENOMEM;
    err = reserve(twin, model);
    for (i = 0; !err && i < model->copy_count; i++)
        err = copy(lane, &model->copies[i], &twin->copies[twin->copy_count++]);
    for (i = 0; !err && i < twin->region_count; i++)
        if (netcl_twin_is_random(&twin->regions[i]))
            err = add_random(twin, i);
    if (!err)
        err = netcl_copy_make_views(twin);
    if (!err && lane->real->clFinish(lane->queue) != CL_SUCCESS)
        err = -EIO;
    if (err) {
        netcl_shadow_close(twin);
        return err;
    }
    *out = twin;
    return 0;
}
