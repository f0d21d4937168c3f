/* SPDX-License-Identifier: Apache-2.0 */
/* kernel: one kernel of a file, built for the first device of all. */
#ifndef TESTS_APPS_KERNEL_H
#define TESTS_APPS_KERNEL_H

#include <CL/cl.h>

#include "source.h"

struct kernel {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel handle;
};

static inline void check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, (int)err);
    exit(1);
}

static inline void kernel_open(struct kernel *kernel, const char *path,
                               const char *name, const char *options)
{
    char *source = source_read(path);
    const char *text = source;
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    kernel->context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    kernel->queue = clCreateCommandQueue(kernel->context, device, 0, &err);
    check(err, "clCreateCommandQueue");
    kernel->program =
        clCreateProgramWithSource(kernel->context, 1, &text, NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(clBuildProgram(kernel->program, 0, NULL, options, NULL, NULL),
          "clBuildProgram");
    kernel->handle = clCreateKernel(kernel->program, name, &err);
    check(err, "clCreateKernel");
    free(source);
}

#endif
