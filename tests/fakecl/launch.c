/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"
#include "kernel.h"
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const size_t max_items[3] = {1024, 1024, 64};

/* Reproducible noise in [-1, 1) (splitmix64). */
static double noise(double seed, cl_ulong n)
{
    uint64_t x = (uint64_t)seed * 0x9e3779b97f4a7c15u + n;

    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (double)(x >> 11) / 4503599627370496.0 - 1;
}

static double base_time_us(const struct fakecl_launch *launch)
{
    const struct fakecl_script *script = &launch->function->script;
    size_t items = launch->local[0] * launch->local[1] * launch->local[2];
    unsigned i;

    if (script->num_times)
        return script
            ->times_us[launch->function->num_launches % script->num_times];
    for (i = 0; i < script->num_local_times; i++)
        if (script->local_times[i].items == items)
            return script->local_times[i].time_us;
    return script->time_us;
}

/* What this launch takes on the virtual clock. */
static cl_ulong duration_ns(const struct fakecl_launch *launch)
{
    const struct fakecl_script *script = &launch->function->script;
    double items = (double)launch->global[0] * (double)launch->global[1] *
                   (double)launch->global[2];
    double ns = base_time_us(launch) * 1000 + items * script->item_ns;

    if (script->jitter > 0)
        ns += ns * script->jitter / 100 *
              noise(script->seed, launch->function->num_launches);
    return ns > 0 ? (cl_ulong)(ns + 0.5) : 0;
}

static void sleep_ns(cl_ulong ns)
{
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

    nanosleep(&time, NULL);
}

static cl_int run_launch(struct fakecl_command *command)
{
    struct fakecl_launch *launch = command->launch;
    struct fakecl_function *function = launch->function;
    cl_int status = CL_COMPLETE;

    launch->is_wrong = command->is_wrong;
    fakecl_state.num_launches++;
    if (function->is_plain) {
        command->duration_ns = function->time_ns;
    } else {
        command->duration_ns = duration_ns(launch);
        status = fakecl_op_run(launch);
        if (function->script.real != 0)
            sleep_ns(command->duration_ns);
    }
    function->num_launches++;
    return status;
}

static void hold_values(const struct fakecl_launch *launch, bool is_new)
{
    cl_uint i;

    for (i = 0; i < launch->kernel->num_values; i++) {
        if (!launch->values[i].mem)
            continue;
        if (is_new)
            fakecl_hold(launch->values[i].mem);
        else
            fakecl_drop(launch->values[i].mem);
    }
}

static cl_int keep_launch(struct fakecl_command *command)
{
    struct fakecl_launch *copy = malloc(sizeof(*copy));

    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    *copy = *command->launch;
    copy->values = fakecl_values_copy(copy->kernel);
    if (!copy->values) {
        free(copy);
        return CL_OUT_OF_HOST_MEMORY;
    }
    hold_values(copy, true);
    fakecl_hold(copy->kernel);
    command->launch = copy;
    return CL_SUCCESS;
}

static void drop_launch(struct fakecl_command *command)
{
    struct fakecl_launch *launch = command->launch;

    hold_values(launch, false);
    fakecl_drop(launch->kernel);
    free((void *)launch->values);
    free(launch);
}

static const struct fakecl_action launch_action = {run_launch, keep_launch,
                                                   drop_launch};

