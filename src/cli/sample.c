/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "cli/noise.h"
#include "cli/sample_image.h"

#define FINE NETCL_REASON_COUNT

/* ---- the rig
 * ----------------------------------------------------------------- */

static void report_log(const struct netcl_rig *rig)
{
    char log[2048] = "";

    rig->real->clGetProgramBuildInfo(rig->program, rig->device->handle,
                                     CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log,
                                     NULL);
    netcl_diag_error("%s/reference.cl: does not build (mend it): %s",
                     rig->entry->family->folder, log);
}

static int build(struct netcl_rig *rig)
{
    const struct netcl_real *real = rig->real;
    const char *source = rig->entry->family->reference;
    size_t length = rig->entry->family->reference_length;
    cl_int err;

    rig->program = real->clCreateProgramWithSource(rig->context, 1, &source,
                                                   &length, &err);
    if (err != CL_SUCCESS) {
        rig->program = NULL;
        return -EIO;
    }
    netcl_program_from_source(rig->program, rig->context, 1, &source, &length);
    netcl_program_building(real, rig->program, 0, "");
    if (real->clBuildProgram(rig->program, 1, &rig->device->handle, "", NULL,
                             NULL) == CL_SUCCESS)
        return 0;
    report_log(rig);
    return -ENOEXEC;
}

static int enter_lane(struct netcl_rig *rig)
{
    rig->lane = netcl_lane_enter(rig->real, rig->context, rig->device);
    return rig->lane ? 0 : -EIO;
}

int netcl_rig_open(const struct netcl_real *real,
                   const struct netcl_device *device,
                   const struct netcl_kernel_entry *entry,
                   struct netcl_rig *rig)
{
    cl_int status;
    int err;

    memset(rig, 0, sizeof(*rig));
    rig->real = real;
    rig->device = device;
    rig->entry = entry;
    rig->context =
        real->clCreateContext(NULL, 1, &device->handle, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return -EIO;
    netcl_context_created(rig->context);
    err = build(rig);
    if (!err)
        err = enter_lane(rig);
    if (err)
        netcl_rig_close(rig);
    return err;
}

void netcl_rig_close(struct netcl_rig *rig)
{
    if (rig->lane)
        netcl_lane_leave(rig->lane);
    if (rig->program) {
        netcl_program_releasing(rig->program);
        rig->real->clReleaseProgram(rig->program);
    }
    if (rig->context) {
        netcl_context_releasing(rig->context);
        rig->real->clReleaseContext(rig->context);
    }
    memset(rig, 0, sizeof(*rig));
}

/* ---- sizes ----------------------------------------------------------- */

static int64_t integer_of(const struct netcl_check_value *value)
{
    return value->is_given ? value->integer : 1;
}

static void set_launch(const struct netcl_check *check,
                       struct netcl_sample *sample)
{
    unsigned i, dimensions = check->global.dimensions;
    int64_t *slots = sample->slots;
    bool has_local = check->local.dimensions != 0;

    slots[NETCL_SLOT_work_dim] = dimensions;
    for (i = 0; i < 3; i++) {
        slots[NETCL_SLOT_global_0 + i] =
            i < dimensions ? (int64_t)sample->global[i] : 1;
        slots[NETCL_SLOT_local_0 + i] =
            has_local ? (int64_t)sample->local[i] : 0;
        slots[NETCL_SLOT_offset_0 + i] = 0;
    }
}

/* Arguments first, then the range in terms of them, then roles. */
static enum netcl_reason set_sizes(const struct netcl_check *check,
                                   struct netcl_sample *sample)
{
    const struct netcl_kernel_entry *entry = sample->rig->entry;
    int64_t *slots = sample->slots;
    size_t i;

