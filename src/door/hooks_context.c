/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cl/own.h"
#include "door/hooks.h"
#include "track/track.h"

cl_context netcl_hook_clCreateContext(
    const struct netcl_real *real, const cl_context_properties *properties,
    cl_uint device_count, const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user_data, cl_int *error)
{
    cl_context context = real->clCreateContext(
        properties, device_count, devices, notify, user_data, error);

    if (context)
        netcl_context_created(context);
    return context;
}

cl_context netcl_hook_clCreateContextFromType(
    const struct netcl_real *real, const cl_context_properties *properties,
    cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user_data, cl_int *error)
{
    cl_context context = real->clCreateContextFromType(
        properties, type, notify, user_data, error);

    if (context)
        netcl_context_created(context);
    return context;
}

cl_int netcl_hook_clRetainContext(const struct netcl_real *real,
                                  cl_context context)
{
    cl_int err = real->clRetainContext(context);

    if (err == CL_SUCCESS)
        netcl_context_retained(context);
    return err;
}

/* Before the driver's release: afterwards the handle may be reused. */
cl_int netcl_hook_clReleaseContext(const struct netcl_real *real,
                                   cl_context context)
{
    netcl_context_releasing(context);
    return real->clReleaseContext(context);
}

cl_int netcl_hook_clGetContextInfo(const struct netcl_real *real,
                                   cl_context context, cl_context_info name,
                                   size_t size, void *value, size_t *size_ret)
{
    cl_int err = real->clGetContextInfo(context, name, size, value, size_ret);
    cl_uint count;

    if (err == CL_SUCCESS && name == CL_CONTEXT_REFERENCE_COUNT && value) {
        memcpy(&count, value, sizeof(count));
        count -= netcl_own_references(context);
        memcpy(value, &count, sizeof(count));
    }
    return err;
}
