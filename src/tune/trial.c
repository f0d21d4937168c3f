/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/trial.h"

#include <errno.h>

#include "base/clock.h"

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

/* Asks ever more rarely, so that it disturbs what it waits for little. */
static int wait_within(struct netcl_lane *lane, cl_event event,
                       uint64_t limit_ns)
{
    uint64_t start = netcl_clock_ns();
    cl_int status = CL_QUEUED;
    unsigned us = 10;

    lane->real->clFlush(lane->queue);
    for (;;) {
        if (lane->real->clGetEventInfo(event,
                                       CL_EVENT_COMMAND_EXECUTION_STATUS,
                                       sizeof(status), &status,
                                       NULL) != CL_SUCCESS)
            return -EIO;
        if (status <= CL_COMPLETE)
            return 0;
        if (netcl_clock_ns() - start > limit_ns)
            return -ETIME;
        netcl_clock_sleep_us(us);
        us = us < 1000 ? us * 2 : us;
    }
}

static int wait(struct netcl_lane *lane, cl_event event, uint64_t limit_ns)
{
    int err = limit_ns ? wait_within(lane, event, limit_ns) : 0;

    if (err)
        return err;
    return lane->real->clWaitForEvents(1, &event) == CL_SUCCESS ? 0 : -EIO;
}

/* Within `limit_ns`; 0: however long it takes. */
static int run(struct netcl_lane *lane, const struct netcl_bound *bound,
               unsigned count, uint64_t limit_ns, double *us)
{
    cl_event first = NULL, last = NULL;
    int err = enqueue(lane, bound, count, &first, &last);

    if (!err)
        err = wait(lane, last, limit_ns);
    if (!err)
        err = read_times(lane->real, first, last, us);
    if (err && err != -ETIME)
        lane->real->clFinish(lane->queue);
    if (first != last)
        release(lane->real, first);
    release(lane->real, last);
    return err;
}

int netcl_trial_run_within(struct netcl_lane *lane,
                           struct netcl_shadow *shadow,
                           const struct netcl_bound *bound,
                           uint64_t limit_ns, double *us)
{
    int err = netcl_shadow_restore(shadow);

    return err ? err : run(lane, bound, 1, limit_ns, us);
}

int netcl_trial_run(struct netcl_lane *lane, struct netcl_shadow *shadow,
                    const struct netcl_bound *bound, double *us)
{
    return netcl_trial_run_within(lane, shadow, bound, 0, us);
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
        err = is_in_place ? netcl_trial_run_within(lane, shadow, bound, 0, &one)
                          : run(lane, bound, count, 0, &one);
        total += one;
    }
    *us = total / count;
    return err;
}
