/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "inject.h"
#include "queue.h"

#include <stdlib.h>

cl_event fakecl_event_new(cl_context context, cl_command_queue queue,
                          cl_command_type type)
{
    cl_event event = fakecl_new(FAKECL_EVENT, sizeof(*event));

    if (!event)
        return NULL;
    event->context = context;
    event->queue = queue;
    event->type = type;
    event->status = queue ? CL_QUEUED : CL_SUBMITTED;
    event->queued_ns = fakecl_state.now_ns;
    fakecl_hold(context);
    if (queue)
        fakecl_hold(queue);
    return event;
}

void fakecl_event_destroy(cl_event event)
{
    fakecl_drop(event->queue);
    fakecl_drop(event->context);
}

/* Callbacks were added at the front; they are due in the order of asking. */
void fakecl_event_finish(cl_event event, cl_int status)
{
    struct fakecl_callback *due = NULL;
    struct fakecl_callback *callback;

    event->status = status;
    while (event->callbacks) {
        callback = event->callbacks;
        event->callbacks = callback->next;
        callback->next = due;
        if (status < 0)
            callback->status = status;
        due = callback;
    }
    fakecl_owe(&due);
}

static cl_int create_user_event(cl_context context, cl_event *out)
{
    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    fakecl_lock();
    *out = fakecl_event_new(context, NULL, CL_COMMAND_USER);
    fakecl_unlock();
    return *out ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_event CL_API_CALL fakecl_clCreateUserEvent(cl_context context,
                                              cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateUserEvent);
    cl_event event = NULL;

    if (!err)
        err = create_user_event(context, &event);
    FAKECL_LOG_NEW(clCreateUserEvent, err, event, "context=0x%x",
                   fakecl_id(context));
    if (errcode_ret)
        *errcode_ret = err;
    return event;
}

static cl_int set_user_status(cl_event event, cl_int status)
{
    if (event->type != CL_COMMAND_USER)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    if (event->status <= CL_COMPLETE)
        return CL_INVALID_OPERATION;
    fakecl_event_finish(event, status);
    fakecl_wake();
    fakecl_progress();
    return CL_SUCCESS;
}

cl_int CL_API_CALL fakecl_clSetUserEventStatus(cl_event event, cl_int status)
{
    cl_int err = FAKECL_ENTER(clSetUserEventStatus);

    if (!err && !fakecl_is(event, FAKECL_EVENT))
        err = CL_INVALID_EVENT;
    if (!err) {
        fakecl_lock();
        err = set_user_status(event, status);
        fakecl_unlock();
    }
    FAKECL_LOG(clSetUserEventStatus, err, "event=0x%x status=%d",
               fakecl_id(event), status);
    return err;
}

cl_int CL_API_CALL fakecl_clRetainEvent(cl_event event)
{
    cl_int err = FAKECL_ENTER(clRetainEvent);

    if (!err)
        err = fakecl_retain(event, FAKECL_EVENT);
    FAKECL_LOG(clRetainEvent, err, "event=0x%x", fakecl_id(event));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseEvent(cl_event event)
{
    cl_int err = FAKECL_ENTER(clReleaseEvent);
    unsigned id = fakecl_id(event);

    if (!err)
        err = fakecl_release(event, FAKECL_EVENT);
    FAKECL_LOG(clReleaseEvent, err, "event=0x%x", id);
    return err;
}

/* The lock is held; events stay alive while we sleep. */
static cl_int wait_for_all(cl_uint num_events, const cl_event *events)
{
    cl_int err = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < num_events; i++) {
        fakecl_hold(events[i]);
        if (events[i]->queue)
            fakecl_queue_flush(events[i]->queue);
    }
    for (i = 0; i < num_events; i++) {
        while (events[i]->status > CL_COMPLETE)
            fakecl_wait();
        if (events[i]->status < 0)
            err = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        fakecl_drop(events[i]);
    }
    return err;
}

static cl_int wait_for_events(cl_uint num_events, const cl_event *events)
{
    cl_int err;

    if (!num_events || !events)
        return CL_INVALID_VALUE;
    if (!fakecl_is(events[0], FAKECL_EVENT))
        return CL_INVALID_EVENT;
    fakecl_lock();
    err = fakecl_check_waits(events[0]->context, num_events, events);
    if (err == CL_INVALID_EVENT_WAIT_LIST)
        err = CL_INVALID_EVENT;
    if (!err)
        err = wait_for_all(num_events, events);
    fakecl_unlock();
    return err;
}

