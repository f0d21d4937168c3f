/* SPDX-License-Identifier: Apache-2.0 */
/*
 * app: what the small programs share: one context of all devices, a queue, a
 * program from a file, and two buffers of COUNT numbers.
 *
 * In a header, so that each program is one file that only links the loader.
 */
#ifndef TESTS_APPS_APP_H
#define TESTS_APPS_APP_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue */
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

#ifndef COUNT
#define COUNT 20000
#endif
#define BYTES (COUNT * sizeof(float))

struct app {
    cl_device_id devices[8];
    cl_uint device_count;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem dst, src;
    float data[COUNT];
};

#define EXPECT(is_so)                                                         \
    do {                                                                      \
        if (!(is_so)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__,        \
                    #is_so);                                                  \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

#define CHECK(call)                                                           \
    do {                                                                      \
        cl_int error_ = (call);                                               \
        if (error_ != CL_SUCCESS) {                                           \
            fprintf(stderr, "%s:%d: error %d: %s\n", __FILE__, __LINE__,      \
                    (int)error_, #call);                                      \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

static inline float app_element(size_t i)
{
    return (float)(1 + i % 1000) * 0.25f;
}

static inline cl_mem app_buffer(struct app *app)
{
    cl_int err;
    cl_mem memory;
    size_t i;

    for (i = 0; i < COUNT; i++)
        app->data[i] = app_element(i);
    memory = clCreateBuffer(app->context,
                            CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES,
                            app->data, &err);
    CHECK(err);
    return memory;
}

static inline cl_program app_build(struct app *app, const char *source,
                                   const char *options)
{
    cl_int err;
    cl_program program =
        clCreateProgramWithSource(app->context, 1, &source, NULL, &err);

    CHECK(err);
    CHECK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    return program;
}

static inline cl_kernel app_kernel(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    return kernel;
}

static inline cl_command_queue
app_queue(struct app *app, unsigned device, cl_command_queue_properties flags)
{
    cl_int err;
    cl_command_queue queue = clCreateCommandQueue(
        app->context, app->devices[device], flags, &err);

    CHECK(err);
    return queue;
}

/* `path` NULL: no program. */
static inline void app_open(struct app *app, const char *path,
                            const char *name)
{
    cl_platform_id platform;
    char *source;
    cl_int err;

    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 8, app->devices,
                         &app->device_count));
    app->context = clCreateContext(NULL, app->device_count, app->devices, NULL,
                                   NULL, &err);
    CHECK(err);
    app->queue = app_queue(app, 0, 0);
    app->dst = app_buffer(app);
    app->src = app_buffer(app);
    if (!path)
        return;
    source = source_read(path);
    app->program = app_build(app, source, "");
    app->kernel = app_kernel(app->program, name);
    free(source);
}

static inline void app_close(struct app *app)
{
    CHECK(clReleaseMemObject(app->dst));
    CHECK(clReleaseMemObject(app->src));
    if (app->kernel)
        CHECK(clReleaseKernel(app->kernel));
    if (app->program)
        CHECK(clReleaseProgram(app->program));
    CHECK(clReleaseCommandQueue(app->queue));
    CHECK(clReleaseContext(app->context));
}

/* kernel(dst, src, factor, n), as most kernels here have it. */
static inline void app_set(cl_kernel kernel, cl_mem dst, cl_mem src,
                           float factor, cl_int n)
{
    CHECK(clSetKernelArg(kernel, 0, sizeof(dst), &dst));
    CHECK(clSetKernelArg(kernel, 1, sizeof(src), &src));
    CHECK(clSetKernelArg(kernel, 2, sizeof(factor), &factor));
    CHECK(clSetKernelArg(kernel, 3, sizeof(n), &n));
}

static inline cl_int app_try(cl_command_queue queue, cl_kernel kernel,
                             size_t global, size_t local)
{
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global,
                                  local ? &local : NULL, 0, NULL, NULL);
}

static inline void app_launch(cl_command_queue queue, cl_kernel kernel,
                              size_t count)
{
    CHECK(app_try(queue, kernel, count, 0));
}

/* The first `count` elements are app_element() times this. */
static inline void app_expect(struct app *app, cl_command_queue queue,
                              cl_mem memory, size_t count, float factor)
{
    size_t i;

    CHECK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0,
                              count * sizeof(float), app->data, 0, NULL,
                              NULL));
    for (i = 0; i < count; i++)
        if (app->data[i] != factor * app_element(i)) {
            fprintf(stderr, "element %zu is %g and not %g\n", i,
                    (double)app->data[i], (double)(factor * app_element(i)));
            exit(1);
        }
}

struct app_case {
    const char *name;
    void (*run)(struct app *app);
};

/* PROGRAM FAMILIES CASE; `families` is where the kernels are. */
static const char *app_families;

static inline const char *app_file(const char *family)
{
    static char path[4096];

    snprintf(path, sizeof(path), "%s/%s/reference.cl", app_families, family);
    return path;
}

static inline int app_main(int argc, char **argv, const struct app_case *cases)
{
    static struct app app;

    EXPECT(argc >= 3);
    app_families = argv[1];
    for (; cases->name; cases++)
        if (!strcmp(cases->name, argv[2])) {
            cases->run(&app);
            printf("%s: fine\n", argv[2]);
            return 0;
        }
    return 2;
}

#endif
