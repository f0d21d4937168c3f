/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/bound.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cl/own.h"
#include "track/build.h"
#include "tune/describe.h"
#include "tune/program.h"

void netcl_bound_free(struct netcl_bound *bound)
{
    unsigned i;

    if (!bound)
        return;
    for (i = 0; i < bound->launch_count; i++) {
        if (bound->launches[i].kernel)
            netcl_own_release_kernel(bound->real, bound->launches[i].kernel);
        free(bound->launches[i].sources);
    }
    for (i = 0; i < bound->scratch_count; i++)
        netcl_own_release_memory(bound->real, bound->scratch[i]);
    free(bound->scratch);
    free(bound);
}

static struct netcl_bound *new_bound(const struct netcl_real *real)
{
    struct netcl_bound *bound = calloc(1, sizeof(*bound));

    if (bound)
        bound->real = real;
    return bound;
}

/* ---- ranges ---------------------------------------------------------- */

static bool fits_device(const struct netcl_device *device,
                        const struct netcl_bound_launch *launch)
{
    size_t group = 1;
    unsigned i;

    for (i = 0; i < launch->dimensions; i++) {
        if (!launch->global[i])
            return false;
        if (!launch->has_local)
            continue;
        if (!launch->local[i] || launch->global[i] % launch->local[i] ||
            launch->local[i] > device->item_sizes[i])
            return false;
        group *= launch->local[i];
    }
    return group <= device->group_size;
}

static int eval_range(const struct netcl_device *device,
                      const struct netcl_launch *launch, const int64_t *slots,
                      struct netcl_bound_launch *out)
{
    out->dimensions = launch->global.dimensions;
    out->has_local = launch->local.dimensions != 0;
    if (netcl_range_eval(&launch->global, slots, out->global))
        return -EDOM;
    if (out->has_local && netcl_range_eval(&launch->local, slots, out->local))
        return -EDOM;
    return fits_device(device, out) ? 0 : -EDOM;
}

static void set_groups(const struct netcl_bound_launch *first, int64_t *slots)
{
    static const int slot[3] = {NETCL_SLOT_groups_0, NETCL_SLOT_groups_1,
                                NETCL_SLOT_groups_2};
    unsigned i;

    for (i = 0; i < 3; i++)
        slots[slot[i]] =
            i < first->dimensions && first->has_local && first->local[i]
                ? (int64_t)(first->global[i] / first->local[i])
                : 1;
}

static int eval_ranges(const struct netcl_device *device,
                       const struct netcl_variant *variant, size_t index,
                       int64_t *slots, struct netcl_bound_launch *launches)
{
    int64_t is_legal = 1;
    size_t i;

    if (variant->launch_count > NETCL_BOUND_LAUNCHES_MAX)
        return -EDOM;
    netcl_variant_set_defines(variant, index, slots);
    if (variant->requirement &&
        (netcl_expr_eval(variant->requirement, slots, &is_legal) || !is_legal))
        return -EDOM;
    for (i = 0; i < variant->launch_count; i++)
        if (eval_range(device, &variant->launches[i], slots, &launches[i]))
            return -EDOM;
    set_groups(&launches[0], slots);
    return 0;
}

int netcl_bound_check(const struct netcl_device *device,
                      const struct netcl_variant *variant, size_t index,
                      int64_t *slots)
{
    struct netcl_bound_launch launches[NETCL_BOUND_LAUNCHES_MAX];

    memset(launches, 0, sizeof(launches));
    return eval_ranges(device, variant, index, slots, launches);
}

/* ---- arguments ------------------------------------------------------- */

static void set_integer(struct netcl_source *source, enum netcl_role_kind kind,
                        int64_t value)
{
    int32_t narrow = (int32_t)value;

    source->from = NETCL_SOURCE_BYTES;
    if (kind == NETCL_ROLE_INT || kind == NETCL_ROLE_UINT) {
        source->size = sizeof(narrow);
        memcpy(source->bytes, &narrow, sizeof(narrow));
    } else {
        source->size = sizeof(value);
        memcpy(source->bytes, &value, sizeof(value));
    }
}

