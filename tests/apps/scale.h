/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scale: launches of the scale kernel, with each function of OpenCL called by
 * CALL(name), which whoever includes this has to define.
 */
#ifndef TESTS_APPS_SCALE_H
#define TESTS_APPS_SCALE_H

#include <CL/cl.h>

#define SCALE_COUNT 100000

static const char scale_source[] =
    "//fake: scale op=scale dst=dst src=src factor=factor count=n time_us=100\n"
    "kernel void scale(global float *dst, global const float *src,\n"
    "                  float factor, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        dst[i] = factor * src[i];\n"
    "}\n";

struct scale {
    cl_command_queue queue;
    cl_kernel kernel;
};

static void scale_open_kernel(struct scale *scale, cl_context context,
                              cl_device_id device)
{
    const char *text = scale_source;
    cl_program program =
        CALL(clCreateProgramWithSource)(context, 1, &text, NULL, NULL);

    CALL(clBuildProgram)(program, 1, &device, NULL, NULL, NULL);
    scale->kernel = CALL(clCreateKernel)(program, "scale", NULL);
}

static void scale_open(struct scale *scale)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_int count = SCALE_COUNT, i;
    float factor = 2;
    cl_mem buffer;

    CALL(clGetPlatformIDs)(1, &platform, NULL);
    CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = CALL(clCreateContext)(NULL, 1, &device, NULL, NULL, NULL);
    scale->queue = CALL(clCreateCommandQueue)(context, device, 0, NULL);
    scale_open_kernel(scale, context, device);
    for (i = 0; i < 2; i++) {
        buffer = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE,
                                      (size_t)count * 4, NULL, NULL);
        CALL(clSetKernelArg)
        (scale->kernel, (cl_uint)i, sizeof(buffer), &buffer);
    }
    CALL(clSetKernelArg)(scale->kernel, 2, sizeof(factor), &factor);
    CALL(clSetKernelArg)(scale->kernel, 3, sizeof(count), &count);
}

/* 0: fine. */
static int scale_launch(const struct scale *scale, int launches)
{
    size_t global = SCALE_COUNT;

    while (launches--)
        if (CALL(clEnqueueNDRangeKernel)(scale->queue, scale->kernel, 1, NULL,
                                         &global, NULL, 0, NULL,
                                         NULL) != CL_SUCCESS)
            return 1;
    CALL(clFinish)(scale->queue);
    return 0;
}

#endif
