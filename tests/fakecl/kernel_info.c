/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"
#include "kernel.h"

#include <stdio.h>

static cl_int kernel_info(cl_kernel kernel, cl_kernel_info param,
                          const struct fakecl_query *query)
{
    switch (param) {
    case CL_KERNEL_FUNCTION_NAME:
        return fakecl_answer_text(query, kernel->function->name);
    case CL_KERNEL_NUM_ARGS:
        return fakecl_answer_uint(query, kernel->num_values);
    case CL_KERNEL_REFERENCE_COUNT:
        return fakecl_answer_uint(query, kernel->object.refs);
    case CL_KERNEL_CONTEXT:
        return fakecl_answer_handle(query, kernel->context);
    case CL_KERNEL_PROGRAM:
        return fakecl_answer_handle(query, kernel->program);
    case CL_KERNEL_ATTRIBUTES:
        return fakecl_answer_text(query, "");
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetKernelInfo(cl_kernel kernel,
                                          cl_kernel_info param, size_t size,
                                          void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetKernelInfo);

    if (!err && !fakecl_is(kernel, FAKECL_KERNEL))
        err = CL_INVALID_KERNEL;
    if (!err)
        err = kernel_info(kernel, param, &query);
    FAKECL_LOG(clGetKernelInfo, err, "kernel=0x%x param=0x%x",
               fakecl_id(kernel), param);
    return err;
}

static cl_int arg_info(const struct fakecl_parameter *parameter,
                       cl_kernel_arg_info param,
                       const struct fakecl_query *query)
{
    char type[72];

    switch (param) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return fakecl_answer_uint(query, parameter->address);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return fakecl_answer_uint(query, parameter->access
                                             ? parameter->access
                                             : CL_KERNEL_ARG_ACCESS_NONE);
    case CL_KERNEL_ARG_TYPE_NAME:
        snprintf(type, sizeof(type), "%s%s", parameter->type,
                 parameter->is_pointer ? "*" : "");
        return fakecl_answer_text(query, type);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        /* Of a value, qualifiers say nothing to the caller. */
        return fakecl_answer_ulong(query, parameter->is_pointer
                                              ? parameter->qualifiers
                                              : CL_KERNEL_ARG_TYPE_NONE);
    case CL_KERNEL_ARG_NAME:
        return fakecl_answer_text(query, parameter->name);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetKernelArgInfo(cl_kernel kernel, cl_uint index,
                                             cl_kernel_arg_info param,
                                             size_t size, void *value,
                                             size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetKernelArgInfo);

    if (!err && !fakecl_is(kernel, FAKECL_KERNEL))
        err = CL_INVALID_KERNEL;
    if (!err && index >= kernel->num_values)
        err = CL_INVALID_ARG_INDEX;
    if (!err && !kernel->program->has_arg_info)
        err = CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    if (!err)
        err = arg_info(&kernel->function->parameters[index], param, &query);
    FAKECL_LOG(clGetKernelArgInfo, err, "kernel=0x%x index=%u param=0x%x",
               fakecl_id(kernel), index, param);
    return err;
}

static cl_int group_info(cl_kernel kernel, cl_kernel_work_group_info param,
                         const struct fakecl_query *query)
{
    const struct fakecl_function *function = kernel->function;
    const struct fakecl_script *script = &function->script;

    switch (param) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return fakecl_answer_size(query, (size_t)script->max_group);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return fakecl_answer(query, function->required_local,
                             sizeof(function->required_local));
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return fakecl_answer_ulong(query, kernel->local_bytes);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return fakecl_answer_size(query, (size_t)script->preferred);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return fakecl_answer_ulong(query, (cl_ulong)script->private_mem);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetKernelWorkGroupInfo(
    cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param,
    size_t size, void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetKernelWorkGroupInfo);

    if (!err && !fakecl_is(kernel, FAKECL_KERNEL))
        err = CL_INVALID_KERNEL;
    if (!err && device && !fakecl_is(device, FAKECL_DEVICE))
        err = CL_INVALID_DEVICE;
    if (!err && !device && kernel->context->num_devices > 1)
        err = CL_INVALID_DEVICE;
    if (!err)
        err = group_info(kernel, param, &query);
    FAKECL_LOG(clGetKernelWorkGroupInfo, err, "kernel=0x%x param=0x%x",
               fakecl_id(kernel), param);
    return err;
}
