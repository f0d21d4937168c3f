/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/drain.h"

#include "base/clock.h"

static cl_int mark(const struct netcl_request *request, cl_event *event)
{
    const struct netcl_real *real = request->real;

    if (real->clEnqueueMarkerWithWaitList)
        return real->clEnqueueMarkerWithWaitList(
            request->queue, request->wait_count, request->wait_list, event);
    /* OpenCL 1.1: in order behind what is queued; nothing else to wait for. */
    if (request->wait_count)
        return CL_INVALID_OPERATION;
    return real->clEnqueueMarker(request->queue, event);
}

static bool watch(const struct netcl_request *request, cl_event event,
                  uint64_t deadline_ns)
{
    unsigned pause_us = 20;
    cl_int status;

    for (;;) {
        if (request->real->clGetEventInfo(
                event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
                &status, NULL) != CL_SUCCESS ||
            status < 0)
            return false;
        if (status == CL_COMPLETE)
            return true;
        if (netcl_clock_ns() >= deadline_ns)
            return false;
        netcl_clock_sleep_us(pause_us);
        if (pause_us < 1000)
            pause_us *= 2;
    }
}

bool netcl_drain(const struct netcl_request *request, uint64_t deadline_ns)
{
    cl_event event = NULL;
    bool is_drained;

    if (mark(request, &event) != CL_SUCCESS)
        return false;
    request->real->clFlush(request->queue);
    is_drained = watch(request, event, deadline_ns);
    request->real->clReleaseEvent(event);
    return is_drained;
}
