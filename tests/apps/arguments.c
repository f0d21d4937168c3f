/* SPDX-License-Identifier: Apache-2.0 */
/* arguments FAMILIES CASE: what programs do with a kernel's arguments. */
#include "app.h"

#include <pthread.h>

#define ROUNDS 60

/* Two buffers in turn, the other arguments stay set. */
static void ping_pong(struct app *app)
{
    cl_mem buffers[2];
    int k;

    app_open(app, app_file("scale"), "scale");
    buffers[0] = app->dst;
    buffers[1] = app->src;
    app_set(app->kernel, app->dst, app->src, -1, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &buffers[k % 2]));
        CHECK(clSetKernelArg(app->kernel, 1, sizeof(cl_mem),
                             &buffers[(k + 1) % 2]));
        app_launch(app->queue, app->kernel, COUNT);
        if (k % 7 == 0)
            app_expect(app, app->queue, buffers[k % 2], COUNT, k % 2 ? 1 : -1);
    }
    app_close(app);
}

struct setting {
    cl_kernel kernel;
    cl_mem dst, src;
    float factor;
};

static void *set_all(void *context)
{
    struct setting *setting = context;

    app_set(setting->kernel, setting->dst, setting->src, setting->factor,
            COUNT);
    return NULL;
}

/* One thread sets the arguments, and has gone when this one launches. */
static void other_thread(struct app *app)
{
    struct setting setting;
    pthread_t thread;
    int k;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < ROUNDS; k++) {
        setting = (struct setting){app->kernel, app->dst, app->src,
                                   (float)(1 + k % 3)};
        EXPECT(!pthread_create(&thread, NULL, set_all, &setting));
        EXPECT(!pthread_join(thread, NULL));
        app_launch(app->queue, app->kernel, COUNT);
        if (k % 7 == 0)
            app_expect(app, app->queue, app->dst, COUNT, setting.factor);
    }
    app_close(app);
}

/* In place: each launch counts, no matter which kernel did it. */
static void in_place(struct app *app)
{
    float step = 0.25f;
    cl_int n = COUNT;
    size_t i;
    int k;

    app_open(app, app_file("bump"), "bump");
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    CHECK(clSetKernelArg(app->kernel, 1, sizeof(step), &step));
    CHECK(clSetKernelArg(app->kernel, 2, sizeof(n), &n));
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    CHECK(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    for (i = 0; i < COUNT; i++)
        EXPECT(app->data[i] == app_element(i) + ROUNDS * step);
    app_close(app);
}

/* Buffers come and go; drivers hand out the same handles again. */
static void reused(struct app *app)
{
    cl_int err;
    cl_mem dst;
    int k, n;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < ROUNDS; k++) {
        n = k % 3 ? COUNT : COUNT / 2;
        dst = clCreateBuffer(app->context, CL_MEM_READ_WRITE,
                             (size_t)n * sizeof(float), NULL, &err);
        CHECK(err);
        app_set(app->kernel, dst, app->src, 3, n);
        app_launch(app->queue, app->kernel, COUNT);
        app_expect(app, app->queue, dst, (size_t)n, 3);
        CHECK(clReleaseMemObject(dst));
    }
    app_close(app);
}

/* Less than the range: the kernel's own check of n keeps it inside. */
static void changed_count(struct app *app)
{
    cl_int n;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 1, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        n = k % 2 ? COUNT : COUNT / 4;
        CHECK(clSetKernelArg(app->kernel, 3, sizeof(n), &n));
        CHECK(clSetKernelArg(app->kernel, 2, sizeof(float),
                             &(float){k % 2 ? 1 : 2}));
        app_launch(app->queue, app->kernel, COUNT);
        app_expect(app, app->queue, app->dst, (size_t)n, k % 2 ? 1 : 2);
    }
    CHECK(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    app_close(app);
}

