/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

#include "image.h"
#include "inject.h"

#include <stdlib.h>
#include <string.h>

void fakecl_kernel_destroy(cl_kernel kernel)
{
    kernel->program->num_kernels--;
    free(kernel->values);
    free(kernel->bytes);
    fakecl_drop(kernel->context);
    fakecl_drop(kernel->program);
}

/* Room for an argument; unknown types get the most that there may be. */
static size_t room(const struct fakecl_value *value)
{
    if (value->is_local)
        return 0;
    return value->expected ? value->expected : FAKECL_MAX_ARG_BYTES;
}

static void describe(struct fakecl_value *value,
                     const struct fakecl_parameter *parameter)
{
    bool is_buffer = parameter->is_pointer &&
                     (parameter->address == CL_KERNEL_ARG_ADDRESS_GLOBAL ||
                      parameter->address == CL_KERNEL_ARG_ADDRESS_CONSTANT);

    value->is_memory = is_buffer || parameter->image;
    value->is_sampler = parameter->is_sampler;
    value->image = parameter->image;
    if (parameter->access == CL_KERNEL_ARG_ACCESS_READ_ONLY)
        value->denied = CL_MEM_WRITE_ONLY;
    if (parameter->access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY)
        value->denied = CL_MEM_READ_ONLY;
    if (parameter->access == CL_KERNEL_ARG_ACCESS_READ_WRITE)
        value->denied = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    value->is_local = parameter->address == CL_KERNEL_ARG_ADDRESS_LOCAL;
    if (value->is_memory)
        value->expected = sizeof(cl_mem);
    else if (!value->is_local)
        value->expected = parameter->size;
}

/* Values whose bytes lie in one block. 0, or -1 without memory. */
static int make_values(cl_kernel kernel)
{
    const struct fakecl_function *function = kernel->function;
    size_t bytes = 1;
    unsigned char *at;
    cl_uint i;

    kernel->num_values = function->num_parameters;
    kernel->num_unset = function->num_parameters;
    kernel->local_bytes = (size_t)function->script.local_mem;
    kernel->values = calloc(kernel->num_values + 1, sizeof(*kernel->values));
    if (!kernel->values)
        return -1;
    for (i = 0; i < kernel->num_values; i++) {
        describe(&kernel->values[i], &function->parameters[i]);
        bytes += room(&kernel->values[i]);
    }
    kernel->bytes = calloc(1, bytes);
    at = kernel->bytes;
    for (i = 0; at && i < kernel->num_values; i++) {
        kernel->values[i].bytes = at;
        at += room(&kernel->values[i]);
    }
    return at ? 0 : -1;
}

static size_t block_bytes(const struct _cl_kernel *kernel)
{
    size_t bytes = 1;
    cl_uint i;

    for (i = 0; i < kernel->num_values; i++)
        bytes += room(&kernel->values[i]);
    return bytes;
}

struct fakecl_value *fakecl_values_copy(const struct _cl_kernel *kernel)
{
    size_t head = (kernel->num_values + 1) * sizeof(struct fakecl_value);
    size_t bytes = block_bytes(kernel);
    struct fakecl_value *copy = malloc(head + bytes);
    unsigned char *block = (unsigned char *)copy + head;
    cl_uint i;

    if (!copy)
        return NULL;
    memcpy(copy, kernel->values, head);
    memcpy(block, kernel->bytes, bytes);
    for (i = 0; i < kernel->num_values; i++)
        copy[i].bytes = block + (kernel->values[i].bytes - kernel->bytes);
    return copy;
}

static cl_int make_kernel(cl_program program, struct fakecl_function *function,
                          cl_kernel *out)
{
    int failed = -1;
    cl_kernel kernel;

    fakecl_lock();
    kernel = fakecl_new(FAKECL_KERNEL, sizeof(*kernel));
    if (kernel) {
        kernel->program = program;
        kernel->context = program->context;
        kernel->function = function;
        fakecl_hold(program);
        fakecl_hold(program->context);
        program->num_kernels++;
        failed = make_values(kernel);
    }
    if (kernel && failed)
        fakecl_release_locked(kernel);
    fakecl_unlock();
    if (failed)
        return CL_OUT_OF_HOST_MEMORY;
    *out = kernel;
    return CL_SUCCESS;
}