cl_int CL_API_CALL fakecl_clWaitForEvents(cl_uint num_events,
                                          const cl_event *events)
{
    cl_int err = FAKECL_ENTER(clWaitForEvents);

    if (!err)
        err = wait_for_events(num_events, events);
    FAKECL_LOG(clWaitForEvents, err, "events=%u", num_events);
    return err;
}

static cl_int event_info(cl_event event, cl_event_info param,
                         const struct fakecl_query *query)
{
    switch (param) {
    case CL_EVENT_COMMAND_QUEUE:
        return fakecl_answer_handle(query, event->queue);
    case CL_EVENT_CONTEXT:
        return fakecl_answer_handle(query, event->context);
    case CL_EVENT_COMMAND_TYPE:
        return fakecl_answer_uint(query, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return fakecl_answer_uint(query, (cl_uint)event->status);
    case CL_EVENT_REFERENCE_COUNT:
        return fakecl_answer_uint(query, event->object.refs);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetEventInfo(cl_event event, cl_event_info param,
                                         size_t size, void *value,
                                         size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetEventInfo);

    if (!err && !fakecl_is(event, FAKECL_EVENT))
        err = CL_INVALID_EVENT;
    if (!err) {
        fakecl_lock();
        err = event_info(event, param, &query);
        fakecl_unlock();
    }
    FAKECL_LOG(clGetEventInfo, err, "event=0x%x param=0x%x", fakecl_id(event),
               param);
    return err;
}

static cl_int profiling_info(cl_event event, cl_profiling_info param,
                             const struct fakecl_query *query)
{
    enum fakecl_fault fault = fakecl_take_fault();

    if (!event->queue ||
        !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
        event->status != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (fault == FAKECL_FAULT_ZERO || fault == FAKECL_FAULT_HUGE)
        return fakecl_answer_ulong(
            query, fault == FAKECL_FAULT_ZERO ? 0 : UINT64_MAX);
    switch (param) {
    case CL_PROFILING_COMMAND_QUEUED:
        return fakecl_answer_ulong(query, event->queued_ns);
    case CL_PROFILING_COMMAND_SUBMIT:
    case CL_PROFILING_COMMAND_START:
        return fakecl_answer_ulong(query, event->start_ns);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:
        return fakecl_answer_ulong(query, event->end_ns);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetEventProfilingInfo(cl_event event,
                                                  cl_profiling_info param,
                                                  size_t size, void *value,
                                                  size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetEventProfilingInfo);

    if (!err && !fakecl_is(event, FAKECL_EVENT))
        err = CL_INVALID_EVENT;
    if (!err) {
        fakecl_lock();
        err = profiling_info(event, param, &query);
        fakecl_unlock();
    }
    FAKECL_LOG(clGetEventProfilingInfo, err, "event=0x%x param=0x%x",
               fakecl_id(event), param);
    return err;
}

static cl_int add_callback(cl_event event, struct fakecl_callback callback)
{
    struct fakecl_callback *copy = malloc(sizeof(*copy));

    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    *copy = callback;
    fakecl_lock();
    fakecl_hold(event);
    copy->next = event->callbacks;
    event->callbacks = copy;
    if (event->status <= CL_COMPLETE)
        fakecl_event_finish(event, event->status);
    fakecl_unlock();
    return CL_SUCCESS;
}

cl_int CL_API_CALL fakecl_clSetEventCallback(
    cl_event event, cl_int status,
    void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data)
{
    cl_int err = FAKECL_ENTER(clSetEventCallback);
    struct fakecl_callback callback = {.on_event = notify,
                                       .handle = event,
                                       .status = status,
                                       .user_data = user_data};

    if (!err && !fakecl_is(event, FAKECL_EVENT))
        err = CL_INVALID_EVENT;
    if (!err && (!notify || status < CL_COMPLETE || status > CL_SUBMITTED))
        err = CL_INVALID_VALUE;
    if (!err)
        err = add_callback(event, callback);
    FAKECL_LOG(clSetEventCallback, err, "event=0x%x status=%d",
               fakecl_id(event), status);
    return err;
}