    memcpy(slots, sample->rig->device->slots,
           NETCL_SLOT_FIXED * sizeof(*slots));
    for (i = 0; i < entry->tunable_count; i++)
        slots[entry->tunables[i].slot] = entry->reference_tunables[i];
    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == NETCL_ARG_INTEGER)
            slots[entry->args[i].slot] = integer_of(&check->values[i]);
    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == NETCL_ARG_IMAGE &&
            netcl_sample_set_sizes(&entry->args[i], &check->values[i], slots))
            return NETCL_REASON_REQUIREMENT;
    if (netcl_range_eval(&check->global, slots, sample->global))
        return NETCL_REASON_REQUIREMENT;
    if (check->local.dimensions &&
        netcl_range_eval(&check->local, slots, sample->local))
        return NETCL_REASON_REQUIREMENT;
    set_launch(check, sample);
    return netcl_entry_set_roles(entry, slots) ? NETCL_REASON_REQUIREMENT
                                               : FINE;
}

/* Images have their sizes already. */
static void size_images(const struct netcl_check *check,
                        const struct netcl_sample *sample, size_t *largest)
{
    const struct netcl_kernel_entry *entry = sample->rig->entry;
    struct netcl_image image;
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == NETCL_ARG_IMAGE &&
            netcl_sample_describe(&entry->args[i], &check->values[i],
                                  sample->slots, &image) &&
            netcl_image_bytes(&image) > *largest)
            *largest = netcl_image_bytes(&image);
}

/* Largest buffer; fills in the bytes that requirements may name. */
static enum netcl_reason size_buffers(struct netcl_sample *sample,
                                      size_t *largest)
{
    const struct netcl_kernel_entry *entry = sample->rig->entry;
    const struct netcl_arg *arg = entry->args;
    int64_t elements, bytes;

    for (; arg < entry->args + entry->arg_count; arg++) {
        if (arg->kind != NETCL_ARG_BUFFER)
            continue;
        elements = 1;
        if (arg->elements &&
            (netcl_expr_eval(arg->elements, sample->slots, &elements) ||
             elements < 0))
            return NETCL_REASON_REQUIREMENT;
        if (__builtin_mul_overflow(elements, (int64_t)arg->type.bytes, &bytes))
            return NETCL_REASON_TOO_BIG;
        sample->slots[arg->bytes_slot] = bytes;
        if ((size_t)bytes > *largest)
            *largest = (size_t)bytes;
    }
    return FINE;
}

size_t netcl_sample_bytes(const struct netcl_device *device,
                          const struct netcl_kernel_entry *entry,
                          const struct netcl_check *check)
{
    struct netcl_rig rig = {.device = device, .entry = entry};
    struct netcl_sample sample = {.rig = &rig};
    size_t largest = 0;
    int64_t is_met = 1;
    bool is_legal;

    sample.slots = calloc(entry->family->slot_count + 1, sizeof(*sample.slots));
    is_legal = sample.slots && set_sizes(check, &sample) == FINE &&
               size_buffers(&sample, &largest) == FINE &&
               (!entry->requirement ||
                (!netcl_expr_eval(entry->requirement, sample.slots, &is_met) &&
                 is_met));
    if (is_legal)
        size_images(check, &sample, &largest);
    free(sample.slots);
    return is_legal ? largest : 0;
}

/* ---- arguments
 * ----------------------------------------------------------------- */

static enum netcl_reason set_arg(struct netcl_sample *sample, size_t index,
                                 size_t size, const void *value)
{
    cl_kernel handle = sample->request.kernel;

    if (sample->rig->real->clSetKernelArg(handle, (cl_uint)index, size,
                                          value) != CL_SUCCESS)
        return NETCL_REASON_DRIVER;
    netcl_kernel_set_arg(handle, (cl_uint)index, size, value);
    return FINE;
}

