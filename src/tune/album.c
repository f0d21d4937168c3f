/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/album.h"

#include <errno.h>
#include <stdlib.h>

#include "cl/image.h"
#include "cl/own.h"
#include "tune/compare.h"
#include "tune/shadow.h"

/* What netcl_compare_buffers() takes. */
#define WORD 16

struct picture {
    cl_mem root; /* the program's */
    struct netcl_image image;
    bool is_read, is_written;
    size_t bytes;  /* packed */
    size_t padded; /* to whole words, of zeros */
    cl_mem work;
    cl_mem pristine, reference, output; /* packed; only where written */
};

struct netcl_album {
    struct netcl_lane *lane;
    struct picture *pictures;
    size_t count;
    int *of_region; /* its picture, or -1 */
    size_t region_count;
};

static bool is_last(const struct netcl_album *album,
                    const struct picture *picture)
{
    return picture == album->pictures + album->count;
}

/* ---- making ------------------------------------------------------------ */

static struct picture *find(struct netcl_album *album, cl_mem root)
{
    struct picture *picture = album->pictures;

    while (!is_last(album, picture) && picture->root != root)
        picture++;
    return picture;
}

static int add(struct netcl_album *album, const struct netcl_region *region,
               int *index)
{
    struct picture *picture = find(album, region->memory.root);

    if (is_last(album, picture)) {
        picture->root = region->memory.root;
        if (!netcl_image_read(album->lane->real, picture->root,
                              &picture->image))
            return -EIO;
        picture->bytes = netcl_image_bytes(&picture->image);
        picture->padded = (picture->bytes + WORD - 1) / WORD * WORD;
        album->count++;
    }
    picture->is_read |= region->is_read;
    picture->is_written |= region->is_written;
    *index = (int)(picture - album->pictures);
    return 0;
}

int netcl_album_open(struct netcl_lane *lane,
                     const struct netcl_region *regions, size_t count,
                     struct netcl_album **out)
{
    struct netcl_album *album = calloc(1, sizeof(*album));
    int err = -ENOMEM;
    size_t i;

    if (!album)
        return err;
    album->lane = lane;
    album->pictures = calloc(count + 1, sizeof(*album->pictures));
    album->of_region = calloc(count + 1, sizeof(*album->of_region));
    if (album->pictures && album->of_region)
        err = 0;
    for (i = 0; !err && i < count; i++) {
        album->of_region[i] = -1;
        if (!regions[i].memory.is_buffer)
            err = add(album, &regions[i], &album->of_region[i]);
    }
    if (err) {
        netcl_album_close(album);
        return err;
    }
    *out = album;
    return 0;
}

static void release(const struct netcl_real *real, cl_mem memory)
{
    if (memory)
        netcl_own_release_memory(real, memory);
}

void netcl_album_close(struct netcl_album *album)
{
    struct picture *picture;

    if (!album)
        return;
    for (picture = album->pictures; picture && !is_last(album, picture);
         picture++) {
        release(album->lane->real, picture->work);
        release(album->lane->real, picture->pristine);
        release(album->lane->real, picture->reference);
        release(album->lane->real, picture->output);
    }
    free(album->pictures);
    free(album->of_region);
    free(album);
}

double netcl_album_bytes(const struct netcl_album *album, size_t *largest)
{
    const struct picture *picture = album->pictures;
    double total = 0;

    for (; !is_last(album, picture); picture++) {
        total += (double)picture->padded * (picture->is_written ? 4 : 1);
        if (picture->padded > *largest)
            *largest = picture->padded;
    }
    return total;
}

/* ---- moving ------------------------------------------------------------- */

static int result_of(cl_int err)
{
    if (err == CL_MEM_OBJECT_ALLOCATION_FAILURE || err == CL_OUT_OF_RESOURCES)
        return -ENOMEM;
    return err == CL_SUCCESS ? 0 : -EIO;
}

/* The elements of an image into a buffer. */
static int pack(struct netcl_album *album, const struct picture *picture,
                cl_mem image, cl_mem buffer)
{
    static const size_t origin[3] = {0, 0, 0};
    struct netcl_lane *lane = album->lane;
    size_t region[3];

    netcl_image_region(&picture->image, region);
    return result_of(lane->real->clEnqueueCopyImageToBuffer(
        lane->queue, image, buffer, origin, region, 0, 0, NULL, NULL));
}

static int unpack(struct netcl_album *album, const struct picture *picture)
{
    static const size_t origin[3] = {0, 0, 0};
    struct netcl_lane *lane = album->lane;
    size_t region[3];

    netcl_image_region(&picture->image, region);
    return result_of(lane->real->clEnqueueCopyBufferToImage(
        lane->queue, picture->pristine, picture->work, 0, origin, region, 0,
        NULL, NULL));
}

static int copy(struct netcl_album *album, const struct picture *picture)
{
    static const size_t origin[3] = {0, 0, 0};
    struct netcl_lane *lane = album->lane;
    size_t region[3];

    netcl_image_region(&picture->image, region);
    return result_of(lane->real->clEnqueueCopyImage(
        lane->queue, picture->root, picture->work, origin, origin, region, 0,
        NULL, NULL));
}