/* A clone has its own arguments from then on. */
static void cloned(struct app *app)
{
    cl_mem other;
    cl_kernel twin;
    cl_int err;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    twin = clCloneKernel(app->kernel, &err);
    CHECK(err);
    other = app_buffer(app);
    CHECK(clSetKernelArg(twin, 0, sizeof(other), &other));
    CHECK(clSetKernelArg(app->kernel, 2, sizeof(float), &(float){5}));
    for (k = 0; k < 3; k++) {
        app_launch(app->queue, twin, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
    }
    app_expect(app, app->queue, other, COUNT, 2);
    app_expect(app, app->queue, app->dst, COUNT, 5);
    CHECK(clReleaseMemObject(other));
    CHECK(clReleaseKernel(twin));
    app_close(app);
}

static void all_in_program(struct app *app)
{
    cl_kernel kernels[8];
    char name[64];
    cl_uint count = 0, i;
    int k;

    app_open(app, app_file("rows"), "fixed");
    CHECK(clCreateKernelsInProgram(app->program, 0, NULL, &count));
    EXPECT(count == 5);
    CHECK(clCreateKernelsInProgram(app->program, 8, kernels, NULL));
    for (i = 0; i < count; i++) {
        CHECK(clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME,
                              sizeof(name), name, NULL));
        if (!strcmp(name, "fixed")) {
            app_set(kernels[i], app->dst, app->src, 4, COUNT);
            for (k = 0; k < ROUNDS; k++)
                CHECK(app_try(app->queue, kernels[i], COUNT, 20));
            app_expect(app, app->queue, app->dst, COUNT, 4);
        }
        CHECK(clReleaseKernel(kernels[i]));
    }
    app_close(app);
}

static void local_memory(struct app *app)
{
    cl_kernel kernel;
    cl_int n = COUNT;
    int k;

    app_open(app, app_file("rows"), "staged");
    kernel = app->kernel;
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &app->dst));
    CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &app->src));
    CHECK(clSetKernelArg(kernel, 4, sizeof(n), &n));
    for (k = 0; k < ROUNDS; k++) {
        CHECK(clSetKernelArg(kernel, 2, k % 4 ? 80 : 160, NULL));
        CHECK(clSetKernelArg(kernel, 3, sizeof(float),
                             &(float){(float)(1 + k % 5)}));
        CHECK(app_try(app->queue, kernel, COUNT, 20));
        app_expect(app, app->queue, app->dst, COUNT, (float)(1 + k % 5));
    }
    app_close(app);
}

