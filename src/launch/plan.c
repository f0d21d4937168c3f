/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/plan.h"

#include <stdlib.h>
#include <string.h>

atomic_uint netcl_queue_releases;

/* ---- what the arguments were ------------------------------------------------ */

static bool is_heeded(const struct netcl_plan *plan, size_t arg)
{
    return (plan->entry->args[arg].kind == NETCL_ARG_INTEGER &&
            netcl_entry_heeds_arg(plan->entry, arg)) ||
           (plan->has_literals && netcl_subject_is_literal(plan->derived, arg));
}

/* How much local memory: what decides whether the driver takes the launch. */
static size_t local_bytes(const struct netcl_kernel *kernel,
                          const struct netcl_kernel_entry *entry)
{
    size_t i, bytes = 0;

    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == NETCL_ARG_LOCAL)
            bytes += kernel->values[i].size;
    return bytes;
}

static size_t heeded_bytes(const struct netcl_plan *plan,
                           const struct netcl_kernel *kernel)
{
    size_t i, bytes = 0;

    for (i = 0; i < plan->entry->arg_count; i++)
        if (is_heeded(plan, i))
            bytes += kernel->values[i].size;
    return bytes;
}

static void copy_heeded(const struct netcl_plan *plan,
                        const struct netcl_kernel *kernel)
{
    unsigned char *to = plan->heeded;
    size_t i;

    for (i = 0; i < plan->entry->arg_count; i++) {
        const struct netcl_value *value = &kernel->values[i];

        if (!is_heeded(plan, i))
            continue;
        memcpy(to, value->bytes, value->size);
        to += value->size;
    }
}

static bool has_same_heeded(const struct netcl_plan *plan,
                            const struct netcl_kernel *kernel)
{
    const unsigned char *old = plan->heeded;
    size_t i;

    for (i = 0; i < plan->entry->arg_count; i++) {
        const struct netcl_value *value = &kernel->values[i];

        if (!is_heeded(plan, i))
            continue;
        if (value->state != NETCL_VALUE_BYTES ||
            value->size != plan->entry->args[i].type.bytes ||
            memcmp(old, value->bytes, value->size))
            return false;
        old += value->size;
    }
    return true;
}

static bool is_memory(const struct netcl_arg *arg)
{
    return arg->kind == NETCL_ARG_BUFFER || arg->kind == NETCL_ARG_IMAGE;
}

/* Scalars that nothing heeds must still be what their type says. */
static bool is_well_set(const struct netcl_arg *arg,
                        const struct netcl_value *value)
{
    if (is_memory(arg))
        return true; /* looked at on its own */
    if (arg->kind == NETCL_ARG_LOCAL)
        return value->state == NETCL_VALUE_NULL;
    return value->state == NETCL_VALUE_BYTES &&
           ((arg->kind != NETCL_ARG_INTEGER && arg->kind != NETCL_ARG_REAL) ||
            value->size == arg->type.bytes);
}

static bool is_same_memory(const struct netcl_memory *a,
                           const struct netcl_memory *b)
{
    return a->is_buffer == b->is_buffer && a->image == b->image &&
           a->is_svm == b->is_svm && a->bytes == b->bytes;
}

/*
 * Buffers and images that changed since: as large as before, and with no
 * overlap that was not there. Fills `regions` with what they are now.
 */
static bool has_fitting_buffers(const struct netcl_plan *plan,
                                const struct netcl_kernel *kernel,
                                const struct netcl_real *real, uint64_t since,
                                struct netcl_region *regions)
{
    const struct netcl_kernel_entry *entry = plan->entry;
    struct netcl_memory memory;
    size_t i, count = 0;

    for (i = 0; i < entry->arg_count; i++) {
        const struct netcl_value *value = &kernel->values[i];

        if (value->generation > since && !is_well_set(&entry->args[i], value))
            return false;
        if (!is_memory(&entry->args[i]))
            continue;
        regions[count] = plan->regions[count];
        if (value->generation > since) {
            if (!netcl_memory_of(real, value, &memory) ||
                !is_same_memory(&regions[count].memory, &memory))
                return false;
            regions[count].memory = memory;
        }
        count++;
    }
    return entry->can_overlap || !netcl_facts_overlap(regions, count);
}

/* ---- the queue ----------------------------------------------------------------- */

static bool is_profiled(const struct netcl_request *request)
{
    cl_command_queue_properties flags = 0;

    return request->real->clGetCommandQueueInfo(request->queue,
                                                CL_QUEUE_PROPERTIES,
                                                sizeof(flags), &flags,
                                                NULL) != CL_SUCCESS ||
           (flags & CL_QUEUE_PROFILING_ENABLE);
}

/* Some queue was released since: is the handle still what it was? */
static bool renew_queue(struct netcl_plan *plan,
                        const struct netcl_kernel *kernel,
                        const struct netcl_request *request)
{
    unsigned epoch = netcl_queue_epoch();
    cl_device_id device = NULL;
    cl_context context = NULL;

    if (netcl_plan_has_queue(plan))
        return true;
    request->real->clGetCommandQueueInfo(request->queue, CL_QUEUE_DEVICE,
                                         sizeof(device), &device, NULL);
    request->real->clGetCommandQueueInfo(request->queue, CL_QUEUE_CONTEXT,
                                         sizeof(context), &context, NULL);
    if (device != plan->device || context != kernel->context ||
        is_profiled(request) != plan->is_profiled)
        return false;
    atomic_store_explicit(&plan->queue_epoch, epoch, memory_order_relaxed);
    return true;
}