/* As many bytes as the entry says that the kernel may touch. */
static enum netcl_reason make_buffer(struct netcl_sample *sample,
                                     const struct netcl_arg *arg, size_t index,
                                     const struct netcl_check_value *value)
{
    const struct netcl_rig *rig = sample->rig;
    int64_t elements = 0;
    size_t bytes;
    void *data;
    cl_int err;

    if (arg->elements &&
        netcl_expr_eval(arg->elements, sample->slots, &elements))
        return NETCL_REASON_REQUIREMENT;
    if (elements < 1)
        elements = 1; /* a buffer cannot be empty */
    if ((uint64_t)elements > rig->device->allocation_bytes / arg->type.bytes)
        return NETCL_REASON_TOO_BIG;
    bytes = (size_t)elements * arg->type.bytes;
    data = malloc(bytes);
    if (!data)
        return NETCL_REASON_TOO_BIG;
    if (value->contents)
        netcl_noise_repeat(arg->type.scalar, value->contents,
                           value->content_count, data, bytes);
    else
        netcl_noise_fill(arg->type.scalar, index + 1, data, bytes);
    sample->buffers[index] = rig->real->clCreateBuffer(
        rig->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data,
        &err);
    free(data);
    if (err != CL_SUCCESS) {
        sample->buffers[index] = NULL;
        return NETCL_REASON_DRIVER;
    }
    return set_arg(sample, index, sizeof(cl_mem), &sample->buffers[index]);
}

static enum netcl_reason make_image(struct netcl_sample *sample,
                                    const struct netcl_arg *arg, size_t index,
                                    const struct netcl_check_value *value)
{
    const struct netcl_rig *rig = sample->rig;
    enum netcl_scalar scalar = value->format >= NETCL_CHECK_R_FLOAT
                                   ? NETCL_SCALAR_FLOAT
                                   : NETCL_SCALAR_UCHAR;
    struct netcl_image image;
    size_t bytes;
    void *data;
    cl_int err;

    if (!netcl_sample_describe(arg, value, sample->slots, &image))
        return NETCL_REASON_IMAGE;
    bytes = netcl_image_bytes(&image);
    data = bytes && bytes <= rig->device->allocation_bytes ? malloc(bytes)
                                                           : NULL;
    if (!data)
        return NETCL_REASON_TOO_BIG;
    netcl_noise_fill(scalar, index + 1, data, bytes);
    sample->buffers[index] =
        netcl_image_create(rig->real, rig->context, &image, data, &err);
    free(data);
    if (err != CL_SUCCESS) {
        sample->buffers[index] = NULL;
        return NETCL_REASON_DRIVER;
    }
    return set_arg(sample, index, sizeof(cl_mem), &sample->buffers[index]);
}

static enum netcl_reason make_sampler(struct netcl_sample *sample,
                                      size_t index)
{
    const struct netcl_rig *rig = sample->rig;
    cl_int err = CL_SUCCESS;

    if (!sample->sampler)
        sample->sampler =
            rig->real->clCreateSampler(rig->context, CL_FALSE,
                                       CL_ADDRESS_CLAMP_TO_EDGE,
                                       CL_FILTER_NEAREST, &err);
    if (err != CL_SUCCESS) {
        sample->sampler = NULL;
        return NETCL_REASON_DRIVER;
    }
    return set_arg(sample, index, sizeof(cl_sampler), &sample->sampler);
}

static enum netcl_reason set_real(struct netcl_sample *sample,
                                  const struct netcl_arg *arg, size_t index,
                                  const struct netcl_check_value *value)
{
    static const double others[] = {1.25, 0.5, 1.75, 0.875};
    double wide = value->is_given ? value->number : others[index % 4];
    float narrow = (float)wide;

    if (arg->type.scalar == NETCL_SCALAR_DOUBLE)
        return set_arg(sample, index, sizeof(wide), &wide);
    if (arg->type.scalar == NETCL_SCALAR_FLOAT)
        return set_arg(sample, index, sizeof(narrow), &narrow);
    return NETCL_REASON_ARGUMENTS;
}

static enum netcl_reason set_one(struct netcl_sample *sample,
                                 const struct netcl_arg *arg, size_t index,
                                 const struct netcl_check_value *value)
{
    unsigned char zeros[256] = {0};
    int64_t number;

    switch (arg->kind) {
    case NETCL_ARG_BUFFER:
        return make_buffer(sample, arg, index, value);
    case NETCL_ARG_IMAGE:
        return make_image(sample, arg, index, value);
    case NETCL_ARG_SAMPLER:
        return make_sampler(sample, index);
    case NETCL_ARG_LOCAL:
        if (!value->bytes ||
            netcl_expr_eval(value->bytes, sample->slots, &number) ||
            number <= 0)
            return NETCL_REASON_ARGUMENTS;
        return set_arg(sample, index, (size_t)number, NULL);
    case NETCL_ARG_INTEGER:
        number = integer_of(value);
        return set_arg(sample, index, arg->type.bytes, &number);
    case NETCL_ARG_REAL:
        return set_real(sample, arg, index, value);
    default:
        if (!arg->type.bytes || arg->type.bytes > sizeof(zeros))
            return NETCL_REASON_ARGUMENTS;
        return set_arg(sample, index, arg->type.bytes, zeros);
    }
}