static void set_real(struct netcl_source *source, enum netcl_role_kind kind,
                     double value)
{
    float narrow = (float)value;

    source->from = NETCL_SOURCE_BYTES;
    if (kind == NETCL_ROLE_FLOAT) {
        source->size = sizeof(narrow);
        memcpy(source->bytes, &narrow, sizeof(narrow));
    } else {
        source->size = sizeof(value);
        memcpy(source->bytes, &value, sizeof(value));
    }
}

static int source_of_role(const struct netcl_kernel_entry *entry, size_t index,
                          const int64_t *slots, struct netcl_source *source)
{
    const struct netcl_role *role = &entry->family->roles[index];
    const struct netcl_binding *binding = &entry->bindings[index];

    switch (binding->from) {
    case NETCL_BINDING_ARG:
        source->from = NETCL_SOURCE_VALUE;
        source->index = (unsigned)binding->arg;
        return 0;
    case NETCL_BINDING_EXPR:
        set_integer(source, role->kind, slots[role->slot]);
        return 0;
    case NETCL_BINDING_NUMBER:
        set_real(source, role->kind, binding->number);
        return 0;
    default:
        return -EDOM;
    }
}

static int set_sources(const struct netcl_kernel_entry *entry,
                       const struct netcl_launch *launch, const int64_t *slots,
                       struct netcl_bound_launch *out)
{
    size_t i;
    int err = 0;

    out->sources = calloc(launch->arg_count + 1, sizeof(*out->sources));
    if (!out->sources)
        return -ENOMEM;
    out->source_count = (unsigned)launch->arg_count;
    for (i = 0; !err && i < launch->arg_count; i++) {
        if (launch->args[i].is_scratch) {
            out->sources[i].from = NETCL_SOURCE_SCRATCH;
            out->sources[i].index = (unsigned)launch->args[i].index;
        } else {
            err = source_of_role(entry, launch->args[i].index, slots,
                                 &out->sources[i]);
        }
    }
    return err;
}

static int allocate_scratch(struct netcl_lane *lane,
                            const struct netcl_variant *variant,
                            const int64_t *slots, struct netcl_bound *bound)
{
    int64_t bytes;
    cl_int err;
    size_t i;

    bound->scratch = calloc(variant->scratch_count + 1,
                            sizeof(*bound->scratch));
    if (!bound->scratch)
        return -ENOMEM;
    for (i = 0; i < variant->scratch_count; i++) {
        if (netcl_expr_eval(variant->scratch[i].bytes, slots, &bytes) ||
            bytes <= 0 ||
            (uint64_t)bytes > lane->device->allocation_bytes / 2)
            return -EDOM;
        bound->scratch[i] =
            netcl_own_buffer(lane->real, lane->context, (size_t)bytes, &err);
        if (err != CL_SUCCESS)
            return -E2BIG;
        bound->scratch_count++;
    }
    return 0;
}

/* ---- making ---------------------------------------------------------- */

/*
 * How many items a group may have is seen at the launch: NVIDIA's driver
 * names 256 for kernels that it launches with 1024.
 */
static int create_kernel(struct netcl_lane *lane, cl_program program,
                         const char *name, struct netcl_bound_launch *launch)
{
    cl_int err;

    launch->kernel = netcl_own_kernel(lane->real, lane->context, program, name, &err);
    if (err == CL_SUCCESS)
        return 0;
    launch->kernel = NULL;
    return -ENOEXEC;
}

static char *join_options(const char *program, const char *variant)
{
    return netcl_str_format("%s%s%s", program, *variant ? " " : "", variant);
}

static int build(struct netcl_lane *lane, const char *options,
                 const struct netcl_kernel_entry *entry,
                 const struct netcl_variant *variant, size_t index,
                 const int64_t *slots, struct netcl_bound *bound,
                 cl_program *program)
{
    char *source = netcl_describe_source(lane->device, entry, variant, index,
                                         slots);
    char *all = join_options(options, variant->options);
    char *launches = netcl_describe_launches(entry, variant, slots, bound);
    struct netcl_program_text text = {source, all, launches, entry->name};
    int err = -ENOMEM;

    if (source && all && launches)
        err = netcl_program_build(lane, &text, program, &bound->digest);
    free(source);
    free(all);
    free(launches);
    return err;
}

