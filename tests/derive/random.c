/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random FIRST COUNT [print]
 *
 * Runs the random kernels of COUNT seeds and prints one line for each:
 * "SEED HASH", the hash of what all its launches left in the buffers. A run
 * with the tuner has to print what a run without it prints. "print" writes
 * the kernels' text instead.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_kernel.h"

#define LAUNCHES 6

struct app {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem out, a, b;
    size_t elements, bytes;
    unsigned char *data;
};

static void check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "random: %s: error %d\n", what, (int)err);
    exit(1);
}

static void open_device(struct app *app)
{
    cl_platform_id platform;
    cl_int err;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &app->device, NULL),
          "clGetDeviceIDs");
    app->context = clCreateContext(NULL, 1, &app->device, NULL, NULL, &err);
    check(err, "clCreateContext");
    app->queue = clCreateCommandQueue(app->context, app->device, 0, &err);
    check(err, "clCreateCommandQueue");
}

static cl_program build(struct app *app, const struct random_kernel *kernel)
{
    const char *text = kernel->text;
    cl_program program;
    cl_int err;

    program = clCreateProgramWithSource(app->context, 1, &text, NULL, &err);
    check(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 0, NULL, "", NULL, NULL);
    if (err != CL_SUCCESS)
        fputs(text, stderr);
    check(err, "clBuildProgram");
    app->kernel = clCreateKernel(program, "work", &err);
    check(err, "clCreateKernel");
    return program;
}

/* Small whole numbers, of whatever type the elements are. */
static void fill(struct app *app, const struct random_kernel *kernel,
                 unsigned salt)
{
    size_t i, part = kernel->type[0] == 'd' ? 8 : 4;

    for (i = 0; i < app->bytes / part; i++) {
        unsigned value = (unsigned)(i * 2654435761u + salt * 97u) % 13 + 1;
        float real = (float)value * 0.37f;
        double wide = (double)value * 0.37;

        if (part == 8)
            memcpy(app->data + i * part, &wide, part);
        else if (kernel->is_real)
            memcpy(app->data + i * part, &real, part);
        else
            memcpy(app->data + i * part, &value, part);
    }
}

static cl_mem new_buffer(struct app *app, const struct random_kernel *kernel,
                         unsigned salt)
{
    cl_mem memory;
    cl_int err;

    fill(app, kernel, salt);
    memory =
        clCreateBuffer(app->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       app->bytes, app->data, &err);
    check(err, "clCreateBuffer");
    return memory;
}

static uint64_t hash_buffer(struct app *app, uint64_t state)
{
    size_t i;

    check(clEnqueueReadBuffer(app->queue, app->out, CL_TRUE, 0, app->bytes,
                              app->data, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (i = 0; i < app->bytes; i++)
        state = (state ^ app->data[i]) * UINT64_C(0x100000001b3);
    return state;
}

static void set_args(const struct app *app, const struct random_kernel *kernel,
                     cl_int steps)
{
    cl_int count = kernel->count;
    cl_mem b = kernel->is_in_place ? app->a : app->b;

    check(clSetKernelArg(app->kernel, 0, sizeof(app->out), &app->out), "out");
    check(clSetKernelArg(app->kernel, 1, sizeof(app->a), &app->a), "a");
    check(clSetKernelArg(app->kernel, 2, sizeof(b), &b), "b");
    check(clSetKernelArg(app->kernel, 3, sizeof(count), &count), "n");
    check(clSetKernelArg(app->kernel, 4, sizeof(steps), &steps), "m");
    check(clSetKernelArg(app->kernel, 5, sizeof(cl_float), &kernel->factor),
          "f");
}

/* Most launches alike; one with another value of m in between. */
static uint64_t run(struct app *app, const struct random_kernel *kernel)
{
    uint64_t state = UINT64_C(0xcbf29ce484222325);
    int i;

    for (i = 0; i < LAUNCHES; i++) {
        set_args(app, kernel, kernel->steps + (i == 3));
        check(clEnqueueNDRangeKernel(app->queue, app->kernel,
                                     kernel->dimensions, NULL, kernel->global,
                                     kernel->local[0] ? kernel->local : NULL, 0,
                                     NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(clFinish(app->queue), "clFinish");
        state = hash_buffer(app, state);
    }
    return state;
}

static void run_seed(struct app *app, unsigned long seed)
{
    struct random_kernel kernel;
    cl_program program;

    random_kernel_make(seed, &kernel);
    app->elements = kernel.global[0];
    app->elements *= kernel.dimensions > 1 ? kernel.global[1] : 1;
    app->elements *= kernel.dimensions > 2 ? kernel.global[2] : 1;
    app->bytes = app->elements * kernel.element_bytes;
    app->data = malloc(app->bytes);
    program = build(app, &kernel);
    app->out = new_buffer(app, &kernel, 1);
    app->a = new_buffer(app, &kernel, 2);
    app->b = new_buffer(app, &kernel, 3);
    printf("%lu %016llx\n", seed, (unsigned long long)run(app, &kernel));
    fflush(stdout);
    clReleaseMemObject(app->out);
    clReleaseMemObject(app->a);
    clReleaseMemObject(app->b);
    clReleaseKernel(app->kernel);
    clReleaseProgram(program);
    free(app->data);
}

static void print_seed(unsigned long seed)
{
    struct random_kernel kernel;

    random_kernel_make(seed, &kernel);
    printf("// seed %lu, %zu x %zu x %zu, local %zu, n %d, m %d\n%s\n", seed,
           kernel.global[0], kernel.global[1], kernel.global[2],
           kernel.local[0], kernel.count, kernel.steps, kernel.text);
}

int main(int argc, char **argv)
{
    struct app app = {.device = NULL};
    unsigned long first, count, i;

    if (argc < 3)
        return 2;
    first = strtoul(argv[1], NULL, 10);
    count = strtoul(argv[2], NULL, 10);
    if (argc < 4)
        open_device(&app);
    for (i = first; i < first + count; i++)
        if (argc < 4)
            run_seed(&app, i);
        else
            print_seed(i);
    if (argc < 4) {
        clReleaseCommandQueue(app.queue);
        clReleaseContext(app.context);
    }
    return 0;
}
