/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "inject.h"

#include <string.h>

#define KNOWN_PROPERTIES                                                       \
    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)

void fakecl_queue_destroy(cl_command_queue queue)
{
    fakecl_queue_unlist(queue);
    fakecl_drop(queue->context);
}

static bool has_device(cl_context context, cl_device_id device)
{
    cl_uint i;

    for (i = 0; i < context->num_devices; i++)
        if (context->devices[i] == device)
            return true;
    return false;
}

static cl_int create_queue(cl_context context, cl_device_id device,
                           cl_command_queue_properties properties,
                           cl_command_queue *out)
{
    cl_command_queue queue;

    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!fakecl_is(device, FAKECL_DEVICE) || !has_device(context, device))
        return CL_INVALID_DEVICE;
    if (properties & ~(cl_command_queue_properties)KNOWN_PROPERTIES)
        return CL_INVALID_VALUE;
    fakecl_lock();
    queue = fakecl_new(FAKECL_QUEUE, sizeof(*queue));
    if (queue) {
        queue->context = context;
        queue->device = device;
        queue->properties = properties;
        fakecl_hold(context);
        fakecl_queue_list(queue);
        *out = queue;
    }
    fakecl_unlock();
    return queue ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_command_queue CL_API_CALL fakecl_clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateCommandQueue);
    cl_command_queue queue = NULL;

    if (!err)
        err = create_queue(context, device, properties, &queue);
    FAKECL_LOG_NEW(clCreateCommandQueue, err, queue,
                   "context=0x%x device=0x%x properties=0x%llx",
                   fakecl_id(context), fakecl_id(device),
                   (unsigned long long)properties);
    if (errcode_ret)
        *errcode_ret = err;
    return queue;
}

/* Count the list with its final zero; the bits it asks for go to *bits. */
static cl_int read_properties(const cl_queue_properties *list, size_t *count,
                              cl_command_queue_properties *bits)
{
    size_t n = 0;

    *bits = 0;
    *count = 0;
    if (!list)
        return CL_SUCCESS;
    for (; list[n]; n += 2) {
        if (list[n] != CL_QUEUE_PROPERTIES || n > 4)
            return CL_INVALID_VALUE;
        *bits = list[n + 1];
    }
    *count = n + 1;
    return CL_SUCCESS;
}

cl_command_queue CL_API_CALL fakecl_clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device,
    const cl_queue_properties *properties, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateCommandQueueWithProperties);
    cl_command_queue_properties bits = 0;
    cl_command_queue queue = NULL;
    size_t count = 0;

    if (!err)
        err = read_properties(properties, &count, &bits);
    if (!err)
        err = create_queue(context, device, bits, &queue);
    if (queue && count) {
        queue->num_asked = count;
        memcpy(queue->asked, properties, count * sizeof(*properties));
    }
    FAKECL_LOG_NEW(clCreateCommandQueueWithProperties, err, queue,
                   "context=0x%x device=0x%x properties=0x%llx",
                   fakecl_id(context), fakecl_id(device),
                   (unsigned long long)bits);
    if (errcode_ret)
        *errcode_ret = err;
    return queue;
}

cl_int CL_API_CALL fakecl_clRetainCommandQueue(cl_command_queue queue)
{
    cl_int err = FAKECL_ENTER(clRetainCommandQueue);

    if (!err)
        err = fakecl_retain(queue, FAKECL_QUEUE);
    FAKECL_LOG(clRetainCommandQueue, err, "queue=0x%x", fakecl_id(queue));
    return err;
}

/* An implicit flush, as the standard has it. */
static cl_int release_queue(cl_command_queue queue)
{
    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    fakecl_lock();
    fakecl_queue_flush(queue);
    fakecl_unlock();
    return fakecl_release(queue, FAKECL_QUEUE);
}

cl_int CL_API_CALL fakecl_clReleaseCommandQueue(cl_command_queue queue)
{
    cl_int err = FAKECL_ENTER(clReleaseCommandQueue);
    unsigned id = fakecl_id(queue);

    if (!err)
        err = release_queue(queue);
    FAKECL_LOG(clReleaseCommandQueue, err, "queue=0x%x", id);
    return err;
}

static cl_int queue_info(cl_command_queue queue, cl_command_queue_info param,
                         const struct fakecl_query *query)
{
    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (param) {
    case CL_QUEUE_CONTEXT:
        return fakecl_answer_handle(query, queue->context);
    case CL_QUEUE_DEVICE:
        return fakecl_answer_handle(query, queue->device);
    case CL_QUEUE_REFERENCE_COUNT:
        return fakecl_answer_uint(query, queue->object.refs);
    case CL_QUEUE_PROPERTIES:
        return fakecl_answer_ulong(query, queue->properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return fakecl_answer(query, queue->asked,
                             queue->num_asked * sizeof(queue->asked[0]));
    case CL_QUEUE_DEVICE_DEFAULT:
        return fakecl_answer_handle(query, NULL);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetCommandQueueInfo(cl_command_queue queue,
                                                cl_command_queue_info param,
                                                size_t size, void *value,
                                                size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetCommandQueueInfo);

    if (!err)
        err = queue_info(queue, param, &query);
    FAKECL_LOG(clGetCommandQueueInfo, err, "queue=0x%x param=0x%x",
               fakecl_id(queue), param);
    return err;
}

cl_int CL_API_CALL fakecl_clFlush(cl_command_queue queue)
{
    cl_int err = FAKECL_ENTER(clFlush);

    if (!err && !fakecl_is(queue, FAKECL_QUEUE))
        err = CL_INVALID_COMMAND_QUEUE;
    if (!err) {
        fakecl_lock();
        fakecl_queue_flush(queue);
        fakecl_unlock();
    }
    FAKECL_LOG(clFlush, err, "queue=0x%x", fakecl_id(queue));
    return err;
}

cl_int CL_API_CALL fakecl_clFinish(cl_command_queue queue)
{
    cl_int err = FAKECL_ENTER(clFinish);

    if (!err && !fakecl_is(queue, FAKECL_QUEUE))
        err = CL_INVALID_COMMAND_QUEUE;
    if (!err) {
        fakecl_lock();
        fakecl_hold(queue);
        fakecl_queue_flush(queue);
        while (queue->head)
            fakecl_wait();
        fakecl_drop(queue);
        fakecl_unlock();
    }
    FAKECL_LOG(clFinish, err, "queue=0x%x", fakecl_id(queue));
    return err;
}
