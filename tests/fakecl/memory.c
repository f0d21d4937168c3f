/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "image.h"
#include "inject.h"

#include <stdlib.h>
#include <string.h>

/* What new device memory holds; zeroes would hide a missing write. */
#define JUNK 0xcd

#define ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_FLAGS                                                             \
    (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define POINTER_FLAGS                                                          \
    (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

static bool has_several(cl_mem_flags flags)
{
    return (flags & (flags - 1)) != 0;
}

cl_int fakecl_mem_check(cl_mem_flags flags, const void *host_ptr)
{
    bool wants_ptr =
        (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;

    if (flags & ~(cl_mem_flags)(ACCESS_FLAGS | HOST_FLAGS | POINTER_FLAGS))
        return CL_INVALID_VALUE;
    if (has_several(flags & ACCESS_FLAGS) || has_several(flags & HOST_FLAGS))
        return CL_INVALID_VALUE;
    if ((flags & CL_MEM_USE_HOST_PTR) &&
        (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return CL_INVALID_VALUE;
    return wants_ptr == (host_ptr != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

void fakecl_mem_destroy(cl_mem mem)
{
    if (!mem->parent) {
        fakecl_state.used_bytes -= mem->size;
        if (!(mem->flags & CL_MEM_USE_HOST_PTR))
            free(mem->data);
    }
    mem->data = NULL;
    free(mem->image);
    fakecl_owe(&mem->callbacks);
    fakecl_drop(mem->parent);
    fakecl_drop(mem->context);
}

static cl_int fill_new(cl_mem mem)
{
    size_t rounded = (mem->size + FAKECL_ALIGN_BYTES - 1) / FAKECL_ALIGN_BYTES *
                     FAKECL_ALIGN_BYTES;

    if (mem->flags & CL_MEM_USE_HOST_PTR) {
        mem->data = mem->host_ptr;
        return CL_SUCCESS;
    }
    mem->data = aligned_alloc(FAKECL_ALIGN_BYTES, rounded);
    if (!mem->data)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (mem->flags & CL_MEM_COPY_HOST_PTR)
        memcpy(mem->data, mem->host_ptr, mem->size);
    else
        memset(mem->data, JUNK, mem->size);
    return CL_SUCCESS;
}

cl_int fakecl_mem_make(cl_context context, cl_mem_flags flags, size_t size,
                       void *host_ptr, cl_mem *out)
{
    cl_int err;
    cl_mem mem;

    if (size > fakecl_config.mem_bytes - fakecl_state.used_bytes)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    mem = fakecl_new(FAKECL_MEM, sizeof(*mem));
    if (!mem)
        return CL_OUT_OF_HOST_MEMORY;
    mem->flags = flags & ACCESS_FLAGS ? flags : flags | CL_MEM_READ_WRITE;
    mem->size = size;
    mem->host_ptr = host_ptr;
    mem->context = context;
    fakecl_hold(context);
    fakecl_state.used_bytes += size;
    err = fill_new(mem);
    /* Only an explicit USE_HOST_PTR may be asked for again. */
    if (!(flags & CL_MEM_USE_HOST_PTR))
        mem->host_ptr = NULL;
    *out = mem;
    return err;
}

static cl_int create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                            void *host_ptr, cl_mem *out)
{
    cl_int err = fakecl_mem_check(flags, host_ptr);
    cl_mem mem = NULL;

    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!size)
        return CL_INVALID_BUFFER_SIZE;
    if (err)
        return err;
    fakecl_lock();
    err = fakecl_mem_make(context, flags, size, host_ptr, &mem);
    fakecl_unlock();
    if (err && mem)
        fakecl_release(mem, FAKECL_MEM);
    else if (!err)
        *out = mem;
    return err;
}

cl_mem CL_API_CALL fakecl_clCreateBuffer(cl_context context, cl_mem_flags flags,
                                         size_t size, void *host_ptr,
                                         cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateBuffer);
    cl_mem mem = NULL;

    if (!err)
        err = create_buffer(context, flags, size, host_ptr, &mem);
    FAKECL_LOG_NEW(clCreateBuffer, err, mem,
                   "context=0x%x flags=0x%llx size=%zu", fakecl_id(context),
                   (unsigned long long)flags, size);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_mem CL_API_CALL fakecl_clCreateBufferWithProperties(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    size_t size, void *host_ptr, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateBufferWithProperties);
    cl_mem mem = NULL;

    if (!err && properties && properties[0])
        err = CL_INVALID_PROPERTY;
    if (!err)
        err = create_buffer(context, flags, size, host_ptr, &mem);
    FAKECL_LOG_NEW(clCreateBufferWithProperties, err, mem,
                   "context=0x%x flags=0x%llx size=%zu", fakecl_id(context),
                   (unsigned long long)flags, size);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

static cl_int check_region(cl_mem parent, const cl_buffer_region *region)
{
    if (!region)
        return CL_INVALID_VALUE;
    if (!region->size)
        return CL_INVALID_BUFFER_SIZE;
    if (region->origin > parent->size ||
        region->size > parent->size - region->origin)
        return CL_INVALID_VALUE;
    if (region->origin % FAKECL_ALIGN_BYTES)
        return CL_MISALIGNED_SUB_BUFFER_OFFSET;
    return CL_SUCCESS;
}

/* What the sub-buffer does not say, it has from its parent. */
static cl_mem_flags inherit(cl_mem_flags flags, cl_mem_flags parent)
{
    if (!(flags & ACCESS_FLAGS))
        flags |= parent & ACCESS_FLAGS;
    if (!(flags & HOST_FLAGS))
        flags |= parent & HOST_FLAGS;
    return flags | (parent & POINTER_FLAGS);
}

static cl_int create_sub_buffer(cl_mem parent, cl_mem_flags flags,
                                const cl_buffer_region *region, cl_mem *out)
{
    cl_int err;
    cl_mem mem;

    if (!fakecl_is(parent, FAKECL_MEM) || parent->parent || parent->image)
        return CL_INVALID_MEM_OBJECT;
    if ((flags & POINTER_FLAGS) || fakecl_mem_check(flags, NULL))
        return CL_INVALID_VALUE;
    err = check_region(parent, region);
    if (err)
        return err;
    fakecl_lock();
    mem = fakecl_new(FAKECL_MEM, sizeof(*mem));
    if (mem) {
        fakecl_hold(parent);
        fakecl_hold(parent->context);
        mem->parent = parent;
        mem->context = parent->context;
        mem->flags = inherit(flags, parent->flags);
        mem->offset = region->origin;
        mem->size = region->size;
        mem->data = parent->data + region->origin;
        if (parent->host_ptr)
            mem->host_ptr = (char *)parent->host_ptr + region->origin;
        *out = mem;
    }
    fakecl_unlock();
    return mem ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_mem CL_API_CALL fakecl_clCreateSubBuffer(cl_mem parent, cl_mem_flags flags,
                                            cl_buffer_create_type type,
                                            const void *info,
                                            cl_int *errcode_ret)
{
    const cl_buffer_region *region = info;
    cl_int err = FAKECL_ENTER(clCreateSubBuffer);
    cl_mem mem = NULL;

    if (!err && type != CL_BUFFER_CREATE_TYPE_REGION)
        err = CL_INVALID_VALUE;
    if (!err)
        err = create_sub_buffer(parent, flags, region, &mem);
    FAKECL_LOG_NEW(clCreateSubBuffer, err, mem, "mem=0x%x origin=%zu size=%zu",
                   fakecl_id(parent), region ? region->origin : 0,
                   region ? region->size : 0);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_int CL_API_CALL fakecl_clRetainMemObject(cl_mem mem)
{
    cl_int err = FAKECL_ENTER(clRetainMemObject);

    if (!err)
        err = fakecl_retain(mem, FAKECL_MEM);
    FAKECL_LOG(clRetainMemObject, err, "mem=0x%x", fakecl_id(mem));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseMemObject(cl_mem mem)
{
    cl_int err = FAKECL_ENTER(clReleaseMemObject);
    unsigned id = fakecl_id(mem);

    if (!err)
        err = fakecl_release(mem, FAKECL_MEM);
    FAKECL_LOG(clReleaseMemObject, err, "mem=0x%x", id);
    return err;
}

static cl_int mem_info(cl_mem mem, cl_mem_info param,
                       const struct fakecl_query *query)
{
    if (!fakecl_is(mem, FAKECL_MEM))
        return CL_INVALID_MEM_OBJECT;
    switch (param) {
    case CL_MEM_TYPE:
        return fakecl_answer_uint(query, mem->image ? mem->image->type
                                                    : CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS:
        return fakecl_answer_ulong(query, mem->flags);
    case CL_MEM_SIZE:
        return fakecl_answer_size(query, mem->size);
    case CL_MEM_HOST_PTR:
        return fakecl_answer_handle(query, mem->host_ptr);
    case CL_MEM_MAP_COUNT:
        return fakecl_answer_uint(query, mem->map_count);
    case CL_MEM_REFERENCE_COUNT:
        return fakecl_answer_uint(query, mem->object.refs);
    case CL_MEM_CONTEXT:
        return fakecl_answer_handle(query, mem->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return fakecl_answer_handle(query, mem->parent);
    case CL_MEM_OFFSET:
        return fakecl_answer_size(query, mem->offset);
    case CL_MEM_USES_SVM_POINTER:
        return fakecl_answer_uint(query, CL_FALSE);
    case CL_MEM_PROPERTIES:
        return fakecl_answer(query, NULL, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetMemObjectInfo(cl_mem mem, cl_mem_info param,
                                             size_t size, void *value,
                                             size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetMemObjectInfo);

    if (!err)
        err = mem_info(mem, param, &query);
    FAKECL_LOG(clGetMemObjectInfo, err, "mem=0x%x param=0x%x", fakecl_id(mem),
               param);
    return err;
}

cl_int CL_API_CALL fakecl_clSetMemObjectDestructorCallback(
    cl_mem mem, void(CL_CALLBACK *notify)(cl_mem, void *), void *user_data)
{
    cl_int err = FAKECL_ENTER(clSetMemObjectDestructorCallback);
    struct fakecl_callback *callback = NULL;

    if (!err && !fakecl_is(mem, FAKECL_MEM))
        err = CL_INVALID_MEM_OBJECT;
    if (!err && !notify)
        err = CL_INVALID_VALUE;
    if (!err)
        callback = calloc(1, sizeof(*callback));
    if (callback) {
        callback->on_mem = notify;
        callback->handle = mem;
        callback->user_data = user_data;
        fakecl_lock();
        callback->next = mem->callbacks;
        mem->callbacks = callback;
        fakecl_unlock();
    }
    FAKECL_LOG(clSetMemObjectDestructorCallback, err, "mem=0x%x",
               fakecl_id(mem));
    return err;
}