/* ---- the launch
 * ----------------------------------------------------------------- */

static enum netcl_reason create_kernel(struct netcl_sample *sample)
{
    const struct netcl_rig *rig = sample->rig;
    cl_int err;

    sample->request.real = rig->real;
    sample->request.kernel =
        rig->real->clCreateKernel(rig->program, rig->entry->function, &err);
    if (err != CL_SUCCESS) {
        sample->request.kernel = NULL;
        return NETCL_REASON_DRIVER;
    }
    netcl_kernel_created(rig->real, sample->request.kernel, rig->program);
    sample->kernel = netcl_kernel_find(sample->request.kernel);
    return sample->kernel ? FINE : NETCL_REASON_DRIVER;
}

/* What the library would find out about such a launch. */
static enum netcl_reason fill_facts(const struct netcl_check *check,
                                    struct netcl_sample *sample)
{
    const struct netcl_kernel_entry *entry = sample->rig->entry;
    struct netcl_match match = {.entry = entry,
                                .fingerprint = entry->fingerprints[0]};
    struct netcl_known known = {&match, NULL};
    size_t i;

    for (i = 0; i < entry->tunable_count; i++)
        match.tunables[i] = entry->reference_tunables[i];
    sample->request.dimensions = check->global.dimensions;
    sample->request.global = sample->global;
    sample->request.local = check->local.dimensions ? sample->local : NULL;
    return netcl_facts_fill(&sample->request, sample->kernel, &known,
                            sample->rig->device, &sample->facts);
}

static enum netcl_reason make(const struct netcl_check *check,
                              struct netcl_sample *sample)
{
    const struct netcl_kernel_entry *entry = sample->rig->entry;
    enum netcl_reason reason;
    size_t i;

    sample->slots =
        calloc(entry->family->slot_count + 1, sizeof(*sample->slots));
    sample->buffers = calloc(entry->arg_count + 1, sizeof(*sample->buffers));
    if (!sample->slots || !sample->buffers)
        return NETCL_REASON_TOO_BIG;
    reason = set_sizes(check, sample);
    if (reason == FINE)
        reason = create_kernel(sample);
    for (i = 0; reason == FINE && i < entry->arg_count; i++)
        reason = set_one(sample, &entry->args[i], i, &check->values[i]);
    return reason == FINE ? fill_facts(check, sample) : reason;
}

enum netcl_reason netcl_sample_open(const struct netcl_rig *rig,
                                    const struct netcl_check *check,
                                    struct netcl_sample *sample)
{
    enum netcl_reason reason;

    memset(sample, 0, sizeof(*sample));
    sample->rig = rig;
    reason = make(check, sample);
    if (reason != FINE)
        netcl_sample_close(sample);
    return reason;
}

void netcl_sample_close(struct netcl_sample *sample)
{
    const struct netcl_real *real = sample->rig->real;
    size_t i;

    netcl_facts_free(&sample->facts);
    if (sample->request.kernel) {
        netcl_kernel_releasing(sample->request.kernel);
        real->clReleaseKernel(sample->request.kernel);
    }
    for (i = 0; sample->buffers && i < sample->rig->entry->arg_count; i++)
        if (sample->buffers[i]) {
            netcl_memory_releasing(sample->buffers[i]);
            real->clReleaseMemObject(sample->buffers[i]);
        }
    if (sample->sampler)
        real->clReleaseSampler(sample->sampler);
    free(sample->buffers);
    free(sample->slots);
    memset(sample, 0, sizeof(*sample));
}
