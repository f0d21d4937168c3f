/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "image.h"
#include "inject.h"

#include <stdlib.h>
#include <string.h>

/* The virtual bus: 1 us to start, then 10 bytes a nanosecond. */
#define START_NS 1000
#define BYTES_PER_NS 10

static cl_int run_transfer(struct fakecl_command *command)
{
    const struct fakecl_transfer *transfer = command->transfer;
    size_t at;

    if (!transfer->pattern_size)
        memmove(transfer->to, transfer->from, transfer->size);
    else
        for (at = 0; at < transfer->size; at += transfer->pattern_size)
            memcpy(transfer->to + at, transfer->pattern,
                   transfer->pattern_size);
    if (command->is_wrong && transfer->size)
        transfer->to[0] ^= 0x01;
    return CL_COMPLETE;
}

void *fakecl_keep_mems(const void *what, size_t size)
{
    cl_mem *copy = malloc(size);
    int i;

    if (!copy)
        return NULL;
    memcpy(copy, what, size);
    for (i = 0; i < 2; i++)
        if (copy[i])
            fakecl_hold(copy[i]);
    return copy;
}

void fakecl_drop_mems(void *what)
{
    cl_mem *mems = what;

    fakecl_drop(mems[0]);
    fakecl_drop(mems[1]);
    free(what);
}