static int set_all_sources(const struct netcl_kernel_entry *entry,
                           const struct netcl_variant *variant,
                           const int64_t *slots, struct netcl_bound *bound)
{
    int err = 0;
    size_t i;

    for (i = 0; !err && i < variant->launch_count; i++) {
        bound->launch_count++;
        err = set_sources(entry, &variant->launches[i], slots,
                          &bound->launches[i]);
    }
    return err;
}

int netcl_bound_candidate(struct netcl_lane *lane, const char *options,
                          const struct netcl_kernel_entry *entry,
                          const struct netcl_variant *variant, size_t index,
                          int64_t *slots, struct netcl_bound **out)
{
    struct netcl_bound *bound = new_bound(lane->real);
    cl_program program;
    size_t i;
    int err;

    if (!bound)
        return -ENOMEM;
    err = eval_ranges(lane->device, variant, index, slots, bound->launches);
    if (!err)
        err = set_all_sources(entry, variant, slots, bound);
    if (!err)
        err = build(lane, options, entry, variant, index, slots, bound,
                    &program);
    if (!err)
        err = allocate_scratch(lane, variant, slots, bound);
    for (i = 0; !err && i < variant->launch_count; i++)
        err = create_kernel(lane, program, variant->launches[i].kernel,
                            &bound->launches[i]);
    if (err) {
        netcl_bound_free(bound);
        return err;
    }
    *out = bound;
    return 0;
}

static void copy_range(const struct netcl_request *request,
                       struct netcl_bound_launch *launch)
{
    size_t bytes = request->dimensions * sizeof(size_t);

    launch->dimensions = request->dimensions;
    launch->has_local = request->local != NULL;
    launch->has_offset = request->offset != NULL;
    memcpy(launch->global, request->global, bytes);
    if (request->local)
        memcpy(launch->local, request->local, bytes);
    if (request->offset)
        memcpy(launch->offset, request->offset, bytes);
}

int netcl_bound_source(struct netcl_lane *lane,
                       const struct netcl_program_text *text,
                       const char *kernel,
                       const struct netcl_bound_launch *launch,
                       struct netcl_bound **out)
{
    struct netcl_bound *bound = new_bound(lane->real);
    cl_program program;
    int err;

    if (!bound)
        return -ENOMEM;
    bound->launches[0] = *launch;
    err = netcl_program_build(lane, text, &program, &bound->digest);
    if (!err)
        err = create_kernel(lane, program, kernel, &bound->launches[0]);
    if (err) {
        netcl_bound_free(bound); /* of no launches: the sources stay */
        return err;
    }
    bound->launch_count = 1;
    *out = bound;
    return 0;
}

int netcl_bound_original(struct netcl_lane *lane,
                         const struct netcl_kernel *kernel,
                         const struct netcl_request *request,
                         struct netcl_bound **out)
{
    /* The program launches this itself: no need to do so over there. */
    struct netcl_program_text text = {kernel->build->source,
                                      kernel->build->options, "", NULL};
    struct netcl_bound_launch launch = {.source_count = kernel->arg_count};
    cl_uint i;
    int err;

    copy_range(request, &launch);
    launch.sources = calloc(kernel->arg_count + 1, sizeof(*launch.sources));
    if (!launch.sources)
        return -ENOMEM;
    for (i = 0; i < kernel->arg_count; i++)
        launch.sources[i].index = i; /* NETCL_SOURCE_VALUE */
    err = netcl_bound_source(lane, &text, kernel->name, &launch, out);
    if (err)
        free(launch.sources);
    return err;
}

/* ---- using ----------------------------------------------------------- */

