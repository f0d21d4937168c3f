/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "inject.h"

#include <stdlib.h>
#include <string.h>

void fakecl_context_destroy(cl_context context)
{
    fakecl_owe(&context->callbacks);
}

static cl_int copy_properties(cl_context context,
                              const cl_context_properties *properties)
{
    size_t n = 0;

    if (!properties)
        return CL_SUCCESS;
    while (properties[n] && n < 6) {
        if (properties[n] == CL_CONTEXT_PLATFORM &&
            !fakecl_is((const void *)properties[n + 1], FAKECL_PLATFORM))
            return CL_INVALID_PLATFORM;
        n += 2;
    }
    context->num_properties = n + 1;
    memcpy(context->properties, properties, n * sizeof(*properties));
    return CL_SUCCESS;
}

static cl_int check_devices(cl_uint num_devices, const cl_device_id *devices)
{
    cl_uint i;

    if (!num_devices || !devices || num_devices > FAKECL_MAX_DEVICES)
        return CL_INVALID_VALUE;
    for (i = 0; i < num_devices; i++)
        if (!fakecl_is(devices[i], FAKECL_DEVICE))
            return CL_INVALID_DEVICE;
    return CL_SUCCESS;
}

static cl_int create_context(const cl_context_properties *properties,
                             cl_uint num_devices, const cl_device_id *devices,
                             cl_context *out)
{
    cl_int err = check_devices(num_devices, devices);
    cl_context context;

    if (err)
        return err;
    fakecl_lock();
    context = fakecl_new(FAKECL_CONTEXT, sizeof(*context));
    fakecl_unlock();
    if (!context)
        return CL_OUT_OF_HOST_MEMORY;
    context->num_devices = num_devices;
    memcpy(context->devices, devices, num_devices * sizeof(*devices));
    err = copy_properties(context, properties);
    if (err)
        fakecl_release(context, FAKECL_CONTEXT);
    else
        *out = context;
    return err;
}

cl_context CL_API_CALL fakecl_clCreateContext(
    const cl_context_properties *properties, cl_uint num_devices,
    const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user_data, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateContext);
    cl_context context = NULL;

    if (!err && !notify && user_data)
        err = CL_INVALID_VALUE;
    if (!err)
        err = create_context(properties, num_devices, devices, &context);
    FAKECL_LOG_NEW(clCreateContext, err, context, "devices=%u", num_devices);
    if (errcode_ret)
        *errcode_ret = err;
    return context;
}

cl_context CL_API_CALL fakecl_clCreateContextFromType(
    const cl_context_properties *properties, cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user_data, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateContextFromType);
    cl_device_id devices[FAKECL_MAX_DEVICES];
    cl_context context = NULL;
    cl_uint i;

    if (!err && !notify && user_data)
        err = CL_INVALID_VALUE;
    if (!err && !(type & (fakecl_config.type | CL_DEVICE_TYPE_DEFAULT)))
        err = CL_DEVICE_NOT_FOUND;
    for (i = 0; i < fakecl_config.num_devices; i++)
        devices[i] = &fakecl_devices[i];
    if (!err)
        err = create_context(properties, i, devices, &context);
    FAKECL_LOG_NEW(clCreateContextFromType, err, context, "type=0x%llx",
                   (unsigned long long)type);
    if (errcode_ret)
        *errcode_ret = err;
    return context;
}

cl_int CL_API_CALL fakecl_clRetainContext(cl_context context)
{
    cl_int err = FAKECL_ENTER(clRetainContext);

    if (!err)
        err = fakecl_retain(context, FAKECL_CONTEXT);
    FAKECL_LOG(clRetainContext, err, "context=0x%x", fakecl_id(context));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseContext(cl_context context)
{
    cl_int err = FAKECL_ENTER(clReleaseContext);
    unsigned id = fakecl_id(context);

    if (!err)
        err = fakecl_release(context, FAKECL_CONTEXT);
    FAKECL_LOG(clReleaseContext, err, "context=0x%x", id);
    return err;
}

static cl_int context_info(cl_context context, cl_context_info param,
                           const struct fakecl_query *query)
{
    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (param) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return fakecl_answer_uint(query, context->object.refs);
    case CL_CONTEXT_NUM_DEVICES:
        return fakecl_answer_uint(query, context->num_devices);
    case CL_CONTEXT_DEVICES:
        return fakecl_answer(query, context->devices,
                             context->num_devices * sizeof(cl_device_id));
    case CL_CONTEXT_PROPERTIES:
        return fakecl_answer(query, context->properties,
                             context->num_properties *
                                 sizeof(context->properties[0]));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetContextInfo(cl_context context,
                                           cl_context_info param, size_t size,
                                           void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetContextInfo);

    if (!err)
        err = context_info(context, param, &query);
    FAKECL_LOG(clGetContextInfo, err, "context=0x%x param=0x%x",
               fakecl_id(context), param);
    return err;
}

cl_int CL_API_CALL fakecl_clSetContextDestructorCallback(
    cl_context context, void(CL_CALLBACK *notify)(cl_context, void *),
    void *user_data)
{
    cl_int err = FAKECL_ENTER(clSetContextDestructorCallback);
    struct fakecl_callback *callback = NULL;

    if (!err && !fakecl_is(context, FAKECL_CONTEXT))
        err = CL_INVALID_CONTEXT;
    if (!err && !notify)
        err = CL_INVALID_VALUE;
    if (!err)
        callback = calloc(1, sizeof(*callback));
    if (callback) {
        callback->on_context = notify;
        callback->handle = context;
        callback->user_data = user_data;
        fakecl_lock();
        callback->next = context->callbacks;
        context->callbacks = callback;
        fakecl_unlock();
    }
    FAKECL_LOG(clSetContextDestructorCallback, err, "context=0x%x",
               fakecl_id(context));
    return err;
}
