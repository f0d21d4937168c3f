/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tune/copy.h"
#include "tune/random.h"

#define MOST_BYTES ((size_t)1 << 20)
/* Fewer than so many with a last bit set say nothing. */
#define LEAST_ROUNDED 16

static size_t size_of(enum netcl_scalar type)
{
    return type == NETCL_SCALAR_DOUBLE ? 8 : type == NETCL_SCALAR_FLOAT ? 4 : 2;
}

/* Little-endian: the last bits of the mantissa come first. */
static size_t count_rounded(const unsigned char *before,
                            const unsigned char *after, size_t bytes,
                            enum netcl_scalar type)
{
    size_t i, size = size_of(type), count = 0;
    unsigned char mask = type == NETCL_SCALAR_HALF ? 0x0f : 0xff;

    for (i = 0; i + size <= bytes; i += size)
        count += (after[i] & mask) && memcmp(before + i, after + i, size);
    return count;
}

static int read(struct netcl_lane *lane, cl_mem from, size_t offset,
                size_t bytes, void *to)
{
    return lane->real->clEnqueueReadBuffer(lane->queue, from, CL_TRUE, offset,
                                           bytes, to, 0, NULL,
                                           NULL) == CL_SUCCESS
               ? 0
               : -EIO;
}

static int look_at(const struct netcl_shadow *shadow,
                   const struct netcl_region *region, size_t *rounded)
{
    const struct netcl_copy *at = shadow->copies;
    size_t offset, bytes = region->memory.bytes;
    unsigned char *before;
    int err;

    while (!netcl_copy_overlaps(at, &region->memory))
        at++;
    offset = NETCL_COPY_GUARD_BYTES + region->memory.origin - at->low;
    bytes = bytes < MOST_BYTES ? bytes : MOST_BYTES;
    before = malloc(2 * bytes + 1);
    if (!before)
        return -ENOMEM;
    err = read(shadow->lane, at->pristine, offset, bytes, before);
    if (!err)
        err = read(shadow->lane, at->reference, offset, bytes, before + bytes);
    if (!err)
        *rounded += count_rounded(before, before + bytes, bytes, region->type);
    free(before);
    return err;
}

int netcl_plain_look(const struct netcl_shadow *shadow, bool *is_plain)
{
    const struct netcl_region *region = shadow->regions;
    size_t i, reals = 0, rounded = 0;
    int err = 0;

    for (i = 0; !err && i < shadow->region_count; i++, region++) {
        if (!region->memory.is_buffer || !region->is_written ||
            !netcl_random_has(region->type))
            continue;
        reals++;
        err = look_at(shadow, region, &rounded);
    }
    *is_plain = reals && rounded < LEAST_ROUNDED;
    return err;
}
