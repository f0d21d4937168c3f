/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/trial.h"

#include <errno.h>

static void release(const struct netcl_real *real, cl_event event)
{
    if (event)
        real->clReleaseEvent(event);
}

static int read_times(const struct netcl_real *real, cl_event first,
                      cl_event last, double *us)
{
    cl_ulong start = 0, end = 0;
    cl_int status = 0;

    if (real->clGetEventInfo(last, CL_EVENT_COMMAND_EXECUTION_STATUS,
                             sizeof(status), &status, NULL) != CL_SUCCESS ||
        status != CL_COMPLETE)
        return -EIO;
    if (real->clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START,
                                      sizeof(start), &start,
                                      NULL) != CL_SUCCESS ||
        real->clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END,
                                      sizeof(end), &end, NULL) != CL_SUCCESS ||
        end < start || !end)
        return -EIO;
    *us = (double)(end - start) / 1e3;
    return 0;
}

/* Enqueue `count` runs and keep the first and the last event. */
static int enqueue(struct netcl_lane *lane, const struct netcl_bound *bound,
                   unsigned count, cl_event *first, cl_event *last)
{
    bool is_partial = false;
    cl_event event = NULL;
    cl_event start = NULL;
    unsigned i;

    for (i = 0; i < count; i++) {
        event = NULL;
        if (netcl_bound_enqueue(bound, lane->queue, 0, NULL,
                                i == 0 ? &start : NULL, &event,
                                &is_partial) != CL_SUCCESS) {
            *first = start;
            return -EIO;
        }
        if (i == 0)
            *first = start ? start : event;
        if (i + 1 == count)
            *last = event;
        else if (event != *first)
            release(lane->real, event);
    }
    return 0;
}

static int run(struct netcl_lane *lane, const struct netcl_bound *bound,
               unsigned count, double *us)
{
    cl_event first = NULL, last = NULL;
    int err = enqueue(lane, bound, count, &first, &last);

    if (!err && lane->real->clWaitForEvents(1, &last) != CL_SUCCESS)
        err = -EIO;
    if (!err)
        err = read_times(lane->real, first, last, us);
    if (err)
        lane->real->clFinish(lane->queue);
    if (first != last)
        release(lane->real, first);
    release(lane->real, last);
    return err;
}

static int run_restored(struct netcl_lane *lane, struct netcl_shadow *shadow,
                        const struct netcl_bound *bound, unsigned count,
                        double *us)
{
    int err = netcl_shadow_restore(shadow);

    return err ? err : run(lane, bound, count, us);
}

int netcl_trial_run(struct netcl_lane *lane, struct netcl_shadow *shadow,
                    const struct netcl_bound *bound, double *us)
{
    return run_restored(lane, shadow, bound, 1, us);
}

int netcl_trial_time(struct netcl_lane *lane, struct netcl_shadow *shadow,
                     const struct netcl_bound *bound, unsigned count,
                     double *us)
{
    bool is_in_place = netcl_shadow_is_in_place(shadow);
    unsigned i, runs = is_in_place ? count : 1;
    double total = 0, one = 0;
    int err = 0;

    for (i = 0; !err && i < runs; i++) {
        err = is_in_place ? run_restored(lane, shadow, bound, 1, &one)
                          : run(lane, bound, count, &one);
        total += one;
    }
    *us = total / count;
    return err;
}
