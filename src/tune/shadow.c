/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/shadow.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cl/own.h"
#include "tune/album.h"
#include "tune/compare.h"
#include "tune/copy.h"

#define GUARD_PATTERN 0xa5
/* As a float it is -3.1e-16: no NaN, and nothing that programs compute. */
#define SPOILT_PATTERN 0xa5b3c7d9u
/* Of the device's memory, for all shadows: the program has the rest. */
#define MEMORY_SHARE 0.4

static atomic_ullong held_bytes; /* by all shadows there are */
static atomic_uint closed;       /* of them so far */

bool netcl_copy_overlaps(const struct netcl_copy *copy,
                         const struct netcl_memory *memory)
{
    return copy->root == memory->root && memory->origin < copy->high &&
           memory->origin + memory->bytes > copy->low;
}

static void widen(struct netcl_copy *copy, const struct netcl_region *region)
{
    size_t end = region->memory.origin + region->memory.bytes;

    if (region->memory.origin < copy->low)
        copy->low = region->memory.origin;
    if (end > copy->high)
        copy->high = end;
    copy->is_read |= region->is_read;
    if (region->is_written && !copy->is_written)
        copy->type = region->type;
    copy->is_written |= region->is_written;
}

/* A region that joins two stretches makes them one. */
static void merge(struct netcl_shadow *shadow,
                  const struct netcl_region *region)
{
    struct netcl_copy *into = NULL;
    size_t i;

    for (i = 0; i < shadow->copy_count; i++) {
        struct netcl_copy *copy = &shadow->copies[i];
        struct netcl_region other = {{NULL, copy->root, copy->low,
                                      copy->high - copy->low, 0, true, 0,
                                      copy->is_svm},
                                     copy->is_read,
                                     copy->is_written,
                                     copy->type};

        if (!netcl_copy_overlaps(copy, &region->memory))
            continue;
        if (!into) {
            into = copy;
            widen(into, region);
            continue;
        }
        widen(into, &other);
        *copy = shadow->copies[--shadow->copy_count];
        i--;
    }
    if (into)
        return;
    shadow->copies[shadow->copy_count++] = (struct netcl_copy){
        .root = region->memory.root,
        .is_svm = region->memory.is_svm,
        .low = region->memory.origin,
        .high = region->memory.origin + region->memory.bytes,
        .is_read = region->is_read,
        .is_written = region->is_written,
        .type = region->type,
    };
}

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

int netcl_copy_reserve(struct netcl_shadow *shadow, double bytes)
{
    double share = MEMORY_SHARE * (double)shadow->lane->device->memory_bytes;

    if (bytes > share)
        return -E2BIG;
    if (bytes + (double)atomic_load(&held_bytes) > share)
        return -ENOMEM;
    shadow->held_bytes = (unsigned long long)bytes;
    atomic_fetch_add(&held_bytes, shadow->held_bytes);
    return 0;
}

/* The sum of all copies against what the device has to spare. */
static int check_size(struct netcl_shadow *shadow)
{
    const struct netcl_device *device = shadow->lane->device;
    size_t i, largest = 0;
    double total = netcl_album_bytes(shadow->album, &largest);

    if (!device->alignment_bytes ||
        NETCL_COPY_GUARD_BYTES % device->alignment_bytes)
        return -EIO;
    for (i = 0; i < shadow->copy_count; i++) {
        struct netcl_copy *copy = &shadow->copies[i];

        copy->bytes =
            round_up(copy->high - copy->low, 16) + 2 * NETCL_COPY_GUARD_BYTES;
        total += (double)copy->bytes * (copy->is_written ? 3 : 1);
        if (copy->bytes > device->allocation_bytes)
            return -E2BIG;
    }
    if (largest > device->allocation_bytes)
        return -E2BIG;
    return netcl_copy_reserve(shadow, total);
}

cl_mem netcl_copy_allocate(struct netcl_lane *lane, size_t bytes)
{
    cl_int err;
    cl_mem memory = netcl_own_buffer(lane->real, lane->context, bytes, &err);

    return err == CL_SUCCESS ? memory : NULL;
}

