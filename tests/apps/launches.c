/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launches FILE.cl KERNEL COUNT LAUNCHES [args] [cleared] [finish=N] [gated]
 *          [mapped|parent] [rest=MS] [zeros=N] [options=TEXT]
 *
 * Launches KERNEL(global float *dst, global const float *src, float factor,
 * int n) LAUNCHES times over COUNT elements and prints a checksum of dst.
 * "args" sets all arguments before each launch; finish=N waits after every
 * N launches; "cleared" forgets OPENCL_LAYERS before the first call; "gated"
 * puts each launch behind a user event that is fired after the launch.
 * "mapped" keeps src mapped all the time, "parent" the buffer that it is part
 * of. rest=MS sleeps so long after each third of the launches. zeros=N: src
 * holds zeros until after N launches. options=TEXT are the build's.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "source.h"

static void check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "launches: %s: error %d\n", what, (int)err);
    exit(1);
}

struct app {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem dst, src;
    float factor;
    cl_int count;
};

static void open_device(struct app *app, cl_device_id *device)
{
    cl_platform_id platform;
    cl_int err;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, device, NULL),
          "clGetDeviceIDs");
    app->context = clCreateContext(NULL, 1, device, NULL, NULL, &err);
    check(err, "clCreateContext");
    app->queue = clCreateCommandQueue(app->context, *device, 0, &err);
    check(err, "clCreateCommandQueue");
}

static const char *options = "";

static void open_kernel(struct app *app, const char *path, const char *name)
{
    char *source = source_read(path);
    const char *text = source;
    cl_int err;

    app->program =
        clCreateProgramWithSource(app->context, 1, &text, NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(clBuildProgram(app->program, 0, NULL, options, NULL, NULL),
          "clBuildProgram");
    app->kernel = clCreateKernel(app->program, name, &err);
    check(err, "clCreateKernel");
    free(source);
}

static float *make_data(const struct app *app, float unit)
{
    float *data = malloc((size_t)app->count * sizeof(float));
    size_t i;

    for (i = 0; i < (size_t)app->count; i++)
        data[i] = (float)(1 + i % 1000) * unit;
    return data;
}

static void write_src(const struct app *app)
{
    float *data = make_data(app, 0.25f);

    check(clEnqueueWriteBuffer(app->queue, app->src, CL_TRUE, 0,
                               (size_t)app->count * sizeof(float), data, 0,
                               NULL, NULL),
          "clEnqueueWriteBuffer");
    free(data);
}

static void open_buffers(struct app *app, int is_zero)
{
    size_t bytes = (size_t)app->count * sizeof(float);
    float *data = make_data(app, is_zero ? 0 : 0.25f);
    cl_int err;

    app->src =
        clCreateBuffer(app->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                       bytes, data, &err);
    check(err, "clCreateBuffer");
    app->dst =
        clCreateBuffer(app->context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    check(err, "clCreateBuffer");
    free(data);
}

/* "mapped": src, or "parent": a buffer that src becomes a part of. */
static void *map_src(struct app *app, int is_parent, cl_mem *holder)
{
    cl_buffer_region region = {0, (size_t)app->count * sizeof(float)};
    void *pointer;
    cl_int err;

    *holder = app->src;
    if (is_parent)
        app->src =
            clCreateSubBuffer(*holder, CL_MEM_READ_ONLY,
                              CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    else
        err = clRetainMemObject(app->src);
    check(err, "src");
    pointer = clEnqueueMapBuffer(app->queue, *holder, CL_TRUE, CL_MAP_READ, 0,
                                 region.size, 0, NULL, NULL, &err);
    check(err, "clEnqueueMapBuffer");
    return pointer;
}

static void unmap_src(struct app *app, cl_mem holder, void *pointer)
{
    if (!pointer)
        return;
    check(clEnqueueUnmapMemObject(app->queue, holder, pointer, 0, NULL, NULL),
          "clEnqueueUnmapMemObject");
    clReleaseMemObject(holder);
}

static void set_args(const struct app *app)
{
    check(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst), "arg 0");
    check(clSetKernelArg(app->kernel, 1, sizeof(cl_mem), &app->src), "arg 1");
    check(clSetKernelArg(app->kernel, 2, sizeof(float), &app->factor), "arg 2");
    check(clSetKernelArg(app->kernel, 3, sizeof(cl_int), &app->count), "arg 3");
}

static void launch_once(const struct app *app, int is_gated)
{
    size_t global = (size_t)app->count;
    cl_event gate = NULL;
    cl_int err = CL_SUCCESS;

    if (is_gated)
        gate = clCreateUserEvent(app->context, &err);
    check(err, "clCreateUserEvent");
    check(clEnqueueNDRangeKernel(app->queue, app->kernel, 1, NULL, &global,
                                 NULL, gate ? 1 : 0, gate ? &gate : NULL, NULL),
          "clEnqueueNDRangeKernel");
    if (!gate)
        return;
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    clReleaseEvent(gate);
}

static void rest(const struct app *app, long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    clFinish(app->queue);
    nanosleep(&time, NULL);
}

static void print_result(const struct app *app)
{
    size_t i, bytes = (size_t)app->count * sizeof(float);
    float *data = malloc(bytes);
    double sum = 0;

    check(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, bytes, data, 0,
                              NULL, NULL),
          "clEnqueueReadBuffer");
    for (i = 0; i < (size_t)app->count; i++)
        sum += data[i] * (double)(1 + i % 7);
    printf("%.17g\n", sum);
    free(data);
}

static void close_all(struct app *app)
{
    clReleaseMemObject(app->dst);
    clReleaseMemObject(app->src);
    clReleaseKernel(app->kernel);
    clReleaseProgram(app->program);
    clReleaseCommandQueue(app->queue);
    clReleaseContext(app->context);
}

int main(int argc, char **argv)
{
    struct app app = {.factor = 1.5f};
    size_t launch, launches, finish = 0, zeros = 0;
    long rest_ms = 0;
    int sets_args = 0, is_gated = 0, is_mapped = 0, is_parent = 0, i;
    cl_mem holder = NULL;
    void *pointer = NULL;
    cl_device_id device;

    if (argc < 5)
        return 2;
    for (i = 5; i < argc; i++) {
        sets_args |= !strcmp(argv[i], "args");
        is_gated |= !strcmp(argv[i], "gated");
        is_mapped |= !strcmp(argv[i], "mapped");
        is_parent |= !strcmp(argv[i], "parent");
        if (!strcmp(argv[i], "cleared"))
            unsetenv("OPENCL_LAYERS");
        sscanf(argv[i], "finish=%zu", &finish);
        sscanf(argv[i], "rest=%ld", &rest_ms);
        sscanf(argv[i], "zeros=%zu", &zeros);
        if (!strncmp(argv[i], "options=", 8))
            options = argv[i] + 8;
    }
    app.count = atoi(argv[3]);
    launches = strtoul(argv[4], NULL, 10);
    open_device(&app, &device);
    open_kernel(&app, argv[1], argv[2]);
    open_buffers(&app, zeros != 0);
    if (is_mapped || is_parent)
        pointer = map_src(&app, is_parent, &holder);
    set_args(&app);
    for (launch = 0; launch < launches; launch++) {
        if (zeros && launch == zeros)
            write_src(&app);
        if (sets_args)
            set_args(&app);
        launch_once(&app, is_gated);
        if (finish && launch % finish == finish - 1)
            clFinish(app.queue);
        if (rest_ms && (launch + 1) % (launches / 3) == 0)
            rest(&app, rest_ms);
    }
    unmap_src(&app, holder, pointer);
    print_result(&app);
    close_all(&app);
    return 0;
}
