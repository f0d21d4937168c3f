/* SPDX-License-Identifier: Apache-2.0 */
#include "cl/own.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/dict.h"

enum kind { QUEUE, MEMORY, IMAGE, SAMPLER, PROGRAM, KERNEL, KINDS };

struct tally {
    cl_context context;
    unsigned live[KINDS];
    unsigned votes[KINDS][2]; /* that one of a kind adds none, one */
    UT_hash_handle hh;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct tally *tallies;

static struct tally *find(cl_context context)
{
    struct tally *tally;

    HASH_FIND_PTR(tallies, &context, tally);
    return tally;
}

static struct tally *find_or_add(cl_context context)
{
    struct tally *tally = find(context);

    if (tally)
        return tally;
    tally = calloc(1, sizeof(*tally));
    if (!tally)
        return NULL;
    tally->context = context;
    HASH_ADD_PTR(tallies, context, tally);
    if (tally->hh.tbl)
        return tally;
    free(tally);
    return NULL;
}

static cl_uint count_of(const struct netcl_real *real, cl_context context)
{
    cl_uint count = 0;

    real->clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof(count),
                           &count, NULL);
    return count;
}

/*
 * Before something is made. False: what there is of it could not be counted,
 * and so would show; *error says so.
 */
static bool begin(const struct netcl_real *real, cl_context context,
                  cl_uint *before, cl_int *error)
{
    bool is_counted;

    pthread_mutex_lock(&mutex);
    is_counted = find_or_add(context) != NULL;
    pthread_mutex_unlock(&mutex);
    *before = is_counted ? count_of(real, context) : 0;
    *error = is_counted ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return is_counted;
}

/* One more; another thread of the program's may have spoilt the difference. */
static void note(const struct netcl_real *real, cl_context context,
                 enum kind kind, cl_uint before)
{
    cl_uint added = count_of(real, context) - before;
    struct tally *tally;

    pthread_mutex_lock(&mutex);
    tally = find(context);
    if (tally) {
        tally->live[kind]++;
        if (added < 2)
            tally->votes[kind][added]++;
    }
    pthread_mutex_unlock(&mutex);
}

static void note_release(cl_context context, enum kind kind)
{
    struct tally *tally;

    pthread_mutex_lock(&mutex);
    tally = find(context);
    if (tally && tally->live[kind])
        tally->live[kind]--;
    pthread_mutex_unlock(&mutex);
}

cl_uint netcl_own_references(cl_context context)
{
    const struct tally *tally;
    cl_uint count = 0;
    enum kind kind;

    pthread_mutex_lock(&mutex);
    tally = find(context);
    for (kind = QUEUE; tally && kind < KINDS; kind++)
        if (tally->votes[kind][1] > tally->votes[kind][0])
            count += tally->live[kind];
    pthread_mutex_unlock(&mutex);
    return count;
}

void netcl_own_forget(cl_context context)
{
    struct tally *tally;

    pthread_mutex_lock(&mutex);
    tally = find(context);
    if (tally)
        HASH_DEL(tallies, tally);
    pthread_mutex_unlock(&mutex);
    free(tally);
}

/* ---- making ------------------------------------------------------------ */

cl_command_queue netcl_own_queue(const struct netcl_real *real,
                                 cl_context context, cl_device_id device,
                                 cl_int *error)
{
    cl_command_queue queue;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    queue = real->clCreateCommandQueue(context, device,
                                       CL_QUEUE_PROFILING_ENABLE, error);
    if (*error == CL_SUCCESS)
        note(real, context, QUEUE, before);
    return queue;
}

cl_mem netcl_own_buffer(const struct netcl_real *real, cl_context context,
                        size_t bytes, cl_int *error)
{
    cl_mem memory;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    memory =
        real->clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, error);
    if (*error == CL_SUCCESS)
        note(real, context, MEMORY, before);
    return memory;
}

cl_mem netcl_own_part(const struct netcl_real *real, cl_context context,
                      cl_mem buffer, const cl_buffer_region *region,
                      cl_int *error)
{
    cl_mem memory;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    memory = real->clCreateSubBuffer(
        buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, region, error);
    if (*error == CL_SUCCESS)
        note(real, context, MEMORY, before);
    return memory;
}