static int write_guards(struct netcl_lane *lane, const struct netcl_copy *copy)
{
    static unsigned char pattern[NETCL_COPY_GUARD_BYTES + 16];
    size_t end = NETCL_COPY_GUARD_BYTES + (copy->high - copy->low);
    cl_int err;

    memset(pattern, GUARD_PATTERN, sizeof(pattern));
    err = lane->real->clEnqueueWriteBuffer(lane->queue, copy->pristine,
                                           CL_FALSE, 0, NETCL_COPY_GUARD_BYTES,
                                           pattern, 0, NULL, NULL);
    if (err == CL_SUCCESS)
        err = lane->real->clEnqueueWriteBuffer(lane->queue, copy->pristine,
                                               CL_TRUE, end, copy->bytes - end,
                                               pattern, 0, NULL, NULL);
    return err == CL_SUCCESS ? 0 : -EIO;
}

/* Mapped, as the host may not read all of it otherwise. */
static cl_int copy_svm(struct netcl_lane *lane, const struct netcl_copy *copy,
                       cl_mem to)
{
    const struct netcl_real *real = lane->real;
    size_t bytes = copy->high - copy->low;
    void *from = (char *)copy->root + copy->low;
    cl_int unmapped, err;

    err = real->clEnqueueSVMMap(lane->queue, CL_TRUE, CL_MAP_READ, from, bytes,
                                0, NULL, NULL);
    if (err != CL_SUCCESS)
        return err;
    err = real->clEnqueueWriteBuffer(lane->queue, to, CL_TRUE,
                                     NETCL_COPY_GUARD_BYTES, bytes, from, 0,
                                     NULL, NULL);
    unmapped = real->clEnqueueSVMUnmap(lane->queue, from, 0, NULL, NULL);
    return err != CL_SUCCESS ? err : unmapped;
}

/* What the program's memory holds now, between the guards. */
static cl_int copy_live(struct netcl_lane *lane, const struct netcl_copy *copy,
                        cl_mem to)
{
    if (copy->is_svm)
        return copy_svm(lane, copy, to);
    return lane->real->clEnqueueCopyBuffer(
        lane->queue, copy->root, to, copy->low, NETCL_COPY_GUARD_BYTES,
        copy->high - copy->low, 0, NULL, NULL);
}

static int fill(struct netcl_lane *lane, struct netcl_copy *copy)
{
    cl_int err;

    copy->pristine = netcl_copy_allocate(lane, copy->bytes);
    if (!copy->pristine)
        return -ENOMEM;
    if (copy->is_written) {
        copy->work = netcl_copy_allocate(lane, copy->bytes);
        copy->reference = netcl_copy_allocate(lane, copy->bytes);
        if (!copy->work || !copy->reference)
            return -ENOMEM;
    }
    err = copy_live(lane, copy, copy->pristine);
    if (err == CL_MEM_OBJECT_ALLOCATION_FAILURE || err == CL_OUT_OF_RESOURCES)
        return -ENOMEM;
    return err == CL_SUCCESS ? write_guards(lane, copy) : -EIO;
}

static cl_mem make_view(struct netcl_shadow *shadow,
                        const struct netcl_memory *memory)
{
    cl_buffer_region region = {0, memory->bytes};
    struct netcl_copy *copy = shadow->copies;
    cl_mem view;
    cl_int err;

    while (!netcl_copy_overlaps(copy, memory))
        copy++; /* merge() has put it somewhere */
    region.origin = NETCL_COPY_GUARD_BYTES + memory->origin - copy->low;
    view = netcl_own_part(shadow->lane->real, shadow->lane->context,
                          copy->is_written ? copy->work : copy->pristine,
                          &region, &err);
    return err == CL_SUCCESS ? view : NULL;
}

int netcl_copy_make_views(struct netcl_shadow *shadow)
{
    size_t i;

    for (i = 0; i < shadow->region_count; i++) {
        shadow->view_count++;
        if (!shadow->regions[i].memory.is_buffer)
            continue;
        shadow->views[i] = make_view(shadow, &shadow->regions[i].memory);
        if (!shadow->views[i])
            return -ENOMEM;
    }
    return 0;
}

struct netcl_shadow *netcl_copy_shadow(struct netcl_lane *lane,
                                       const struct netcl_region *regions,
                                       size_t count)
{
    struct netcl_shadow *shadow = calloc(1, sizeof(*shadow));

    if (!shadow)
        return NULL;
    shadow->lane = lane;
    shadow->copies = calloc(count + 1, sizeof(*shadow->copies));
    shadow->views = calloc(count + 1, sizeof(*shadow->views));
    shadow->regions = malloc((count + 1) * sizeof(*shadow->regions));
    if (shadow->copies && shadow->views && shadow->regions &&
        !netcl_album_open(lane, regions, count, &shadow->album)) {
        memcpy(shadow->regions, regions, count * sizeof(*regions));
        shadow->region_count = count;
        return shadow;
    }
    netcl_shadow_close(shadow);
    return NULL;
}