/* ---- life ---------------------------------------------------------------------- */

struct netcl_plan *netcl_plan_new(const struct netcl_kernel *kernel,
                                  const struct netcl_request *request,
                                  struct netcl_facts *facts,
                                  bool has_literals,
                                  struct netcl_bound *bound)
{
    struct netcl_plan *plan = calloc(1, sizeof(*plan));
    size_t bytes = request->dimensions * sizeof(size_t);
    unsigned epoch = netcl_queue_epoch();

    if (plan) {
        plan->entry = facts->entry;
        plan->derived = facts->derived;
        plan->has_literals = has_literals;
        plan->heeded = malloc(heeded_bytes(plan, kernel) + 1);
    }
    if (!plan || !plan->heeded) {
        free(plan);
        netcl_bound_free(bound);
        return NULL;
    }
    copy_heeded(plan, kernel);
    plan->generation = kernel->generation;
    plan->queue = request->queue;
    plan->dimensions = request->dimensions;
    plan->has_local = request->local != NULL;
    plan->has_offset = request->offset != NULL;
    memcpy(plan->global, request->global, bytes);
    if (request->local)
        memcpy(plan->local, request->local, bytes);
    if (request->offset)
        memcpy(plan->offset, request->offset, bytes);
    plan->local_bytes = local_bytes(kernel, facts->entry);
    plan->bound = bound;
    plan->regions = facts->regions;
    plan->region_count = facts->region_count;
    facts->regions = NULL;
    plan->device = facts->device->handle;
    plan->queue_epoch = epoch;
    plan->is_profiled = is_profiled(request);
    plan->watch = bound ? netcl_watch_new() : NULL;
    return plan;
}

void netcl_plan_free(struct netcl_plan *plan)
{
    if (!plan)
        return;
    netcl_bound_free(plan->bound);
    netcl_watch_free(plan->watch);
    free(plan->heeded);
    free(plan->regions);
    free(plan);
}

/* ---- use ------------------------------------------------------------------------ */

/* Claimed, so this thread alone hands on. */
static bool hand_on(struct netcl_plan *plan, const struct netcl_kernel *kernel,
                    const struct netcl_real *real)
{
    uint64_t since = atomic_load(&plan->generation);
    struct netcl_region regions[plan->region_count + 1];

    if (since == kernel->generation)
        return true; /* another thread has done it */
    if (!has_same_heeded(plan, kernel) ||
        local_bytes(kernel, plan->entry) > plan->local_bytes ||
        !has_fitting_buffers(plan, kernel, real, since, regions))
        return false;
    if (plan->bound && netcl_bound_set_args(plan->bound, kernel->values, NULL,
                                            since)) {
        atomic_store(&plan->is_retired, true);
        return false;
    }
    memcpy(plan->regions, regions, plan->region_count * sizeof(*regions));
    atomic_store_explicit(&plan->generation, kernel->generation,
                          memory_order_release);
    return true;
}

bool netcl_plan_adopt(struct netcl_plan *plan,
                      const struct netcl_kernel *kernel,
                      const struct netcl_request *request)
{
    bool is_fit;

    if (!netcl_plan_has_range(plan, request) || netcl_plan_is_over(plan) ||
        atomic_load_explicit(&plan->is_retired, memory_order_relaxed))
        return false;
    if (atomic_flag_test_and_set_explicit(&plan->is_claimed,
                                          memory_order_acquire))
        return false;
    is_fit = renew_queue(plan, kernel, request) &&
             hand_on(plan, kernel, request->real);
    atomic_flag_clear_explicit(&plan->is_claimed, memory_order_release);
    return is_fit;
}

cl_int netcl_plan_run(struct netcl_plan *plan,
                      const struct netcl_request *request)
{
    const struct netcl_bound_launch *launch;
    bool is_partial = false;
    cl_int err;

    if (!plan->bound) {
        atomic_fetch_add_explicit(&plan->launches, 1, memory_order_relaxed);
        return netcl_request_forward(request);
    }
    if (netcl_plan_is_timed(plan, request)) {
        atomic_fetch_add_explicit(&plan->refused, 1, memory_order_relaxed);
        return netcl_request_forward(request);
    }
    launch = plan->bound->launches;
    if (plan->bound->launch_count == 1)
        err = request->real->clEnqueueNDRangeKernel(
            request->queue, launch->kernel, launch->dimensions, NULL,
            launch->global, launch->has_local ? launch->local : NULL,
            request->wait_count, request->wait_list, request->event);
    else
        err = netcl_bound_enqueue(plan->bound, request->queue,
                                  request->wait_count, request->wait_list,
                                  NULL, request->event, &is_partial);
    if (err == CL_SUCCESS) {
        netcl_watch_count(plan->watch,
                          1 + atomic_fetch_add_explicit(&plan->launches, 1,
                                                        memory_order_relaxed));
        return err;
    }
    /* What the driver refuses, the program's own kernel may still do. */
    atomic_fetch_add_explicit(&plan->refused, 1, memory_order_relaxed);
    err = netcl_request_forward(request);
    if (err == CL_SUCCESS)
        atomic_store(&plan->is_retired, true);
    return err;
}
