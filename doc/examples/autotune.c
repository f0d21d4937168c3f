/* SPDX-License-Identifier: Apache-2.0 */
/*
 * autotune [COUNT]: which work-group size is best for this kernel here?
 *
 *   cc autotune.c -lOpenCL && LD_PRELOAD=libnetcl_tune.so ./a.out
 *
 * The first run measures, later ones remember. Without the tuner the program
 * runs as well, with the size that it would have used anyway.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#define NETCL_TUNE_OPTIONAL
#include "netcl_tune.h"

/* `fake:` is for the driver that the tests use; others see a comment. */
static const char *const source =
    "//fake: square op=copy dst=dst src=src count=n time_us=100\n"
    "//fake: square local_us=32:70,64:50,128:40,256:90 max_group=256\n"
    "__kernel void square(__global float *dst, __global const float *src,\n"
    "                     int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        dst[i] = src[i] * src[i];\n"
    "}\n";

static const char *const candidates = "[32, 64, 128, 256, 512]";
static const size_t sizes[] = {32, 64, 128, 256, 512};

struct app {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_int count;
    int runs; /* of the benchmark */
};

static cl_int launch(struct app *app, size_t local, cl_event *event)
{
    size_t global = ((size_t)app->count + local - 1) / local * local;

    return clEnqueueNDRangeKernel(app->queue, app->kernel, 1, NULL, &global,
                                  &local, 0, NULL, event);
}

/* Seconds of one run; -1: a size that the device refuses. */
static double bench(void *user, int index, const char *candidate)
{
    struct app *app = user;
    cl_ulong start = 0, end = 0;
    cl_event event;

    (void)candidate;
    app->runs++;
    if (launch(app, sizes[index], &event) != CL_SUCCESS)
        return -1;
    clWaitForEvents(1, &event);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start),
                            &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end,
                            NULL);
    clReleaseEvent(event);
    return (double)(end - start) * 1e-9;
}

static void check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "autotune: %s: error %d\n", what, (int)err);
    exit(1);
}

static void open_all(struct app *app, cl_context *context, cl_program *program)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    *context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    app->queue =
        clCreateCommandQueue(*context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, "clCreateCommandQueue");
    *program = clCreateProgramWithSource(*context, 1, (const char **)&source,
                                         NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(clBuildProgram(*program, 1, &device, "", NULL, NULL),
          "clBuildProgram");
    app->kernel = clCreateKernel(*program, "square", &err);
    check(err, "clCreateKernel");
}

int main(int argc, char **argv)
{
    struct app app = {.count = argc > 1 ? atoi(argv[1]) : 100000};
    size_t bytes = (size_t)app.count * sizeof(float);
    long long shape[1] = {app.count};
    int best = 1; /* what this program used before it knew better */
    cl_context context;
    cl_program program;
    cl_mem dst, src;
    cl_int err;

    open_all(&app, &context, &program);
    src = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    check(err, "clCreateBuffer");
    dst = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &err);
    check(err, "clCreateBuffer");
    clSetKernelArg(app.kernel, 0, sizeof(dst), &dst);
    clSetKernelArg(app.kernel, 1, sizeof(src), &src);
    clSetKernelArg(app.kernel, 2, sizeof(app.count), &app.count);

    if (netcl_autotune)
        best = netcl_autotune(app.queue, "square_local", shape, 1, candidates,
                              bench, &app, 0, best);
    printf("work-group size %zu, found with %d runs\n", sizes[best], app.runs);
    check(launch(&app, sizes[best], NULL), "clEnqueueNDRangeKernel");
    clFinish(app.queue);

    clReleaseMemObject(dst);
    clReleaseMemObject(src);
    clReleaseKernel(app.kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(app.queue);
    clReleaseContext(context);
    return 0;
}
