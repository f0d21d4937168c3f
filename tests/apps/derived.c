/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derived FILE.cl KERNEL COUNT LAUNCHES [offset=N] [steps=N,N,...] [local=N]
 *         [shrink=N]
 *
 * Launches KERNEL(global int *dst, global int *src, int n, int m) over COUNT
 * elements, from fresh data each time, and prints a hash of all of memory
 * after each launch. Both arguments lie in one buffer: src begins `offset`
 * elements behind dst (COUNT unless said). The launches take the steps in
 * turn as m. With `shrink`, as in an elimination, each launch has so many items
 * less than the one before, and m counts the launches.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

#define MOST_STEPS 64

struct app {
    struct kernel kernel;
    cl_mem all, dst, src;
    size_t count, bytes, local, offset;
    size_t shrink, items;
    int steps[MOST_STEPS];
    unsigned step_count;
    int *data;
};

static cl_mem part(struct app *app, size_t first)
{
    cl_buffer_region region = {first * sizeof(cl_int),
                               app->count * sizeof(cl_int)};
    cl_int err;
    cl_mem memory =
        clCreateSubBuffer(app->all, CL_MEM_READ_WRITE,
                          CL_BUFFER_CREATE_TYPE_REGION, &region, &err);

    check(err, "clCreateSubBuffer");
    return memory;
}

static void open_buffers(struct app *app)
{
    cl_int err;

    app->bytes = (app->offset + app->count) * sizeof(cl_int);
    app->data = malloc(app->bytes);
    app->all = clCreateBuffer(app->kernel.context, CL_MEM_READ_WRITE,
                              app->bytes, NULL, &err);
    check(err, "clCreateBuffer");
    app->dst = part(app, 0);
    app->src = part(app, app->offset);
}

static void launch(struct app *app, int steps)
{
    cl_int count = (cl_int)app->count;
    unsigned hash = 2166136261u;
    size_t i, words = app->bytes / sizeof(cl_int);

    for (i = 0; i < words; i++)
        app->data[i] = (int)(i * 7919u % 1009u);
    check(clEnqueueWriteBuffer(app->kernel.queue, app->all, CL_TRUE, 0,
                               app->bytes, app->data, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    check(clSetKernelArg(app->kernel.handle, 0, sizeof(cl_mem), &app->dst),
          "dst");
    check(clSetKernelArg(app->kernel.handle, 1, sizeof(cl_mem), &app->src),
          "src");
    check(clSetKernelArg(app->kernel.handle, 2, sizeof(count), &count), "n");
    check(clSetKernelArg(app->kernel.handle, 3, sizeof(steps), &steps), "m");
    check(clEnqueueNDRangeKernel(app->kernel.queue, app->kernel.handle, 1, NULL,
                                 &app->items, app->local ? &app->local : NULL,
                                 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(app->kernel.queue, app->all, CL_TRUE, 0,
                              app->bytes, app->data, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (i = 0; i < words; i++)
        hash = (hash ^ (unsigned)app->data[i]) * 16777619u;
    printf("%08x\n", hash);
}

static void read_steps(struct app *app, const char *text)
{
    char *end;

    for (app->step_count = 0; app->step_count < MOST_STEPS;) {
        app->steps[app->step_count++] = (int)strtol(text, &end, 10);
        if (*end != ',')
            return;
        text = end + 1;
    }
}

static void close_all(struct app *app)
{
    clReleaseMemObject(app->src);
    clReleaseMemObject(app->dst);
    clReleaseMemObject(app->all);
    clReleaseKernel(app->kernel.handle);
    clReleaseProgram(app->kernel.program);
    clReleaseCommandQueue(app->kernel.queue);
    clReleaseContext(app->kernel.context);
    free(app->data);
}

int main(int argc, char **argv)
{
    struct app app = {.steps = {8}, .step_count = 1};
    unsigned i, launches;
    int arg;

    if (argc < 5)
        return 2;
    app.count = app.offset = strtoul(argv[3], NULL, 10);
    launches = (unsigned)strtoul(argv[4], NULL, 10);
    for (arg = 5; arg < argc; arg++) {
        sscanf(argv[arg], "offset=%zu", &app.offset);
        sscanf(argv[arg], "local=%zu", &app.local);
        sscanf(argv[arg], "shrink=%zu", &app.shrink);
        if (!strncmp(argv[arg], "steps=", 6))
            read_steps(&app, argv[arg] + 6);
    }
    kernel_open(&app.kernel, argv[1], argv[2], "");
    open_buffers(&app);
    for (i = 0; i < launches; i++) {
        app.items = app.count - i * app.shrink;
        launch(&app, app.shrink ? (int)i : app.steps[i % app.step_count]);
    }
    close_all(&app);
    return 0;
}
