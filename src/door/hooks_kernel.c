/* SPDX-License-Identifier: Apache-2.0 */
#include "door/hooks.h"
#include "launch/plan.h"
#include "track/track.h"

cl_kernel netcl_hook_clCreateKernel(const struct netcl_real *real,
                                    cl_program program, const char *name,
                                    cl_int *error)
{
    cl_kernel kernel = real->clCreateKernel(program, name, error);

    if (kernel)
        netcl_kernel_created(real, kernel, program);
    return kernel;
}

cl_int netcl_hook_clCreateKernelsInProgram(const struct netcl_real *real,
                                           cl_program program,
                                           cl_uint entries, cl_kernel *kernels,
                                           cl_uint *count)
{
    cl_uint made = 0, i;
    cl_int err =
        real->clCreateKernelsInProgram(program, entries, kernels, &made);

    if (count && err == CL_SUCCESS)
        *count = made;
    for (i = 0; err == CL_SUCCESS && kernels && i < made && i < entries; i++)
        netcl_kernel_created(real, kernels[i], program);
    return err;
}

cl_kernel netcl_hook_clCloneKernel(const struct netcl_real *real,
                                   cl_kernel kernel, cl_int *error)
{
    cl_kernel clone = real->clCloneKernel(kernel, error);

    if (clone)
        netcl_kernel_cloned(real, clone, kernel);
    return clone;
}

cl_int netcl_hook_clRetainKernel(const struct netcl_real *real,
                                 cl_kernel kernel)
{
    cl_int err = real->clRetainKernel(kernel);

    if (err == CL_SUCCESS)
        netcl_kernel_retained(kernel);
    return err;
}

cl_int netcl_hook_clReleaseKernel(const struct netcl_real *real,
                                  cl_kernel kernel)
{
    netcl_kernel_releasing(kernel);
    return real->clReleaseKernel(kernel);
}

cl_int netcl_hook_clSetKernelArgSVMPointer(const struct netcl_real *real,
                                           cl_kernel kernel, cl_uint index,
                                           const void *value)
{
    cl_int err = real->clSetKernelArgSVMPointer(kernel, index, value);

    if (err == CL_SUCCESS)
        netcl_kernel_set_svm(kernel, index, value);
    return err;
}

cl_int netcl_hook_clSetKernelExecInfo(const struct netcl_real *real,
                                      cl_kernel kernel,
                                      cl_kernel_exec_info name, size_t size,
                                      const void *value)
{
    cl_int err = real->clSetKernelExecInfo(kernel, name, size, value);

    if (err == CL_SUCCESS)
        netcl_kernel_set_opaque(kernel);
    return err;
}

cl_int netcl_hook_clReleaseMemObject(const struct netcl_real *real,
                                     cl_mem memory)
{
    netcl_memory_releasing(memory);
    return real->clReleaseMemObject(memory);
}

void netcl_hook_clSVMFree(const struct netcl_real *real, cl_context context,
                          void *memory)
{
    netcl_svm_freeing(memory);
    real->clSVMFree(context, memory);
}

cl_int netcl_hook_clEnqueueSVMFree(
    const struct netcl_real *real, cl_command_queue queue, cl_uint count,
    void *memories[],
    void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void *[], void *),
    void *user_data, cl_uint wait_count, const cl_event *wait_list,
    cl_event *event)
{
    cl_uint i;

    for (i = 0; memories && i < count; i++)
        netcl_svm_freeing(memories[i]);
    return real->clEnqueueSVMFree(queue, count, memories, notify, user_data,
                                  wait_count, wait_list, event);
}

cl_int netcl_hook_clReleaseSampler(const struct netcl_real *real,
                                   cl_sampler sampler)
{
    netcl_sampler_releasing();
    return real->clReleaseSampler(sampler);
}

cl_int netcl_hook_clReleaseCommandQueue(const struct netcl_real *real,
                                        cl_command_queue queue)
{
    atomic_fetch_add_explicit(&netcl_queue_releases, 1, memory_order_relaxed);
    return real->clReleaseCommandQueue(queue);
}