/* More local memory than there is: the driver's to accept or refuse. */
static void local_too_big(struct app *app)
{
    cl_int n = COUNT;
    cl_ulong most = 0;
    int k;

    app_open(app, app_file("rows"), "staged");
    CHECK(clGetDeviceInfo(app->devices[0], CL_DEVICE_LOCAL_MEM_SIZE,
                          sizeof(most), &most, NULL));
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    CHECK(clSetKernelArg(app->kernel, 1, sizeof(cl_mem), &app->src));
    CHECK(clSetKernelArg(app->kernel, 2, 80, NULL));
    CHECK(clSetKernelArg(app->kernel, 3, sizeof(float), &(float){2}));
    CHECK(clSetKernelArg(app->kernel, 4, sizeof(n), &n));
    for (k = 0; k < ROUNDS; k++)
        CHECK(app_try(app->queue, app->kernel, COUNT, 20));
    CHECK(clSetKernelArg(app->kernel, 2, (size_t)most * 2, NULL));
    printf("%d\n", app_try(app->queue, app->kernel, COUNT, 20));
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

struct tint {
    float weights[5];
    int mode;
};

static void by_value(struct app *app)
{
    struct tint tint = {{1, 2, 3, 4, 5}, 6};
    cl_float4 shade = {{1, 2, 3, 4}};
    cl_kernel twin = NULL;
    cl_int n = COUNT, err;
    int k;

    app_open(app, app_file("rows"), "tinted");
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    CHECK(clSetKernelArg(app->kernel, 1, sizeof(cl_mem), &app->src));
    CHECK(clSetKernelArg(app->kernel, 4, sizeof(float), &(float){2}));
    CHECK(clSetKernelArg(app->kernel, 5, sizeof(n), &n));
    for (k = 0; k < ROUNDS; k++) {
        tint.mode = k;
        shade.s[0] = (float)k;
        CHECK(clSetKernelArg(app->kernel, 2, sizeof(tint), &tint));
        CHECK(clSetKernelArg(app->kernel, 3, sizeof(shade), &shade));
        app_launch(app->queue, app->kernel, COUNT);
    }
    twin = clCloneKernel(app->kernel, &err);
    CHECK(err);
    app_launch(app->queue, twin, COUNT);
    app_expect(app, app->queue, app->dst, COUNT, 2);
    CHECK(clReleaseKernel(twin));
    app_close(app);
}

/* A NULL buffer for a while: nothing reads it, as n is 0. */
static void null_buffer(struct app *app)
{
    cl_mem none = NULL;
    int k;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, app->dst, app->src, 2, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
        CHECK(clSetKernelArg(app->kernel, 1, sizeof(cl_mem),
                             k % 2 ? &none : NULL));
        CHECK(clSetKernelArg(app->kernel, 3, sizeof(cl_int), &(cl_int){0}));
        app_launch(app->queue, app->kernel, COUNT);
    }
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

/* An argument that was never set: the driver's to refuse. */
static void unset(struct app *app)
{
    app_open(app, app_file("scale"), "scale");
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    EXPECT(app_try(app->queue, app->kernel, COUNT, 0) ==
           CL_INVALID_KERNEL_ARGS);
    EXPECT(clSetKernelArg(app->kernel, 9, sizeof(cl_mem), &app->dst) ==
           CL_INVALID_ARG_INDEX);
    EXPECT(clSetKernelArg(app->kernel, 2, sizeof(double), &(double){1}) ==
           CL_INVALID_ARG_SIZE);
    app_close(app);
}

static cl_mem part(cl_mem parent, size_t origin, size_t count)
{
    cl_buffer_region region = {origin * sizeof(float), count * sizeof(float)};
    cl_int err;
    cl_mem memory =
        clCreateSubBuffer(parent, CL_MEM_READ_WRITE,
                          CL_BUFFER_CREATE_TYPE_REGION, &region, &err);

    CHECK(err);
    return memory;
}

/* Two regions of one parent, in turn both ways, then ones that overlap. */
static void regions(struct app *app)
{
    size_t half = 9984, k, i; /* 128-byte steps */
    cl_mem low, high, across;

    app_open(app, app_file("scale"), "scale");
    low = part(app->src, 0, half);
    high = part(app->src, half, half);
    across = part(app->src, half / 2, half);
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, high, low, 2, (cl_int)half);
        app_launch(app->queue, app->kernel, half);
    }
    app_expect(app, app->queue, low, half, 1);
    app_expect(app, app->queue, high, half, 2);
    app_set(app->kernel, low, high, 2, (cl_int)half);
    app_launch(app->queue, app->kernel, half);
    app_expect(app, app->queue, low, half, 4);
    /* Reads what another argument writes, but only where n ends. */
    for (k = 0; k < 5; k++) {
        app_set(app->kernel, low, across, 0.5f, (cl_int)half / 2);
        app_launch(app->queue, app->kernel, half);
    }
    CHECK(clEnqueueReadBuffer(app->queue, app->src, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    for (i = 0; i < half / 2; i++)
        EXPECT(app->data[i] == 2 * app_element(i + half / 2));
    CHECK(clReleaseMemObject(low));
    CHECK(clReleaseMemObject(across));
    CHECK(clReleaseMemObject(high));
    app_close(app);
}

/* dst and src are one buffer. */
static void same_twice(struct app *app)
{
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    app_set(app->kernel, app->src, app->src, -1, COUNT);
    for (k = 0; k < 4; k++)
        app_launch(app->queue, app->kernel, COUNT);
    app_expect(app, app->queue, app->src, COUNT, 1);
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

static const struct app_case cases[] = {
    {"ping-pong", ping_pong},
    {"other-thread", other_thread},
    {"in-place", in_place},
    {"reused", reused},
    {"changed-count", changed_count},
    {"clone", cloned},
    {"all-in-program", all_in_program},
    {"local-memory", local_memory},
    {"local-too-big", local_too_big},
    {"by-value", by_value},
    {"null-buffer", null_buffer},
    {"unset", unset},
    {"regions", regions},
    {"same-twice", same_twice},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return app_main(argc, argv, cases);
}