static cl_int check_program(cl_program program)
{
    if (!fakecl_is(program, FAKECL_PROGRAM))
        return CL_INVALID_PROGRAM;
    return program->status == CL_BUILD_SUCCESS ? CL_SUCCESS
                                               : CL_INVALID_PROGRAM_EXECUTABLE;
}

static cl_int create_kernel(cl_program program, const char *name,
                            cl_kernel *out)
{
    size_t i;

    if (!name)
        return CL_INVALID_VALUE;
    for (i = 0; i < program->num_functions; i++)
        if (!strcmp(program->functions[i].name, name))
            return make_kernel(program, &program->functions[i], out);
    return CL_INVALID_KERNEL_NAME;
}

cl_kernel CL_API_CALL fakecl_clCreateKernel(cl_program program,
                                            const char *name,
                                            cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateKernel);
    cl_kernel kernel = NULL;

    if (!err)
        err = check_program(program);
    if (!err)
        err = create_kernel(program, name, &kernel);
    FAKECL_LOG_NEW(clCreateKernel, err, kernel, "program=0x%x name=%s",
                   fakecl_id(program), name ? name : "");
    if (errcode_ret)
        *errcode_ret = err;
    return kernel;
}

static cl_int create_kernels(cl_program program, cl_uint num_kernels,
                             cl_kernel *kernels)
{
    cl_uint count = (cl_uint)program->num_functions;
    cl_int err = CL_SUCCESS;
    cl_uint i;

    if (kernels && num_kernels < count)
        return CL_INVALID_VALUE;
    for (i = 0; !err && kernels && i < count; i++)
        err = make_kernel(program, &program->functions[i], &kernels[i]);
    return err;
}

cl_int CL_API_CALL fakecl_clCreateKernelsInProgram(cl_program program,
                                                   cl_uint num_kernels,
                                                   cl_kernel *kernels,
                                                   cl_uint *num_kernels_ret)
{
    cl_int err = FAKECL_ENTER(clCreateKernelsInProgram);

    if (!err)
        err = check_program(program);
    if (!err)
        err = create_kernels(program, num_kernels, kernels);
    if (!err && num_kernels_ret)
        *num_kernels_ret = (cl_uint)program->num_functions;
    FAKECL_LOG(clCreateKernelsInProgram, err, "program=0x%x kernels=%u",
               fakecl_id(program), num_kernels);
    return err;
}

static void copy_values(cl_kernel to, const struct _cl_kernel *from)
{
    cl_uint i;

    memcpy(to->bytes, from->bytes, block_bytes(from));
    to->num_unset = from->num_unset;
    to->local_bytes = from->local_bytes;
    for (i = 0; i < from->num_values; i++) {
        unsigned char *bytes = to->values[i].bytes;

        to->values[i] = from->values[i];
        to->values[i].bytes = bytes;
    }
}

cl_kernel CL_API_CALL fakecl_clCloneKernel(cl_kernel source,
                                           cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCloneKernel);
    cl_kernel kernel = NULL;

    if (!err && !fakecl_is(source, FAKECL_KERNEL))
        err = CL_INVALID_KERNEL;
    if (!err)
        err = make_kernel(source->program, source->function, &kernel);
    if (kernel)
        copy_values(kernel, source);
    FAKECL_LOG_NEW(clCloneKernel, err, kernel, "kernel=0x%x",
                   fakecl_id(source));
    if (errcode_ret)
        *errcode_ret = err;
    return kernel;
}

