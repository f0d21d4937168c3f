/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "inject.h"

#include <stdlib.h>
#include <string.h>

/* Every queue that exists, in no particular order. */
static cl_command_queue queues;

cl_int fakecl_check_waits(cl_context context, cl_uint num_waits,
                          const cl_event *waits)
{
    cl_uint i;

    if ((num_waits > 0) != (waits != NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (i = 0; i < num_waits; i++) {
        if (!fakecl_is(waits[i], FAKECL_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (waits[i]->context != context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

static bool is_ready(const struct fakecl_command *command)
{
    cl_command_queue queue = command->queue;
    cl_uint i;

    if (command->is_stuck || command->number > queue->flushed_number)
        return false;
    for (i = 0; i < command->num_waits; i++)
        if (command->waits[i]->status > CL_COMPLETE)
            return false;
    return true;
}

static bool has_failed_wait(const struct fakecl_command *command)
{
    cl_uint i;

    for (i = 0; i < command->num_waits; i++)
        if (command->waits[i]->status < CL_COMPLETE)
            return true;
    return false;
}

static void execute(struct fakecl_command *command)
{
    cl_event event = command->event;
    cl_ulong start_ns = fakecl_state.now_ns;
    cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

    if (command->is_faulty) {
        status = CL_OUT_OF_RESOURCES;
    } else if (!has_failed_wait(command)) {
        status = command->action->run(command);
        fakecl_state.now_ns += command->duration_ns;
    }
    if (event) {
        event->start_ns = start_ns;
        event->end_ns = fakecl_state.now_ns;
        fakecl_event_finish(event, status);
    }
}

static void forget(struct fakecl_command *command)
{
    cl_uint i;

    if (command->action->drop)
        command->action->drop(command);
    for (i = 0; i < command->num_waits; i++)
        fakecl_drop(command->waits[i]);
    free((void *)command->waits);
    fakecl_drop(command->event);
    fakecl_drop(command->queue);
    free(command);
}

static cl_int copy_waits(struct fakecl_command *command)
{
    size_t bytes = command->num_waits * sizeof(cl_event);
    cl_event *waits;
    cl_uint i;

    if (!bytes)
        return CL_SUCCESS;
    waits = malloc(bytes);
    if (!waits)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(waits, command->waits, bytes);
    for (i = 0; i < command->num_waits; i++)
        fakecl_hold(waits[i]);
    command->waits = waits;
    return CL_SUCCESS;
}

/* Put a copy that owns what it needs at the end of its queue. */
static cl_int keep(const struct fakecl_command *command)
{
    struct fakecl_command *copy = malloc(sizeof(*copy));
    cl_int err;

    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    *copy = *command;
    err = copy->action->keep ? copy->action->keep(copy) : CL_SUCCESS;
    if (!err) {
        err = copy_waits(copy);
        if (err && copy->action->drop)
            copy->action->drop(copy);
    }
    if (err) {
        free(copy);
        return err;
    }
    if (copy->event)
        fakecl_hold(copy->event);
    fakecl_hold(copy->queue);
    copy->next = NULL;
    *copy->queue->tail = copy;
    copy->queue->tail = &copy->next;
    fakecl_state.num_pending++;
    return CL_SUCCESS;
}

/* The place of the first command that can run now, or NULL. */
static struct fakecl_command **find_ready(cl_command_queue queue)
{
    bool is_ordered =
        !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    struct fakecl_command **place;

    for (place = &queue->head; *place; place = &(*place)->next) {
        bool is_first = place == &queue->head;

        if (is_ready(*place) && (is_first || !(*place)->is_last))
            return place;
        if (is_ordered || (*place)->is_barrier)
            return NULL;
    }
    return NULL;
}

static bool run_one(cl_command_queue queue)
{
    struct fakecl_command **place = find_ready(queue);
    struct fakecl_command *command;

    if (!place)
        return false;
    command = *place;
    *place = command->next;
    if (!*place)
        queue->tail = place;
    fakecl_state.num_pending--;
    execute(command);
    forget(command);
    fakecl_wake();
    return true;
}

void fakecl_progress(void)
{
    cl_command_queue queue = queues;

    /* What ran may have freed its queue, so begin again each time. */
    while (queue && fakecl_state.num_pending)
        queue = run_one(queue) ? queues : queue->next;
}

void fakecl_queue_flush(cl_command_queue queue)
{
    queue->flushed_number = queue->last_number;
    if (queue->head)
        fakecl_progress();
}

static cl_int run_or_keep(struct fakecl_command *command)
{
    cl_command_queue queue = command->queue;
    cl_int err;

    command->number = ++queue->last_number;
    if (!fakecl_config.is_lazy || command->is_blocking)
        queue->flushed_number = queue->last_number;
    if (!queue->head && is_ready(command)) {
        execute(command);
        return CL_SUCCESS;
    }
    err = keep(command);
    if (!err)
        fakecl_progress();
    return err;
}

static cl_int wait_for(cl_event event)
{
    while (event->status > CL_COMPLETE)
        fakecl_wait();
    return event->status;
}

/*
 * Wrong bytes are for queues that a layer made: what the program itself runs
 * and reads on the first queue would be wrong, and rightly so.
 */
static void take_fault(struct fakecl_command *command)
{
    enum fakecl_fault fault = fakecl_take_fault();

    command->is_faulty = fault == FAKECL_FAULT_EXEC;
    command->is_wrong = fault == FAKECL_FAULT_BYTES &&
                        fakecl_id(command->queue) > 1;
}

/* The lock is held. */
static cl_int submit(struct fakecl_command *command, cl_event *out)
{
    cl_command_queue queue = command->queue;
    cl_event event = NULL;
    cl_int err;

    if (out || command->is_blocking) {
        event = fakecl_event_new(queue->context, queue, command->type);
        if (!event)
            return CL_OUT_OF_HOST_MEMORY;
    }
    command->event = event;
    err = run_or_keep(command);
    if (!err && command->is_blocking && wait_for(event) < 0)
        err = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (!err && out)
        *out = event;
    else if (event)
        fakecl_release_locked(event);
    return err;
}

cl_int fakecl_submit(struct fakecl_command *command, cl_uint num_waits,
                     const cl_event *waits, cl_event *out)
{
    cl_int err = CL_SUCCESS;

    command->waits = waits;
    command->num_waits = num_waits;
    take_fault(command);
    fakecl_lock();
    if (num_waits || waits)
        err = fakecl_check_waits(command->queue->context, num_waits, waits);
    if (!err)
        err = submit(command, out);
    fakecl_unlock();
    return err;
}

void fakecl_queue_list(cl_command_queue queue)
{
    queue->tail = &queue->head;
    queue->next = queues;
    if (queues)
        queues->previous = queue;
    queues = queue;
}

void fakecl_queue_unlist(cl_command_queue queue)
{
    if (queue->previous)
        queue->previous->next = queue->next;
    else
        queues = queue->next;
    if (queue->next)
        queue->next->previous = queue->previous;
}
