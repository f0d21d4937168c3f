/* SPDX-License-Identifier: Apache-2.0 */
#include "helper/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/image.h"
#include "helper/target.h"

#define LOG_BYTES 2048

/* ---- launched once --------------------------------------------------------- */

#define MOST_BUFFERS 64

struct warming {
    const struct netcl_target *target;
    cl_kernel kernel;
    cl_mem buffers[MOST_BUFFERS];
    unsigned buffer_count;
    cl_sampler sampler; /* NULL: none is asked for */
};

/* Zeros: an index that is read from garbage would lead anywhere. */
static cl_int set_buffer(struct warming *warming, cl_uint index, size_t size)
{
    const struct netcl_real *real = warming->target->real;
    cl_mem buffer;
    void *zeros;
    cl_int err;

    if (warming->buffer_count == MOST_BUFFERS)
        return CL_OUT_OF_RESOURCES;
    zeros = calloc(1, size);
    if (!zeros)
        return CL_OUT_OF_HOST_MEMORY;
    buffer = real->clCreateBuffer(warming->target->context,
                                  CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  size, zeros, &err);
    free(zeros);
    if (err != CL_SUCCESS)
        return err;
    warming->buffers[warming->buffer_count++] = buffer;
    return real->clSetKernelArg(warming->kernel, index, sizeof(buffer),
                                &buffer);
}

static cl_int set_image(struct warming *warming, cl_uint index,
                        const char *text)
{
    const struct netcl_real *real = warming->target->real;
    struct netcl_image image;
    cl_mem memory;
    void *zeros;
    cl_int err;

    if (!netcl_image_parse(text, &image))
        return CL_INVALID_VALUE;
    if (warming->buffer_count == MOST_BUFFERS)
        return CL_OUT_OF_RESOURCES;
    zeros = calloc(1, netcl_image_bytes(&image));
    if (!zeros)
        return CL_OUT_OF_HOST_MEMORY;
    memory = netcl_image_create(real, warming->target->context, &image, zeros,
                                &err);
    free(zeros);
    if (err != CL_SUCCESS)
        return err;
    warming->buffers[warming->buffer_count++] = memory;
    return real->clSetKernelArg(warming->kernel, index, sizeof(memory),
                                &memory);
}

/* One for all, of the plainest kind. */
static cl_int set_sampler(struct warming *warming, cl_uint index)
{
    const struct netcl_real *real = warming->target->real;
    cl_int err = CL_SUCCESS;

    if (!warming->sampler)
        warming->sampler =
            real->clCreateSampler(warming->target->context, CL_FALSE,
                                  CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &err);
    if (err != CL_SUCCESS) {
        warming->sampler = NULL;
        return err;
    }
    return real->clSetKernelArg(warming->kernel, index, sizeof(cl_sampler),
                                &warming->sampler);
}

static cl_int set_arg(struct warming *warming, cl_uint index, const char *text)
{
    static const unsigned char zeros[256];
    size_t size = strtoul(text + 1, NULL, 10);

    if (*text == 'b')
        return set_buffer(warming, index, size);
    if (*text == 'i')
        return set_image(warming, index, text + 1);
    if (*text == 'p')
        return set_sampler(warming, index);
    if (size > sizeof(zeros) && *text == 's')
        return CL_INVALID_ARG_SIZE;
    return warming->target->real->clSetKernelArg(
        warming->kernel, index, size, *text == 's' ? zeros : NULL);
}

static cl_int set_args(struct warming *warming, char *list)
{
    char *rest = list, *word;
    cl_int err = CL_SUCCESS;
    cl_uint i = 0;

    for (word = strtok_r(list, " ", &rest); word && err == CL_SUCCESS;
         word = strtok_r(NULL, " ", &rest))
        err = set_arg(warming, i++, word);
    return err;
}

static void release(struct warming *warming)
{
    while (warming->buffer_count)
        warming->target->real->clReleaseMemObject(
            warming->buffers[--warming->buffer_count]);
    if (warming->sampler)
        warming->target->real->clReleaseSampler(warming->sampler);
    warming->target->real->clReleaseKernel(warming->kernel);
}

static void warm(const struct netcl_target *target, cl_program program,
                 const char *line)
{
    struct warming warming = {.target = target};
    size_t global[3], local[3];
    unsigned dimensions, has_local;
    char name[256], *args;
    int used = 0;
    cl_int err;

    if (sscanf(line, "%255s %u %u %zu %zu %zu %zu %zu %zu%n", name,
               &dimensions, &has_local, &global[0], &global[1], &global[2],
               &local[0], &local[1], &local[2], &used) != 9)
        return;
    warming.kernel = target->real->clCreateKernel(program, name, &err);
    if (err != CL_SUCCESS)
        return;
    args = strdup(line + used);
    if (args && set_args(&warming, args) == CL_SUCCESS &&
        target->real->clEnqueueNDRangeKernel(
            target->queue, warming.kernel, dimensions, NULL, global,
            has_local ? local : NULL, 0, NULL, NULL) == CL_SUCCESS)
        target->real->clFinish(target->queue);
    free(args);
    release(&warming);
}

void netcl_compile_warm(const struct netcl_compile *job,
                        const struct netcl_compiled *result)
{
    char *lines = strdup(job->launches), *rest = lines, *line;

    if (!lines)
        return;
    for (line = strtok_r(lines, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        warm(result->target, result->program, line);
    free(lines);
}

/* ---- the binary ---------------------------------------------------------------- */

static int take_binary(const struct netcl_target *target, cl_program program,
                       struct netcl_compiled *result)
{
    const struct netcl_real *real = target->real;
    unsigned char *binary;
    size_t size = 0;

    if (real->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size),
                               &size, NULL) != CL_SUCCESS ||
        !size)
        return -EIO;
    binary = malloc(size);
    if (!binary)
        return -EIO;
    if (real->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary),
                               &binary, NULL) != CL_SUCCESS) {
        free(binary);
        return -EIO;
    }
    result->content = binary;
    result->bytes = size;
    return 0;
}

static void take_log(const struct netcl_target *target, cl_program program,
                     struct netcl_compiled *result)
{
    char *log = calloc(1, LOG_BYTES);

    if (!log)
        return;
    target->real->clGetProgramBuildInfo(program, target->device,
                                        CL_PROGRAM_BUILD_LOG, LOG_BYTES - 1,
                                        log, NULL);
    result->content = log;
    result->bytes = strlen(log);
}

int netcl_compile(const struct netcl_compile *job,
                  struct netcl_compiled *result)
{
    const struct netcl_target *target = netcl_target_find(job);
    cl_int err;

    if (!target)
        return -ENODEV;
    result->target = target;
    result->program = target->real->clCreateProgramWithSource(
        target->context, 1, (const char **)&job->source, NULL, &err);
    if (err != CL_SUCCESS)
        return -EIO;
    if (target->real->clBuildProgram(result->program, 1, &target->device,
                                     job->options, NULL,
                                     NULL) != CL_SUCCESS) {
        take_log(target, result->program, result);
        return -ENOEXEC;
    }
    return take_binary(target, result->program, result);
}

void netcl_compiled_clear(struct netcl_compiled *result)
{
    if (result->program)
        result->target->real->clReleaseProgram(result->program);
    free(result->content);
}
