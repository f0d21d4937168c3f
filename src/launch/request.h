/* SPDX-License-Identifier: Apache-2.0 */
/* request: one launch as the program asked for it. A plain record. */
#ifndef NETCL_LAUNCH_REQUEST_H
#define NETCL_LAUNCH_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "cl/real.h"

struct netcl_request {
    const struct netcl_real *real;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_uint dimensions;
    const size_t *offset; /* NULL as the program passed it */
    const size_t *global;
    const size_t *local;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
};

/* The program's own kernel, exactly as asked. */
static inline cl_int netcl_request_forward(const struct netcl_request *request)
{
    return request->real->clEnqueueNDRangeKernel(
        request->queue, request->kernel, request->dimensions, request->offset,
        request->global, request->local, request->wait_count,
        request->wait_list, request->event);
}

#endif
