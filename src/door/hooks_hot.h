/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks_hot: the two hooks that programs call a million times. In a header,
 * so that each door has them in place.
 */
#ifndef NETCL_DOOR_HOOKS_HOT_H
#define NETCL_DOOR_HOOKS_HOT_H

#include "launch/launch.h"
#include "track/track.h"

static inline cl_int netcl_hook_clSetKernelArg(const struct netcl_real *real,
                                               cl_kernel kernel, cl_uint index,
                                               size_t size, const void *value)
{
    cl_int err = real->clSetKernelArg(kernel, index, size, value);

    if (err == CL_SUCCESS)
        netcl_kernel_set_arg(kernel, index, size, value);
    return err;
}

static inline cl_int netcl_hook_clEnqueueNDRangeKernel(
    const struct netcl_real *real, cl_command_queue queue, cl_kernel kernel,
    cl_uint dimensions, const size_t *offset, const size_t *global,
    const size_t *local, cl_uint wait_count, const cl_event *wait_list,
    cl_event *event)
{
    struct netcl_request request = {
        real,  queue, kernel,     dimensions, offset,
        global, local, wait_count, wait_list,  event,
    };

    return netcl_launch(&request);
}

#endif
