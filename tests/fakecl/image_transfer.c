/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "image.h"
#include "inject.h"

#include <stdlib.h>
#include <string.h>

/* As buffers have it: 1 us to start, then 10 bytes a nanosecond. */
#define START_NS 1000
#define BYTES_PER_NS 10

/* ---- blocks on their way ------------------------------------------------ */

static cl_int run_block(struct fakecl_command *command)
{
    const struct fakecl_block *block = command->block;
    size_t y, z;

    for (z = 0; z < block->slices; z++)
        for (y = 0; y < block->rows; y++)
            memcpy(block->to + z * block->to_slice + y * block->to_row,
                   block->from + z * block->from_slice + y * block->from_row,
                   block->row_bytes);
    if (command->is_wrong)
        block->to[0] ^= 0x01;
    return CL_COMPLETE;
}

static cl_int keep_block(struct fakecl_command *command)
{
    command->block = fakecl_keep_mems(command->block, sizeof(*command->block));
    return command->block ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static void drop_block(struct fakecl_command *command)
{
    fakecl_drop_mems(command->block);
}

static const struct fakecl_action block_action = {run_block, keep_block,
                                                  drop_block};

static cl_int submit(cl_command_queue queue, cl_command_type type,
                     bool is_blocking, struct fakecl_block *block,
                     cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    struct fakecl_command command = {.action = &block_action,
                                     .queue = queue,
                                     .type = type,
                                     .is_blocking = is_blocking};

    command.block = block;
    command.duration_ns = START_NS + block->row_bytes * block->rows *
                                         block->slices / BYTES_PER_NS;
    return fakecl_submit(&command, num_waits, waits, event);
}

/* ---- what may be asked for ------------------------------------------------
 */

static cl_int check_objects(cl_command_queue queue, cl_mem mem, bool is_image)
{
    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (!fakecl_is(mem, FAKECL_MEM) || (mem->image != NULL) != is_image)
        return CL_INVALID_MEM_OBJECT;
    return mem->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static cl_int check_image(cl_command_queue queue, cl_mem mem,
                          const size_t *origin, const size_t *region)
{
    cl_int err = check_objects(queue, mem, true);
    int i;

    if (err || !origin || !region)
        return err ? err : CL_INVALID_VALUE;
    for (i = 0; i < 3; i++)
        if (!region[i] || origin[i] > mem->image->size[i] ||
            region[i] > mem->image->size[i] - origin[i])
            return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

static cl_int check_buffer(cl_command_queue queue, cl_mem mem, size_t offset,
                           const struct fakecl_block *block)
{
    size_t bytes = block->row_bytes * block->rows * block->slices;
    cl_int err = check_objects(queue, mem, false);

    if (!err && (offset > mem->size || bytes > mem->size - offset))
        err = CL_INVALID_VALUE;
    return err;
}

/* ---- where the rows lie ----------------------------------------------------
 */

/* The distances in an image, and the first byte of the block in it. */
static unsigned char *locate(cl_mem mem, const size_t *origin, size_t *row,
                             size_t *slice)
{
    const struct fakecl_image *image = mem->image;

    *row = image->width * image->element_bytes;
    *slice = *row * image->size[1];
    return mem->data + origin[2] * *slice + origin[1] * *row +
           origin[0] * image->element_bytes;
}

static struct fakecl_block block_of(cl_mem mem, const size_t *region)
{
    return (struct fakecl_block){.mems = {mem},
                                 .row_bytes =
                                     region[0] * mem->image->element_bytes,
                                 .rows = region[1],
                                 .slices = region[2]};
}

/* The other side of an image: host memory, or that of a buffer. */
struct plain {
    unsigned char *bytes;
    cl_mem buffer;     /* NULL: the host's */
    size_t row, slice; /* pitches; 0 is packed */
    bool is_target;
};

/* An image's part to or from there, or too short pitches: CL_INVALID_VALUE. */
static cl_int join(struct fakecl_block *block, cl_mem mem, const size_t *origin,
                   const struct plain *plain)
{
    size_t row = plain->row ? plain->row : block->row_bytes;
    size_t slice = plain->slice ? plain->slice : row * block->rows;

    if (row < block->row_bytes || slice < row * block->rows)
        return CL_INVALID_VALUE;
    block->mems[1] = plain->buffer;
    if (plain->is_target) {
        block->from = locate(mem, origin, &block->from_row, &block->from_slice);
        block->to = plain->bytes;
        block->to_row = row;
        block->to_slice = slice;
    } else {
        block->to = locate(mem, origin, &block->to_row, &block->to_slice);
        block->from = plain->bytes;
        block->from_row = row;
        block->from_slice = slice;
    }
    return CL_SUCCESS;
}

/* ---- entry points -----------------------------------------------------------
 */

cl_int CL_API_CALL fakecl_clEnqueueReadImage(
    cl_command_queue queue, cl_mem mem, cl_bool blocking, const size_t *origin,
    const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
    cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueReadImage);

    if (!err)
        err = check_image(queue, mem, origin, region);
    if (!err && !ptr)
        err = CL_INVALID_VALUE;
    if (!err) {
        struct fakecl_block block = block_of(mem, region);
        struct plain host = {ptr, NULL, row_pitch, slice_pitch, true};

        err = join(&block, mem, origin, &host);
        if (!err)
            err = submit(queue, CL_COMMAND_READ_IMAGE, blocking, &block,
                         num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueReadImage, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x blocking=%u waits=%u", fakecl_id(queue),
                   fakecl_id(mem), blocking, num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueWriteImage(
    cl_command_queue queue, cl_mem mem, cl_bool blocking, const size_t *origin,
    const size_t *region, size_t row_pitch, size_t slice_pitch, const void *ptr,
    cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueWriteImage);

    if (!err)
        err = check_image(queue, mem, origin, region);
    if (!err && !ptr)
        err = CL_INVALID_VALUE;
    if (!err) {
        struct fakecl_block block = block_of(mem, region);
        struct plain host = {(unsigned char *)ptr, NULL, row_pitch, slice_pitch,
                             false};

        err = join(&block, mem, origin, &host);
        if (!err)
            err = submit(queue, CL_COMMAND_WRITE_IMAGE, blocking, &block,
                         num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueWriteImage, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x blocking=%u waits=%u", fakecl_id(queue),
                   fakecl_id(mem), blocking, num_waits);
    return err;
}

/* Within one image every copy is refused, also one that would not overlap. */
static cl_int check_pair(cl_mem src, cl_mem dst)
{
    if (src == dst)
        return CL_MEM_COPY_OVERLAP;
    return memcmp(&src->image->format, &dst->image->format,
                  sizeof(src->image->format))
               ? CL_IMAGE_FORMAT_MISMATCH
               : CL_SUCCESS;
}

cl_int CL_API_CALL fakecl_clEnqueueCopyImage(
    cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, cl_uint num_waits,
    const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueCopyImage);

    if (!err)
        err = check_image(queue, src, src_origin, region);
    if (!err)
        err = check_image(queue, dst, dst_origin, region);
    if (!err)
        err = check_pair(src, dst);
    if (!err) {
        struct fakecl_block block = block_of(src, region);

        block.mems[1] = dst;
        block.from =
            locate(src, src_origin, &block.from_row, &block.from_slice);
        block.to = locate(dst, dst_origin, &block.to_row, &block.to_slice);
        err = submit(queue, CL_COMMAND_COPY_IMAGE, false, &block, num_waits,
                     waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueCopyImage, err, event && !err ? *event : NULL,
                   "queue=0x%x src=0x%x dst=0x%x waits=%u", fakecl_id(queue),
                   fakecl_id(src), fakecl_id(dst), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueCopyImageToBuffer(
    cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *origin,
    const size_t *region, size_t offset, cl_uint num_waits,
    const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueCopyImageToBuffer);

    if (!err)
        err = check_image(queue, src, origin, region);
    if (!err) {
        struct fakecl_block block = block_of(src, region);

        err = check_buffer(queue, dst, offset, &block);
        if (!err) {
            struct plain bytes = {dst->data + offset, dst, 0, 0, true};

            join(&block, src, origin, &bytes);
            err = submit(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, false, &block,
                         num_waits, waits, event);
        }
    }
    FAKECL_LOG_NEW(
        clEnqueueCopyImageToBuffer, err, event && !err ? *event : NULL,
        "queue=0x%x src=0x%x dst=0x%x offset=%zu waits=%u", fakecl_id(queue),
        fakecl_id(src), fakecl_id(dst), offset, num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueCopyBufferToImage(
    cl_command_queue queue, cl_mem src, cl_mem dst, size_t offset,
    const size_t *origin, const size_t *region, cl_uint num_waits,
    const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueCopyBufferToImage);

    if (!err)
        err = check_image(queue, dst, origin, region);
    if (!err) {
        struct fakecl_block block = block_of(dst, region);

        err = check_buffer(queue, src, offset, &block);
        if (!err) {
            struct plain bytes = {src->data + offset, src, 0, 0, false};

            join(&block, dst, origin, &bytes);
            err = submit(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, false, &block,
                         num_waits, waits, event);
        }
    }
    FAKECL_LOG_NEW(
        clEnqueueCopyBufferToImage, err, event && !err ? *event : NULL,
        "queue=0x%x src=0x%x dst=0x%x offset=%zu waits=%u", fakecl_id(queue),
        fakecl_id(src), fakecl_id(dst), offset, num_waits);
    return err;
}