int netcl_shadow_open(struct netcl_lane *lane,
                      const struct netcl_region *regions, size_t count,
                      struct netcl_shadow **out)
{
    struct netcl_shadow *shadow = netcl_copy_shadow(lane, regions, count);
    size_t i;
    int err = 0;

    if (!shadow)
        return -ENOMEM;
    for (i = 0; !err && i < count; i++)
        if (regions[i].memory.is_buffer)
            merge(shadow, &regions[i]);
    if (!err)
        err = check_size(shadow);
    if (!err)
        err = netcl_album_fill(shadow->album);
    for (i = 0; !err && i < shadow->copy_count; i++)
        err = fill(lane, &shadow->copies[i]);
    if (!err)
        err = netcl_copy_make_views(shadow);
    if (!err && lane->real->clFinish(lane->queue) != CL_SUCCESS)
        err = -EIO;
    if (err) {
        netcl_shadow_close(shadow);
        return err;
    }
    *out = shadow;
    return 0;
}

void netcl_shadow_close(struct netcl_shadow *shadow)
{
    const struct netcl_real *real;
    size_t i;

    if (!shadow)
        return;
    real = shadow->lane->real;
    for (i = 0; i < shadow->view_count; i++)
        if (shadow->views[i])
            netcl_own_release_memory(real, shadow->views[i]);
    for (i = 0; i < shadow->copy_count; i++) {
        if (shadow->copies[i].pristine)
            netcl_own_release_memory(real, shadow->copies[i].pristine);
        if (shadow->copies[i].work && !shadow->copies[i].is_work_lent)
            netcl_own_release_memory(real, shadow->copies[i].work);
        if (shadow->copies[i].reference)
            netcl_own_release_memory(real, shadow->copies[i].reference);
    }
    netcl_album_close(shadow->album);
    atomic_fetch_sub(&held_bytes, shadow->held_bytes);
    atomic_fetch_add(&closed, 1);
    free(shadow->views);
    free(shadow->regions);
    free(shadow->copies);
    free(shadow);
}

unsigned netcl_shadow_closed(void)
{
    return atomic_load(&closed);
}

cl_mem netcl_shadow_view(const struct netcl_shadow *shadow, size_t i)
{
    cl_mem image = netcl_album_view(shadow->album, i);

    return image ? image : shadow->views[i];
}

bool netcl_shadow_is_in_place(const struct netcl_shadow *shadow)
{
    size_t i;

    for (i = 0; i < shadow->copy_count; i++)
        if (shadow->copies[i].is_written && shadow->copies[i].is_read)
            return true;
    return netcl_album_is_in_place(shadow->album);
}

static int copy_whole(struct netcl_shadow *shadow, cl_mem from, cl_mem to,
                      size_t bytes)
{
    return shadow->lane->real->clEnqueueCopyBuffer(shadow->lane->queue, from,
                                                   to, 0, 0, bytes, 0, NULL,
                                                   NULL) == CL_SUCCESS
               ? 0
               : -EIO;
}

int netcl_shadow_spoil(struct netcl_shadow *shadow)
{
    static const cl_uint pattern = SPOILT_PATTERN;
    struct netcl_lane *lane = shadow->lane;
    struct netcl_copy *copy = shadow->copies;
    cl_int err = CL_SUCCESS;
    size_t bytes;

    if (!lane->real->clEnqueueFillBuffer)
        return 0; /* OpenCL 1.1 */
    for (; err == CL_SUCCESS && copy < shadow->copies + shadow->copy_count;
         copy++) {
        bytes = (copy->high - copy->low) & ~(sizeof(pattern) - 1);
        if (copy->is_written && !copy->is_read && bytes)
            err = lane->real->clEnqueueFillBuffer(
                lane->queue, copy->pristine, &pattern, sizeof(pattern),
                NETCL_COPY_GUARD_BYTES, bytes, 0, NULL, NULL);
    }
    return err == CL_SUCCESS ? netcl_album_spoil(shadow->album, pattern) : -EIO;
}

