/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sizes FILE.cl N...
 *
 * Launches `scale` over another number of elements each time and prints a
 * checksum of every result, as a program does that zooms.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#include "source.h"

#define MOST 1000000

struct app {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem dst, src;
};

static void build(struct app *app, cl_device_id device, const char *path)
{
    char *text = source_read(path);
    const char *source = text;
    cl_int err;

    app->program =
        clCreateProgramWithSource(app->context, 1, &source, NULL, &err);
    free(text);
    if (clBuildProgram(app->program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        exit(1);
    app->kernel = clCreateKernel(app->program, "scale", &err);
}

static void open_all(struct app *app, const char *path)
{
    static float data[MOST];
    cl_platform_id platform;
    cl_device_id device;
    cl_int err, i;

    for (i = 0; i < MOST; i++)
        data[i] = (float)(i % 1000);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS)
        exit(1);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    app->context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    app->queue = clCreateCommandQueue(app->context, device, 0, &err);
    build(app, device, path);
    app->src = clCreateBuffer(app->context, CL_MEM_COPY_HOST_PTR, sizeof(data),
                              data, &err);
    app->dst = clCreateBuffer(app->context, CL_MEM_READ_WRITE, sizeof(data),
                              NULL, &err);
}

static double run(const struct app *app, cl_int n)
{
    static float data[MOST];
    float factor = (float)n * 0.5f;
    size_t global = (size_t)n;
    double sum = 0;
    cl_int i;

    clSetKernelArg(app->kernel, 0, sizeof(app->dst), &app->dst);
    clSetKernelArg(app->kernel, 1, sizeof(app->src), &app->src);
    clSetKernelArg(app->kernel, 2, sizeof(factor), &factor);
    clSetKernelArg(app->kernel, 3, sizeof(n), &n);
    if (clEnqueueNDRangeKernel(app->queue, app->kernel, 1, NULL, &global, NULL,
                               0, NULL, NULL) != CL_SUCCESS ||
        clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0,
                            global * sizeof(float), data, 0, NULL,
                            NULL) != CL_SUCCESS)
        exit(1);
    for (i = 0; i < n; i++)
        sum += data[i] * (double)(1 + i % 7);
    return sum;
}

int main(int argc, char **argv)
{
    struct app app;
    double sum = 0;
    int i;

    if (argc < 3)
        return 2;
    open_all(&app, argv[1]);
    for (i = 2; i < argc; i++)
        sum += run(&app, atoi(argv[i]));
    printf("%.17g\n", sum);
    clReleaseMemObject(app.dst);
    clReleaseMemObject(app.src);
    clReleaseKernel(app.kernel);
    clReleaseProgram(app.program);
    clReleaseCommandQueue(app.queue);
    clReleaseContext(app.context);
    return 0;
}