cl_mem netcl_own_image(const struct netcl_real *real, cl_context context,
                       const struct netcl_image *image, cl_int *error)
{
    cl_mem memory;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    memory = netcl_image_create(real, context, image, NULL, error);
    if (*error == CL_SUCCESS)
        note(real, context, IMAGE, before);
    return memory;
}

cl_sampler netcl_own_sampler(const struct netcl_real *real, cl_context context,
                             cl_sampler model, cl_int *error)
{
    cl_uint before;
    cl_bool is_normalized = CL_FALSE;
    cl_addressing_mode addressing = 0;
    cl_filter_mode filter = 0;
    cl_sampler sampler;

    if (!begin(real, context, &before, error))
        return NULL;
    *error =
        real->clGetSamplerInfo(model, CL_SAMPLER_NORMALIZED_COORDS,
                               sizeof(is_normalized), &is_normalized, NULL);
    if (*error == CL_SUCCESS)
        *error = real->clGetSamplerInfo(model, CL_SAMPLER_ADDRESSING_MODE,
                                        sizeof(addressing), &addressing, NULL);
    if (*error == CL_SUCCESS)
        *error = real->clGetSamplerInfo(model, CL_SAMPLER_FILTER_MODE,
                                        sizeof(filter), &filter, NULL);
    if (*error != CL_SUCCESS)
        return NULL;
    sampler = real->clCreateSampler(context, is_normalized, addressing, filter,
                                    error);
    if (*error == CL_SUCCESS)
        note(real, context, SAMPLER, before);
    return sampler;
}

cl_program netcl_own_source(const struct netcl_real *real, cl_context context,
                            const char *source, cl_int *error)
{
    cl_program program;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    program = real->clCreateProgramWithSource(context, 1, &source, NULL, error);
    if (*error == CL_SUCCESS)
        note(real, context, PROGRAM, before);
    return program;
}

cl_program netcl_own_binary(const struct netcl_real *real, cl_context context,
                            cl_device_id device, const void *binary,
                            size_t bytes, cl_int *error)
{
    const unsigned char *content = binary;
    cl_program program;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    program = real->clCreateProgramWithBinary(context, 1, &device, &bytes,
                                              &content, NULL, error);
    if (*error == CL_SUCCESS)
        note(real, context, PROGRAM, before);
    return program;
}

cl_kernel netcl_own_kernel(const struct netcl_real *real, cl_context context,
                           cl_program program, const char *name, cl_int *error)
{
    cl_kernel kernel;
    cl_uint before;

    if (!begin(real, context, &before, error))
        return NULL;
    kernel = real->clCreateKernel(program, name, error);
    if (*error == CL_SUCCESS)
        note(real, context, KERNEL, before);
    return kernel;
}

/* ---- releasing --------------------------------------------------------- */

void netcl_own_release_queue(const struct netcl_real *real,
                             cl_command_queue queue)
{
    cl_context context = NULL;

    real->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context),
                                &context, NULL);
    real->clReleaseCommandQueue(queue);
    note_release(context, QUEUE);
}

void netcl_own_release_memory(const struct netcl_real *real, cl_mem memory)
{
    cl_context context = NULL;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;

    real->clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof(context), &context,
                             NULL);
    real->clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(type), &type, NULL);
    real->clReleaseMemObject(memory);
    note_release(context, type == CL_MEM_OBJECT_BUFFER ? MEMORY : IMAGE);
}

void netcl_own_release_sampler(const struct netcl_real *real,
                               cl_sampler sampler)
{
    cl_context context = NULL;

    real->clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof(context),
                           &context, NULL);
    real->clReleaseSampler(sampler);
    note_release(context, SAMPLER);
}

void netcl_own_release_program(const struct netcl_real *real,
                               cl_program program)
{
    cl_context context = NULL;

    real->clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof(context),
                           &context, NULL);
    real->clReleaseProgram(program);
    note_release(context, PROGRAM);
}

void netcl_own_release_kernel(const struct netcl_real *real, cl_kernel kernel)
{
    cl_context context = NULL;

    real->clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof(context), &context,
                          NULL);
    real->clReleaseKernel(kernel);
    note_release(context, KERNEL);
}