int netcl_shadow_is_changed(struct netcl_shadow *shadow, bool *is_changed)
{
    struct netcl_copy *copy = shadow->copies;
    bool is_equal = true;
    int err = 0;

    for (; !err && is_equal && copy < shadow->copies + shadow->copy_count;
         copy++)
        if (copy->is_written)
            err = netcl_compare_buffers(shadow->lane, copy->reference,
                                        copy->pristine, copy->bytes, &is_equal);
    *is_changed = !is_equal;
    return err ? err : netcl_album_is_changed(shadow->album, is_changed);
}

int netcl_shadow_restore(struct netcl_shadow *shadow)
{
    struct netcl_copy *copy = shadow->copies;
    int err = 0;

    for (; !err && copy < shadow->copies + shadow->copy_count; copy++)
        if (copy->is_written)
            err = copy_whole(shadow, copy->pristine, copy->work, copy->bytes);
    return err ? err : netcl_album_restore(shadow->album);
}

int netcl_shadow_keep(struct netcl_shadow *shadow)
{
    struct netcl_copy *copy = shadow->copies;
    int err = 0;

    for (; !err && copy < shadow->copies + shadow->copy_count; copy++)
        if (copy->is_written)
            err = copy_whole(shadow, copy->work, copy->reference, copy->bytes);
    return err ? err : netcl_album_keep(shadow->album);
}

int netcl_shadow_keep_live(struct netcl_shadow *shadow)
{
    struct netcl_lane *lane = shadow->lane;
    struct netcl_copy *copy = shadow->copies;
    int err = 0;

    for (; !err && copy < shadow->copies + shadow->copy_count; copy++) {
        if (!copy->is_written)
            continue;
        /* Guards as they should be, for there are none in live memory. */
        err = copy_whole(shadow, copy->pristine, copy->reference, copy->bytes);
        if (!err && copy_live(lane, copy, copy->reference) != CL_SUCCESS)
            err = -EIO;
    }
    if (!err)
        err = netcl_album_keep_live(shadow->album);
    if (!err && lane->real->clFinish(lane->queue) != CL_SUCCESS)
        err = -EIO;
    return err;
}

int netcl_shadow_compare(struct netcl_shadow *shadow, bool *is_equal)
{
    struct netcl_copy *copy = shadow->copies;
    int err = 0;

    *is_equal = true;
    for (; !err && copy < shadow->copies + shadow->copy_count; copy++)
        if (copy->is_written && *is_equal)
            err = netcl_compare_buffers(shadow->lane, copy->reference,
                                        copy->work, copy->bytes, is_equal);
    return err ? err : netcl_album_compare(shadow->album, is_equal);
}

/* Guards have no tolerance. */
static int compare_guards(struct netcl_shadow *shadow,
                          const struct netcl_copy *copy)
{
    unsigned char bytes[2 * (NETCL_COPY_GUARD_BYTES + 16)];
    size_t ends[2] = {0, NETCL_COPY_GUARD_BYTES + (copy->high - copy->low)};
    size_t lengths[2] = {NETCL_COPY_GUARD_BYTES, copy->bytes - ends[1]};
    struct netcl_lane *lane = shadow->lane;
    int i;

    for (i = 0; i < 2; i++) {
        if (lane->real->clEnqueueReadBuffer(lane->queue, copy->reference,
                                            CL_TRUE, ends[i], lengths[i], bytes,
                                            0, NULL, NULL) != CL_SUCCESS ||
            lane->real->clEnqueueReadBuffer(
                lane->queue, copy->work, CL_TRUE, ends[i], lengths[i],
                bytes + lengths[i], 0, NULL, NULL) != CL_SUCCESS)
            return -EIO;
        if (memcmp(bytes, bytes + lengths[i], lengths[i]))
            return -EDOM;
    }
    return 0;
}

int netcl_shadow_error(struct netcl_shadow *shadow, struct netcl_error *error)
{
    struct netcl_copy *copy = shadow->copies;
    int err = 0;

    memset(error, 0, sizeof(*error));
    for (; !err && copy < shadow->copies + shadow->copy_count; copy++) {
        if (!copy->is_written)
            continue;
        err = compare_guards(shadow, copy);
        if (!err)
            err =
                netcl_compare_error(shadow->lane, copy->reference, copy->work,
                                    NETCL_COPY_GUARD_BYTES,
                                    copy->high - copy->low, copy->type, error);
    }
    return err ? err : netcl_album_error(shadow->album, error);
}
