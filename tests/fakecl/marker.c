/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "inject.h"

static cl_int run_nothing(struct fakecl_command *command)
{
    (void)command;
    return CL_COMPLETE;
}

static const struct fakecl_action marker_action = {run_nothing, NULL, NULL};

/* Without a wait list it is for everything before it. */
static cl_int mark(cl_command_queue queue, cl_command_type type,
                   cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    struct fakecl_command command = {.action = &marker_action,
                                     .queue = queue,
                                     .type = type,
                                     .is_barrier = type == CL_COMMAND_BARRIER,
                                     .is_last = num_waits == 0};

    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    return fakecl_submit(&command, num_waits, waits, event);
}

cl_int CL_API_CALL fakecl_clEnqueueMarkerWithWaitList(cl_command_queue queue,
                                                      cl_uint num_waits,
                                                      const cl_event *waits,
                                                      cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueMarkerWithWaitList);

    if (!err)
        err = mark(queue, CL_COMMAND_MARKER, num_waits, waits, event);
    FAKECL_LOG_NEW(clEnqueueMarkerWithWaitList, err,
                   event && !err ? *event : NULL, "queue=0x%x waits=%u",
                   fakecl_id(queue), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueBarrierWithWaitList(cl_command_queue queue,
                                                       cl_uint num_waits,
                                                       const cl_event *waits,
                                                       cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueBarrierWithWaitList);

    if (!err)
        err = mark(queue, CL_COMMAND_BARRIER, num_waits, waits, event);
    FAKECL_LOG_NEW(clEnqueueBarrierWithWaitList, err,
                   event && !err ? *event : NULL, "queue=0x%x waits=%u",
                   fakecl_id(queue), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueMarker(cl_command_queue queue,
                                          cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueMarker);

    if (!err && !event)
        err = CL_INVALID_VALUE;
    if (!err)
        err = mark(queue, CL_COMMAND_MARKER, 0, NULL, event);
    FAKECL_LOG_NEW(clEnqueueMarker, err, event && !err ? *event : NULL,
                   "queue=0x%x", fakecl_id(queue));
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueBarrier(cl_command_queue queue)
{
    cl_int err = FAKECL_ENTER(clEnqueueBarrier);

    if (!err)
        err = mark(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
    FAKECL_LOG(clEnqueueBarrier, err, "queue=0x%x", fakecl_id(queue));
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueWaitForEvents(cl_command_queue queue,
                                                 cl_uint num_waits,
                                                 const cl_event *waits)
{
    cl_int err = FAKECL_ENTER(clEnqueueWaitForEvents);

    if (!err && (!num_waits || !waits))
        err = CL_INVALID_VALUE;
    if (!err)
        err = mark(queue, CL_COMMAND_BARRIER, num_waits, waits, NULL);
    FAKECL_LOG(clEnqueueWaitForEvents, err, "queue=0x%x waits=%u",
               fakecl_id(queue), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueMigrateMemObjects(
    cl_command_queue queue, cl_uint num_mems, const cl_mem *mems,
    cl_mem_migration_flags flags, cl_uint num_waits, const cl_event *waits,
    cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueMigrateMemObjects);
    cl_uint i;

    if (!err && (!num_mems || !mems))
        err = CL_INVALID_VALUE;
    for (i = 0; !err && i < num_mems; i++)
        if (!fakecl_is(mems[i], FAKECL_MEM))
            err = CL_INVALID_MEM_OBJECT;
    if (!err)
        err = mark(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, num_waits, waits,
                   event);
    FAKECL_LOG_NEW(clEnqueueMigrateMemObjects, err,
                   event && !err ? *event : NULL,
                   "queue=0x%x mems=%u flags=0x%llx waits=%u", fakecl_id(queue),
                   num_mems, (unsigned long long)flags, num_waits);
    return err;
}