static cl_int set_svm(const struct netcl_bound *bound, cl_kernel kernel,
                      cl_uint index, const struct netcl_value *value)
{
    void *pointer;

    memcpy(&pointer, value->bytes, sizeof(pointer));
    return bound->real->clSetKernelArgSVMPointer(kernel, index, pointer);
}

static cl_int set_arg(const struct netcl_bound *bound, cl_kernel kernel,
                      cl_uint index, const struct netcl_source *source,
                      const struct netcl_value *values, const cl_mem *views)
{
    const struct netcl_value *value = &values[source->index];

    switch (source->from) {
    case NETCL_SOURCE_BYTES:
        return bound->real->clSetKernelArg(kernel, index, source->size,
                                           source->bytes);
    case NETCL_SOURCE_SCRATCH:
        return bound->real->clSetKernelArg(kernel, index, sizeof(cl_mem),
                                           &bound->scratch[source->index]);
    default:
        if (views && views[source->index])
            return bound->real->clSetKernelArg(
                kernel, index, sizeof(cl_mem), &views[source->index]);
        if (value->state == NETCL_VALUE_SVM)
            return set_svm(bound, kernel, index, value);
        return bound->real->clSetKernelArg(
            kernel, index, value->size,
            value->state == NETCL_VALUE_BYTES ? value->bytes : NULL);
    }
}

int netcl_bound_set_args(struct netcl_bound *bound,
                         const struct netcl_value *values, const cl_mem *views,
                         uint64_t since)
{
    const struct netcl_bound_launch *launch = bound->launches;
    const struct netcl_source *source;
    cl_uint i;

    for (; launch < bound->launches + bound->launch_count; launch++) {
        for (i = 0; i < launch->source_count; i++) {
            source = &launch->sources[i];
            if (since && (source->from != NETCL_SOURCE_VALUE ||
                          values[source->index].generation <= since))
                continue;
            if (set_arg(bound, launch->kernel, i, source, values, views) !=
                CL_SUCCESS)
                return -EIO;
        }
    }
    return 0;
}

static cl_int enqueue_one(const struct netcl_bound *bound,
                          const struct netcl_bound_launch *launch,
                          cl_command_queue queue, cl_uint wait_count,
                          const cl_event *wait_list, cl_event *event)
{
    return bound->real->clEnqueueNDRangeKernel(
        queue, launch->kernel, launch->dimensions,
        launch->has_offset ? launch->offset : NULL, launch->global,
        launch->has_local ? launch->local : NULL, wait_count, wait_list,
        event);
}

/*
 * Each launch waits for the one before, whatever the queue's order. `before`
 * is released, unless somebody keeps it.
 */
static cl_int enqueue_rest(const struct netcl_bound *bound,
                           cl_command_queue queue, cl_event before,
                           bool is_kept, cl_event *event, bool *is_partial)
{
    cl_event done = NULL;
    bool is_last;
    cl_int err;
    unsigned i;

    for (i = 1; i < bound->launch_count; i++) {
        is_last = i + 1 == bound->launch_count;
        err = enqueue_one(bound, &bound->launches[i], queue, 1, &before,
                          is_last ? event : &done);
        if (!is_kept)
            bound->real->clReleaseEvent(before);
        if (err != CL_SUCCESS) {
            *is_partial = true;
            return err;
        }
        before = done;
        is_kept = false;
    }
    return CL_SUCCESS;
}

cl_int netcl_bound_enqueue(const struct netcl_bound *bound,
                           cl_command_queue queue, cl_uint wait_count,
                           const cl_event *wait_list, cl_event *first,
                           cl_event *event, bool *is_partial)
{
    cl_event before;
    cl_int err;

    if (bound->launch_count == 1) {
        err = enqueue_one(bound, &bound->launches[0], queue, wait_count,
                          wait_list, event);
        return err;
    }
    err = enqueue_one(bound, &bound->launches[0], queue, wait_count, wait_list,
                      &before);
    if (err != CL_SUCCESS)
        return err;
    if (first)
        *first = before;
    return enqueue_rest(bound, queue, before, first != NULL, event,
                        is_partial);
}
