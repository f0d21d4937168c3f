/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pins FILE.cl PINNED FREE [BEFORE]
 *
 * Launches `scale` BEFORE times, PINNED times between netcl_tune_pin() and its
 * unpin, then FREE times, and prints a checksum. Without the tuner the two are absent.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "source.h"

#define COUNT 100000

static void call(const char *name)
{
    void (*function)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, name);

    if (function)
        function();
}

static cl_kernel build(cl_context context, cl_program *program,
                       const char *path)
{
    char *text = source_read(path);
    const char *source = text;
    cl_int err;

    *program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    free(text);
    if (clBuildProgram(*program, 0, NULL, "", NULL, NULL) != CL_SUCCESS)
        exit(1);
    return clCreateKernel(*program, "scale", &err);
}

static void launch(cl_command_queue queue, cl_kernel kernel, int times)
{
    size_t global = COUNT;

    while (times-- > 0)
        if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0,
                                   NULL, NULL) != CL_SUCCESS)
            exit(1);
}

static void print_sum(cl_command_queue queue, cl_mem dst)
{
    static float data[COUNT];
    double sum = 0;
    int i;

    clEnqueueReadBuffer(queue, dst, CL_TRUE, 0, sizeof(data), data, 0, NULL,
                        NULL);
    for (i = 0; i < COUNT; i++)
        sum += data[i] * (double)(1 + i % 7);
    printf("%.17g\n", sum);
}

static void run(cl_context context, cl_command_queue queue, char **argv)
{
    static float data[COUNT];
    float factor = 1.5f;
    cl_program program;
    cl_int err, i;
    cl_mem dst, src;
    cl_kernel kernel = build(context, &program, argv[1]);

    for (i = 0; i < COUNT; i++)
        data[i] = (float)(i % 1000);
    i = COUNT;
    src =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(data), data, &err);
    dst = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(data), NULL, &err);
    clSetKernelArg(kernel, 0, sizeof(dst), &dst);
    clSetKernelArg(kernel, 1, sizeof(src), &src);
    clSetKernelArg(kernel, 2, sizeof(factor), &factor);
    clSetKernelArg(kernel, 3, sizeof(i), &i);
    launch(queue, kernel, argv[4] ? atoi(argv[4]) : 0);
    call("netcl_tune_pin");
    call("netcl_tune_pin");
    call("netcl_tune_unpin"); /* the outer one holds */
    launch(queue, kernel, atoi(argv[2]));
    call("netcl_tune_unpin");
    call("netcl_tune_unpin"); /* one too many */
    launch(queue, kernel, atoi(argv[3]));
    print_sum(queue, dst);
    clReleaseMemObject(dst);
    clReleaseMemObject(src);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(int argc, char **argv)
{
    cl_command_queue queue;
    cl_platform_id platform;
    cl_context context;
    cl_device_id device;
    cl_int err;

    if (argc < 4 || argc > 5 || clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS)
        return 2;
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    queue = clCreateCommandQueue(context, device, 0, &err);
    run(context, queue, argv);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