/* A packed buffer, the rest of its last word set. */
static int allocate(struct netcl_lane *lane, const struct picture *picture,
                    cl_mem *out)
{
    static const unsigned char zeros[WORD];
    cl_int err;

    *out = netcl_own_buffer(lane->real, lane->context, picture->padded, &err);
    if (err != CL_SUCCESS) {
        *out = NULL;
        return -ENOMEM;
    }
    if (picture->padded == picture->bytes)
        return 0;
    return result_of(lane->real->clEnqueueWriteBuffer(
        lane->queue, *out, CL_TRUE, picture->bytes,
        picture->padded - picture->bytes, zeros, 0, NULL, NULL));
}

static int fill(struct netcl_album *album, struct picture *picture)
{
    struct netcl_lane *lane = album->lane;
    cl_int status;
    int err;

    picture->work =
        netcl_own_image(lane->real, lane->context, &picture->image, &status);
    if (status != CL_SUCCESS) {
        picture->work = NULL;
        return -ENOMEM;
    }
    if (!picture->is_written)
        return copy(album, picture);
    err = allocate(lane, picture, &picture->pristine);
    if (!err)
        err = allocate(lane, picture, &picture->reference);
    if (!err)
        err = allocate(lane, picture, &picture->output);
    return err ? err : pack(album, picture, picture->root, picture->pristine);
}

int netcl_album_fill(struct netcl_album *album)
{
    struct picture *picture = album->pictures;
    int err = 0;

    for (; !err && !is_last(album, picture); picture++)
        err = fill(album, picture);
    return err;
}

/* ---- using --------------------------------------------------------------- */

cl_mem netcl_album_view(const struct netcl_album *album, size_t i)
{
    return album->of_region[i] < 0 ? NULL
                                   : album->pictures[album->of_region[i]].work;
}

bool netcl_album_is_in_place(const struct netcl_album *album)
{
    const struct picture *picture = album->pictures;

    for (; !is_last(album, picture); picture++)
        if (picture->is_written && picture->is_read)
            return true;
    return false;
}

int netcl_album_spoil(struct netcl_album *album, cl_uint pattern)
{
    struct netcl_lane *lane = album->lane;
    struct picture *picture = album->pictures;
    cl_int err = CL_SUCCESS;
    size_t bytes;

    for (; err == CL_SUCCESS && !is_last(album, picture); picture++) {
        bytes = picture->bytes & ~(sizeof(pattern) - 1);
        if (picture->is_written && !picture->is_read && bytes)
            err = lane->real->clEnqueueFillBuffer(
                lane->queue, picture->pristine, &pattern, sizeof(pattern), 0,
                bytes, 0, NULL, NULL);
    }
    return err == CL_SUCCESS ? 0 : -EIO;
}

int netcl_album_is_changed(struct netcl_album *album, bool *is_changed)
{
    struct picture *picture = album->pictures;
    bool is_equal = true;
    int err = 0;

    for (; !err && is_equal && !is_last(album, picture); picture++)
        if (picture->is_written)
            err = netcl_compare_buffers(album->lane, picture->reference,
                                        picture->pristine, picture->padded,
                                        &is_equal);
    *is_changed |= !is_equal;
    return err;
}

int netcl_album_restore(struct netcl_album *album)
{
    struct picture *picture = album->pictures;
    int err = 0;

    for (; !err && !is_last(album, picture); picture++)
        if (picture->is_written)
            err = unpack(album, picture);
    return err;
}

int netcl_album_keep(struct netcl_album *album)
{
    struct picture *picture = album->pictures;
    int err = 0;

    for (; !err && !is_last(album, picture); picture++)
        if (picture->is_written)
            err = pack(album, picture, picture->work, picture->reference);
    return err;
}

int netcl_album_keep_live(struct netcl_album *album)
{
    struct picture *picture = album->pictures;
    int err = 0;

    for (; !err && !is_last(album, picture); picture++)
        if (picture->is_written)
            err = pack(album, picture, picture->root, picture->reference);
    return err;
}

int netcl_album_compare(struct netcl_album *album, bool *is_equal)
{
    struct picture *picture = album->pictures;
    int err = 0;

    for (; !err && *is_equal && !is_last(album, picture); picture++) {
        if (!picture->is_written)
            continue;
        err = pack(album, picture, picture->work, picture->output);
        if (!err)
            err = netcl_compare_buffers(album->lane, picture->reference,
                                        picture->output, picture->padded,
                                        is_equal);
    }
    return err;
}

int netcl_album_error(struct netcl_album *album, struct netcl_error *error)
{
    struct picture *picture = album->pictures;
    enum netcl_scalar type;
    int err = 0;

    for (; !err && !is_last(album, picture); picture++) {
        if (!picture->is_written)
            continue;
        type = picture->image.format.image_channel_data_type == CL_FLOAT
                   ? NETCL_SCALAR_FLOAT
                   : NETCL_SCALAR_NONE;
        err = pack(album, picture, picture->work, picture->output);
        if (!err)
            err = netcl_compare_error(album->lane, picture->reference,
                                      picture->output, 0, picture->bytes, type,
                                      error);
    }
    return err;
}
