/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stalls FILE.cl KERNEL COUNT LAUNCHES [sizes|contexts]
 *        [exit|_exit|fork|unload]
 *
 * Launches KERNEL(global float *dst, global const float *src, float factor,
 * int n) LAUNCHES times and prints "LONGEST TOTAL SUM": the longest launch
 * and all of them in ms, and a checksum. "sizes": each launch is one element
 * larger than the last; "contexts": each third one is in a context of its own,
 * after all that was in the one before has been released. Then the program ends just so, without releasing
 * anything: by exit() or _exit(); after a forked child has ended; or after
 * unloading the loader, which it opened itself.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lookup.h"
#include "source.h"

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

struct app {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem dst, src;
    size_t bytes;
    float *data;
};

static void open_kernel(struct app *app, const char *path, const char *name)
{
    const char *source = source_read(path);
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;

    check(CL(clGetPlatformIDs)(1, &platform, NULL), "clGetPlatformIDs");
    check(CL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    app->context = CL(clCreateContext)(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    app->queue = CL(clCreateCommandQueue)(app->context, device, 0, &err);
    check(err, "clCreateCommandQueue");
    app->program =
        CL(clCreateProgramWithSource)(app->context, 1, &source, NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(CL(clBuildProgram)(app->program, 0, NULL, "", NULL, NULL),
          "clBuildProgram");
    app->kernel = CL(clCreateKernel)(app->program, name, &err);
    check(err, "clCreateKernel");
}

static void open_buffers(struct app *app, size_t count)
{
    cl_int err;
    size_t i;

    app->bytes = count * sizeof(float);
    app->data = malloc(app->bytes);
    for (i = 0; i < count; i++)
        app->data[i] = (float)(1 + i % 1000) * 0.25f;
    app->src = CL(clCreateBuffer)(app->context,
                                  CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                  app->bytes, app->data, &err);
    check(err, "clCreateBuffer");
    app->dst = CL(clCreateBuffer)(app->context,
                                  CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  app->bytes, app->data, &err);
    check(err, "clCreateBuffer");
}

static void close_all(const struct app *app)
{
    CL(clReleaseMemObject)(app->dst);
    CL(clReleaseMemObject)(app->src);
    CL(clReleaseKernel)(app->kernel);
    CL(clReleaseProgram)(app->program);
    CL(clReleaseCommandQueue)(app->queue);
    CL(clReleaseContext)(app->context);
    free(app->data);
}

static void launch(const struct app *app, cl_int count)
{
    size_t global = (size_t)count;
    float factor = 1.5f;

    check(CL(clSetKernelArg)(app->kernel, 0, sizeof(cl_mem), &app->dst), "0");
    check(CL(clSetKernelArg)(app->kernel, 1, sizeof(cl_mem), &app->src), "1");
    check(CL(clSetKernelArg)(app->kernel, 2, sizeof(factor), &factor), "2");
    check(CL(clSetKernelArg)(app->kernel, 3, sizeof(count), &count), "3");
    check(CL(clEnqueueNDRangeKernel)(app->queue, app->kernel, 1, NULL,
                                     &global, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
}

static double sum(const struct app *app)
{
    double total = 0;
    size_t i;

    check(CL(clEnqueueReadBuffer)(app->queue, app->dst, CL_TRUE, 0, app->bytes,
                                  app->data, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (i = 0; i < app->bytes / sizeof(float); i++)
        total += app->data[i] * (double)(1 + i % 7);
    return total;
}

static void end(const char *how, const struct app *app, int count)
{
    int status = 0;

    fflush(stdout);
    if (!strcmp(how, "_exit"))
        _exit(0);
    if (!strcmp(how, "fork")) {
        if (!fork()) {
            launch(app, count);
            exit(0);
        }
        /* That child, and no other. */
        if (wait(&status) < 0 || status || wait(NULL) >= 0)
            exit(1);
    }
    if (!strcmp(how, "unload"))
        exit(dlclose(loader) != 0);
    exit(0);
}

int main(int argc, char **argv)
{
    int i, count, launches, has_sizes, has_contexts;
    double longest = 0, start, before;
    struct app app;

    if (argc < 5)
        return 2;
    loader = dlopen("libOpenCL.so.1", RTLD_NOW);
    if (!loader)
        return 77;
    count = atoi(argv[3]);
    launches = atoi(argv[4]);
    has_sizes = argc > 5 && !strcmp(argv[5], "sizes");
    has_contexts = argc > 5 && !strcmp(argv[5], "contexts");
    open_kernel(&app, argv[1], argv[2]);
    open_buffers(&app, (size_t)(count + launches));
    start = now_ms();
    for (i = 0; i < launches; i++) {
        if (has_contexts && i && i % 3 == 0) {
            close_all(&app);
            open_kernel(&app, argv[1], argv[2]);
            open_buffers(&app, (size_t)(count + launches));
        }
        before = now_ms();
        launch(&app, count + (has_sizes ? i : 0));
        CL(clFinish)(app.queue);
        if (now_ms() - before > longest)
            longest = now_ms() - before;
    }
    printf("%.0f %.0f ", longest, now_ms() - start);
    printf("%.17g\n", sum(&app));
    end(argv[argc - 1], &app, count);
}