static cl_int check_objects(cl_command_queue queue, cl_kernel kernel,
                            cl_uint dims)
{
    if (!fakecl_is(queue, FAKECL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (!fakecl_is(kernel, FAKECL_KERNEL))
        return CL_INVALID_KERNEL;
    if (kernel->context != queue->context)
        return CL_INVALID_CONTEXT;
    if (kernel->num_unset)
        return CL_INVALID_KERNEL_ARGS;
    return dims >= 1 && dims <= 3 ? CL_SUCCESS : CL_INVALID_WORK_DIMENSION;
}

static cl_int check_required(const struct fakecl_function *function,
                             cl_uint dims, const size_t *local)
{
    cl_uint i;

    for (i = 0; i < dims; i++)
        if (!local || function->required_local[i] != local[i])
            return CL_INVALID_WORK_GROUP_SIZE;
    return CL_SUCCESS;
}

static cl_int check_local(const struct fakecl_function *function, cl_uint dims,
                          const size_t *global, const size_t *local)
{
    size_t items = 1;
    cl_uint i;

    for (i = 0; i < dims; i++) {
        if (!local[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        if (local[i] > max_items[i])
            return CL_INVALID_WORK_ITEM_SIZE;
        if (global[i] % local[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        items *= local[i];
    }
    return items > function->max_group ? CL_INVALID_WORK_GROUP_SIZE
                                       : CL_SUCCESS;
}

static cl_int check_range(const struct fakecl_function *function, cl_uint dims,
                          const size_t *global, const size_t *local)
{
    cl_uint i;
    cl_int err;

    if (!global)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    for (i = 0; i < dims; i++)
        if (!global[i] && fakecl_config.version < 21)
            return CL_INVALID_GLOBAL_WORK_SIZE;
    err = local ? check_local(function, dims, global, local) : CL_SUCCESS;
    if (!err && function->required_local[0])
        err = check_required(function, dims, local);
    return err;
}

/* Arguments that died since they were set, and local memory. */
static cl_int check_values(cl_kernel kernel)
{
    const struct fakecl_value *value = kernel->values;
    const struct fakecl_value *end = value + kernel->num_values;

    for (; value < end; value++)
        if (value->mem && !fakecl_is(value->mem, FAKECL_MEM))
            return CL_INVALID_MEM_OBJECT;
    return kernel->local_bytes > FAKECL_LOCAL_MEM_BYTES ? CL_OUT_OF_RESOURCES
                                                        : CL_SUCCESS;
}

static cl_int check_script(const struct fakecl_function *function)
{
    if (function->script.launch_fail < 0)
        return (cl_int)function->script.launch_fail;
    if (function->script.crash != 0)
        abort();
    return CL_SUCCESS;
}

/* Missing dimensions are 1; a NULL local size stays zero. */
static void set_range(struct fakecl_launch *launch, const size_t *offset,
                      const size_t *global, const size_t *local)
{
    cl_uint i;

    for (i = 0; i < 3; i++) {
        bool is_given = i < launch->dims;

        launch->global[i] = is_given ? global[i] : 1;
        launch->offset[i] = is_given && offset ? offset[i] : 0;
        launch->local[i] = local ? (is_given ? local[i] : 1) : 0;
    }
}

static cl_int enqueue(cl_command_queue queue, struct fakecl_launch *launch,
                      cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    struct fakecl_command command = {
        .action = &launch_action,
        .queue = queue,
        .type = CL_COMMAND_NDRANGE_KERNEL,
        .is_stuck = launch->function->script.hang != 0,
    };

    command.launch = launch;
    return fakecl_submit(&command, num_waits, waits, event);
}

/* The short way for a launch that only moves the clock, without a lock; false
 * if it has to wait. Tests count the instructions of this. */
static bool run_plain(const struct fakecl_function *function)
{
    if (!function->is_plain || fakecl_state.num_pending ||
        fakecl_config.is_lazy)
        return false;
    atomic_fetch_add(&fakecl_state.now_ns, function->time_ns);
    atomic_fetch_add(&fakecl_state.num_launches, 1);
    return true;
}

static const char *range_text(char text[64], cl_uint dims, const size_t *range)
{
    if (!range || dims < 1 || dims > 3)
        return "none";
    snprintf(text, 64, "%zu,%zu,%zu", range[0], dims > 1 ? range[1] : 1,
             dims > 2 ? range[2] : 1);
    return text;
}

cl_int CL_API_CALL fakecl_clEnqueueNDRangeKernel(
    cl_command_queue queue, cl_kernel kernel, cl_uint dims,
    const size_t *offset, const size_t *global, const size_t *local,
    cl_uint num_waits, const cl_event *waits, cl_event *event)
{
    cl_int err = FAKECL_ENTER(clEnqueueNDRangeKernel);

    if (!err)
        err = check_objects(queue, kernel, dims);
    if (!err)
        err = check_values(kernel);
    if (!err)
        err = check_range(kernel->function, dims, global, local);
    if (!err && !kernel->function->is_plain)
        err = check_script(kernel->function);
    if (!err && (event || num_waits || waits || !run_plain(kernel->function))) {
        struct fakecl_launch launch = {.kernel = kernel,
                                       .function = kernel->function,
                                       .values = kernel->values,
                                       .dims = dims};

        set_range(&launch, offset, global, local);
        err = enqueue(queue, &launch, num_waits, waits, event);
    }
    FAKECL_LOG_NEW(clEnqueueNDRangeKernel, err, event && !err ? *event : NULL,
                   "queue=0x%x kernel=0x%x name=%s global=%s local=%s waits=%u",
                   fakecl_id(queue), fakecl_id(kernel),
                   kernel ? kernel->function->name : "",
                   range_text((char[64]){""}, dims, global),
                   range_text((char[64]){""}, dims, local), num_waits);
    return err;
}

cl_int CL_API_CALL fakecl_clEnqueueTask(cl_command_queue queue,
                                        cl_kernel kernel, cl_uint num_waits,
                                        const cl_event *waits, cl_event *event)
{
    static const size_t one[1] = {1};
    cl_int err = FAKECL_ENTER(clEnqueueTask);

    if (!err)
        err = fakecl_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, one, one,
                                            num_waits, waits, event);
    FAKECL_LOG_NEW(clEnqueueTask, err, event && !err ? *event : NULL,
                   "queue=0x%x kernel=0x%x waits=%u", fakecl_id(queue),
                   fakecl_id(kernel), num_waits);
    return err;
}