static cl_int keep_transfer(struct fakecl_command *command)
{
    command->transfer =
        fakecl_keep_mems(command->transfer, sizeof(*command->transfer));
    return command->transfer ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static void drop_transfer(struct fakecl_command *command)
{
    fakecl_drop_mems(command->transfer);
}

static const struct fakecl_action transfer_action = {
    run_transfer, keep_transfer, drop_transfer};

static struct fakecl_command new_command(cl_command_queue queue,
                                         cl_command_type type, bool is_blocking,
                                         struct fakecl_transfer *transfer)
{
    struct fakecl_command command = {.action = &transfer_action,
                                     .queue = queue,
                                     .type = type,
                                     .is_blocking = is_blocking};

    command.transfer = transfer;
    command.duration_ns = START_NS + transfer->size / BYTES_PER_NS;
    return command;
}

static cl_int check(cl_command_queue queue, cl_mem mem, size_t offset,
                    size_t size)
{
    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (!fakecl_is(mem, FAKECL_MEM) || mem->image)
        return CL_INVALID_MEM_OBJECT;
    if (mem->context != queue->context)
        return CL_INVALID_CONTEXT;
    if (offset > mem->size || size > mem->size - offset)
        return CL_INVALID_VALUE;
    return size || fakecl_config.version > 20 ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int check_host(cl_mem mem, cl_mem_flags denied, const void *ptr)
{
    if (mem->flags & (denied | CL_MEM_HOST_NO_ACCESS))
        return CL_INVALID_OPERATION;
    return ptr ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int CL_API_CALL fakecl_clEnqueueReadBuffer(cl_command_queue queue,
                                              cl_mem mem, cl_bool blocking,
                                              size_t offset, size_t size,
                                              void *ptr, cl_uint num_waits,
                                              const cl_event *waits,
                                              cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueReadBuffer);

    if (!err)
        err = check(queue, mem, offset, size);
    if (!err)
        err = check_host(mem, CL_MEM_HOST_WRITE_ONLY, ptr);
    if (!err) {
        struct fakecl_transfer transfer = {
            {mem}, mem->data + offset, ptr, size, 0, {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_READ_BUFFER, blocking, &transfer);

        err = fakecl_submit(&command, num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueReadBuffer, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x blocking=%u offset=%zu size=%zu "
                   "waits=%u",
                   fakecl_id(queue), fakecl_id(mem), blocking, offset, size,
                   num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueWriteBuffer(
    cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset,
    size_t size, const void *ptr, cl_uint num_waits, const cl_event *waits,
    cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueWriteBuffer);

    if (!err)
        err = check(queue, mem, offset, size);
    if (!err)
        err = check_host(mem, CL_MEM_HOST_READ_ONLY, ptr);
    if (!err) {
        struct fakecl_transfer transfer = {{mem}, ptr, mem->data + offset,
                                           size,  0,   {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_WRITE_BUFFER, blocking, &transfer);

        err = fakecl_submit(&command, num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueWriteBuffer, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x blocking=%u offset=%zu size=%zu "
                   "waits=%u",
                   fakecl_id(queue), fakecl_id(mem), blocking, offset, size,
                   num_waits);
    return err;
}

/* The bytes that both ranges have in the root allocation. */
static bool overlaps(const struct fakecl_transfer *transfer)
{
    return transfer->from < transfer->to + transfer->size &&
           transfer->to < transfer->from + transfer->size;
}

cl_int CL_API_CALL fakecl_clEnqueueCopyBuffer(
    cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset,
    size_t dst_offset, size_t size, cl_uint num_waits, const cl_event *waits,
    cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueCopyBuffer);

    if (!err)
        err = check(queue, src, src_offset, size);
    if (!err)
        err = check(queue, dst, dst_offset, size);
    if (!err) {
        struct fakecl_transfer transfer = {
            {src, dst}, src->data + src_offset, dst->data + dst_offset, size, 0,
            {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_COPY_BUFFER, false, &transfer);

        err = overlaps(&transfer)
                  ? CL_MEM_COPY_OVERLAP
                  : fakecl_submit(&command, num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueCopyBuffer, err, event && !err ? *event : NULL,
                   "queue=0x%x src=0x%x dst=0x%x src_offset=%zu "
                   "dst_offset=%zu size=%zu waits=%u",
                   fakecl_id(queue), fakecl_id(src), fakecl_id(dst), src_offset,
                   dst_offset, size, num_waits);
    return err;
}

static cl_int check_pattern(const void *pattern, size_t pattern_size,
                            size_t offset, size_t size)
{
    bool is_power = pattern_size && !(pattern_size & (pattern_size - 1));

    if (!pattern || !is_power || pattern_size > FAKECL_MAX_PATTERN)
        return CL_INVALID_VALUE;
    return offset % pattern_size || size % pattern_size ? CL_INVALID_VALUE
                                                        : CL_SUCCESS;
}

cl_int CL_API_CALL fakecl_clEnqueueFillBuffer(
    cl_command_queue queue, cl_mem mem, const void *pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint num_waits,
    const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueFillBuffer);

    if (!err)
        err = check(queue, mem, offset, size);
    if (!err)
        err = check_pattern(pattern, pattern_size, offset, size);
    if (!err) {
        struct fakecl_transfer transfer = {
            {mem}, NULL, mem->data + offset, size, pattern_size, {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_FILL_BUFFER, false, &transfer);

        memcpy(transfer.pattern, pattern, pattern_size);
        err = fakecl_submit(&command, num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueFillBuffer, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x pattern_size=%zu offset=%zu size=%zu "
                   "waits=%u",
                   fakecl_id(queue), fakecl_id(mem), pattern_size, offset, size,
                   num_waits);
    return err;
}

static cl_int check_map(cl_mem mem, cl_map_flags flags)
{
    bool writes =
        (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;

    if ((flags & CL_MAP_READ) && (mem->flags & CL_MEM_HOST_WRITE_ONLY))
        return CL_INVALID_OPERATION;
    if (writes && (mem->flags & CL_MEM_HOST_READ_ONLY))
        return CL_INVALID_OPERATION;
    return mem->flags & CL_MEM_HOST_NO_ACCESS ? CL_INVALID_OPERATION
                                              : CL_SUCCESS;
}

static void count_map(cl_mem mem, bool is_new)
{
    fakecl_lock();
    if (is_new)
        mem->map_count++;
    else
        mem->map_count--;
    fakecl_unlock();
}

/* The host sees device memory itself, so the command moves nothing. */
void *CL_API_CALL fakecl_clEnqueueMapBuffer(
    cl_command_queue queue, cl_mem mem, cl_bool blocking, cl_map_flags flags,
    size_t offset, size_t size, cl_uint num_waits, const cl_event *waits,
    cl_event *event, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clEnqueueMapBuffer);
    void *ptr = NULL;

    if (!err)
        err = check(queue, mem, offset, size);
    if (!err)
        err = check_map(mem, flags);
    if (!err) {
        struct fakecl_transfer transfer = {{mem}, mem->data, mem->data,
                                           0,     0,         {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_MAP_BUFFER, blocking, &transfer);

        err = fakecl_submit(&command, num_waits, waits, event);
    }
    if (!err) {
        count_map(mem, true);
        ptr = mem->data + offset;
    }
    FAKECL_LOG_NEW(clEnqueueMapBuffer, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x blocking=%u flags=0x%llx offset=%zu "
                   "size=%zu waits=%u",
                   fakecl_id(queue), fakecl_id(mem), blocking,
                   (unsigned long long)flags, offset, size, num_waits);
    if (errcode_ret)
        *errcode_ret = err;
    return ptr;
}

static bool is_mapped(cl_mem mem, const unsigned char *ptr)
{
    return mem->map_count > 0 && ptr >= mem->data &&
           ptr < mem->data + mem->size;
}

cl_int CL_API_CALL fakecl_clEnqueueUnmapMemObject(cl_command_queue queue,
                                                  cl_mem mem, void *ptr,
                                                  cl_uint num_waits,
                                                  const cl_event *waits,
                                                  cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueUnmapMemObject);

    if (!err)
        err = check(queue, mem, 0, 1);
    if (!err && !is_mapped(mem, ptr))
        err = CL_INVALID_VALUE;
    if (!err) {
        struct fakecl_transfer transfer = {{mem}, mem->data, mem->data,
                                           0,     0,         {0}};
        struct fakecl_command command =
            new_command(queue, CL_COMMAND_UNMAP_MEM_OBJECT, false, &transfer);

        err = fakecl_submit(&command, num_waits, waits, event);
    }
    if (!err)
        count_map(mem, false);
    FAKECL_LOG_NEW(clEnqueueUnmapMemObject, err, event && !err ? *event : NULL,
                   "queue=0x%x mem=0x%x waits=%u", fakecl_id(queue),
                   fakecl_id(mem), num_waits);
    return err;
}
