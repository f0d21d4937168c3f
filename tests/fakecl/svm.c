/* SPDX-License-Identifier: Apache-2.0 */
/*
 * svm: shared virtual memory. An allocation is a memory object that nobody
 * else knows: the host sees device memory itself.
 */
#include "queue.h"

#include "inject.h"

#define MAX_ALLOCATIONS 64

static cl_mem allocations[MAX_ALLOCATIONS];

/* The one that has this byte. The caller has the lock. */
static cl_mem *find(const unsigned char *byte)
{
    cl_mem *at = allocations;

    for (; byte && at < allocations + MAX_ALLOCATIONS; at++)
        if (*at && byte >= (*at)->data && byte < (*at)->data + (*at)->size)
            return at;
    return NULL;
}

cl_mem fakecl_svm_find(const void *pointer)
{
    cl_mem *at, found;

    fakecl_lock();
    at = find(pointer);
    found = at && (*at)->data == pointer ? *at : NULL;
    fakecl_unlock();
    return found;
}

static void *allocate(cl_context context, size_t size)
{
    cl_mem *at = allocations;
    cl_int err;

    while (at < allocations + MAX_ALLOCATIONS && *at)
        at++;
    if (at == allocations + MAX_ALLOCATIONS)
        return NULL;
    err = fakecl_mem_make(context, CL_MEM_READ_WRITE, size, NULL, at);
    if (err && *at)
        fakecl_release_locked(*at);
    if (err)
        *at = NULL;
    return err ? NULL : (*at)->data;
}

void *CL_API_CALL fakecl_clSVMAlloc(cl_context context, cl_svm_mem_flags flags,
                                    size_t size, cl_uint alignment)
{
    cl_int err = FAKECL_ENTER(clSVMAlloc);
    void *pointer = NULL;

    if (!err && !fakecl_is(context, FAKECL_CONTEXT))
        err = CL_INVALID_CONTEXT;
    if (!err && (!size || alignment > FAKECL_ALIGN_BYTES ||
                 (flags & CL_MEM_SVM_ATOMICS)))
        err = CL_INVALID_VALUE;
    if (!err) {
        fakecl_lock();
        pointer = allocate(context, size);
        fakecl_unlock();
    }
    FAKECL_LOG(clSVMAlloc, err, "context=0x%x size=%zu", fakecl_id(context),
               size);
    return pointer;
}

static void release(const void *pointer)
{
    cl_mem *at;

    fakecl_lock();
    at = find(pointer);
    if (at && (*at)->data == pointer) {
        fakecl_release_locked(*at);
        *at = NULL;
    } else if (pointer) {
        fakecl_state.num_invalid++;
    }
    fakecl_unlock();
}

/* It returns nothing, so a failure is only that nothing happens. */
void CL_API_CALL fakecl_clSVMFree(cl_context context, void *pointer)
{
    cl_int err = FAKECL_ENTER(clSVMFree);

    if (!err)
        release(pointer);
    FAKECL_LOG(clSVMFree, err, "context=0x%x", fakecl_id(context));
}

static cl_int run_nothing(struct fakecl_command *command)
{
    (void)command;
    return CL_COMPLETE;
}

static const struct fakecl_action map_action = {run_nothing, NULL, NULL};

static cl_int submit(cl_command_queue queue, cl_command_type type,
                     bool is_blocking, const void *pointer, cl_uint num_waits,
                     const cl_event *waits, cl_event *event)
{
    struct fakecl_command command = {.action = &map_action,
                                     .queue = queue,
                                     .type = type,
                                     .is_blocking = is_blocking};
    bool is_known;

    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    fakecl_lock();
    is_known = find(pointer) != NULL;
    fakecl_state.num_invalid += !is_known;
    fakecl_unlock();
    return is_known ? fakecl_submit(&command, num_waits, waits, event)
                    : CL_INVALID_VALUE;
}

cl_int CL_API_CALL fakecl_clEnqueueSVMMap(
    cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,
    size_t size, cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueSVMMap);

    if (!err)
        err = submit(queue, CL_COMMAND_SVM_MAP, blocking, pointer, num_waits,
                     waits, event);
    FAKECL_LOG_NEW(clEnqueueSVMMap, err, event && !err ? *event : NULL,
                   "queue=0x%x blocking=%u flags=0x%llx size=%zu waits=%u",
                   fakecl_id(queue), blocking, (unsigned long long)flags, size,
                   num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueSVMUnmap(cl_command_queue queue,
                                            void *pointer, cl_uint num_waits,
                                            const cl_event *waits,
                                            cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueSVMUnmap);

    if (!err)
        err = submit(queue, CL_COMMAND_SVM_UNMAP, false, pointer, num_waits,
                     waits, event);
    FAKECL_LOG_NEW(clEnqueueSVMUnmap, err, event && !err ? *event : NULL,
                   "queue=0x%x waits=%u", fakecl_id(queue), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueSVMFree(
    cl_command_queue queue, cl_uint num_pointers, void *pointers[],
    void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void *[], void *),
    void *user_data, cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueSVMFree);
    cl_uint i;

    (void)user_data;
    if (!err && (!num_pointers || !pointers || notify))
        err = notify ? CL_INVALID_OPERATION : CL_INVALID_VALUE;
    if (!err)
        err = submit(queue, CL_COMMAND_SVM_FREE, true, pointers[0], num_waits,
                     waits, event);
    for (i = 0; !err && i < num_pointers; i++)
        release(pointers[i]);
    FAKECL_LOG_NEW(clEnqueueSVMFree, err, event && !err ? *event : NULL,
                   "queue=0x%x pointers=%u waits=%u", fakecl_id(queue),
                   num_pointers, num_waits);
    return err;
}