cl_int CL_API_CALL fakecl_clRetainKernel(cl_kernel kernel)
{
    cl_int err = FAKECL_ENTER(clRetainKernel);

    if (!err)
        err = fakecl_retain(kernel, FAKECL_KERNEL);
    FAKECL_LOG(clRetainKernel, err, "kernel=0x%x", fakecl_id(kernel));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseKernel(cl_kernel kernel)
{
    cl_int err = FAKECL_ENTER(clReleaseKernel);
    unsigned id = fakecl_id(kernel);

    if (!err)
        err = fakecl_release(kernel, FAKECL_KERNEL);
    FAKECL_LOG(clReleaseKernel, err, "kernel=0x%x", id);
    return err;
}

static cl_int set_local(cl_kernel kernel, struct fakecl_value *value,
                        size_t size, const void *bytes)
{
    if (bytes)
        return CL_INVALID_ARG_VALUE;
    if (!size)
        return CL_INVALID_ARG_SIZE;
    kernel->local_bytes += size - value->size;
    value->size = size;
    return CL_SUCCESS;
}

static cl_int check_image(const struct fakecl_value *value, cl_mem mem)
{
    if (!value->image)
        return mem && mem->image ? CL_INVALID_MEM_OBJECT : CL_SUCCESS;
    if (!mem || !mem->image)
        return CL_INVALID_MEM_OBJECT;
    return mem->image->type != value->image || mem->flags & value->denied
               ? CL_INVALID_ARG_VALUE
               : CL_SUCCESS;
}

static cl_int set_memory(cl_kernel kernel, struct fakecl_value *value,
                         const void *bytes)
{
    cl_int err = CL_SUCCESS;
    cl_mem mem = NULL;

    if (bytes)
        memcpy(&mem, bytes, sizeof(mem));
    if (mem && !fakecl_is(mem, FAKECL_MEM))
        return CL_INVALID_MEM_OBJECT;
    if (mem && mem->context != kernel->context)
        return CL_INVALID_MEM_OBJECT;
    if (value->image || (mem && mem->image))
        err = check_image(value, mem);
    if (!err)
        value->mem = mem;
    return err;
}

static cl_int set_scalar(struct fakecl_value *value, size_t size,
                         const void *bytes)
{
    if (!bytes)
        return CL_INVALID_ARG_VALUE;
    if (size > FAKECL_MAX_ARG_BYTES)
        return CL_INVALID_ARG_SIZE;
    value->size = size;
    if (size == sizeof(cl_int))
        memcpy(value->bytes, bytes, sizeof(cl_int));
    else
        memcpy(value->bytes, bytes, size);
    return CL_SUCCESS;
}

static cl_int set_sampler(cl_kernel kernel, struct fakecl_value *value,
                          const void *bytes)
{
    cl_sampler sampler = NULL;

    if (bytes)
        memcpy(&sampler, bytes, sizeof(sampler));
    if (!fakecl_is(sampler, FAKECL_SAMPLER) ||
        sampler->context != kernel->context)
        return CL_INVALID_SAMPLER;
    return set_scalar(value, sizeof(sampler), &sampler);
}

/* No lock, no allocation, few instructions: tests count them. */
static cl_int set_arg(cl_kernel kernel, cl_uint index, size_t size,
                      const void *bytes)
{
    struct fakecl_value *value;
    cl_int err;

    if (!fakecl_is(kernel, FAKECL_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->num_values)
        return CL_INVALID_ARG_INDEX;
    value = &kernel->values[index];
    if (value->expected && value->expected != size)
        return CL_INVALID_ARG_SIZE;
    if (value->is_memory)
        err = set_memory(kernel, value, bytes);
    else if (value->is_local)
        err = set_local(kernel, value, size, bytes);
    else if (value->is_sampler)
        err = set_sampler(kernel, value, bytes);
    else
        err = set_scalar(value, size, bytes);
    if (!err && !value->is_set) {
        value->is_set = true;
        kernel->num_unset--;
    }
    return err;
}

cl_int CL_API_CALL fakecl_clSetKernelArg(cl_kernel kernel, cl_uint index,
                                         size_t size, const void *bytes)
{
    cl_int err = FAKECL_ENTER(clSetKernelArg);

    if (!err)
        err = set_arg(kernel, index, size, bytes);
    FAKECL_LOG(clSetKernelArg, err, "kernel=0x%x index=%u size=%zu",
               fakecl_id(kernel), index, size);
    return err;
}

cl_int CL_API_CALL fakecl_clSetKernelArgSVMPointer(cl_kernel kernel,
                                                   cl_uint index,
                                                   const void *pointer)
{
    cl_int err = FAKECL_ENTER(clSetKernelArgSVMPointer);
    cl_mem mem = fakecl_svm_find(pointer);

    if (!err && !mem)
        err = CL_INVALID_ARG_VALUE;
    if (!err)
        err = set_arg(kernel, index, sizeof(mem), &mem);
    FAKECL_LOG(clSetKernelArgSVMPointer, err, "kernel=0x%x index=%u mem=0x%x",
               fakecl_id(kernel), index, fakecl_id(mem));
    return err;
}
