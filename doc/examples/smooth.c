/* SPDX-License-Identifier: Apache-2.0 */
/*
 * smooth [ROWS [COLUMNS [STEPS]]]: a program as people left them behind. Its
 * kernel is right, and written for nobody's machine; doc/tutorial.md makes it
 * faster from outside.
 *
 *   cc smooth.c -o smooth -lOpenCL
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const source =
    "__kernel void smooth(__global float *out, __global const float *in,\n"
    "                     int rows, int columns)\n"
    "{\n"
    "    int row = get_global_id(0), column = get_global_id(1);\n"
    "    int i = row * columns + column;\n"
    "\n"
    "    if (row < 1 || row >= rows - 1 || column < 1 ||\n"
    "        column >= columns - 1)\n"
    "        return;\n"
    "    out[i] = 0.25f * (in[i - columns] + in[i + columns] +\n"
    "                      in[i - 1] + in[i + 1]);\n"
    "}\n";

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "smooth: %s failed: %d\n", what, status);
    exit(1);
}

struct app {
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem fields[2];
    cl_int rows, columns;
};

static void open_app(struct app *app)
{
    cl_platform_id platform;
    cl_program program;
    cl_device_id device;
    cl_int status;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    app->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    app->queue = clCreateCommandQueue(app->context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    program = clCreateProgramWithSource(app->context, 1,
                                        (const char **)&source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL),
          "clBuildProgram");
    app->kernel = clCreateKernel(program, "smooth", &status);
    check(status, "clCreateKernel");
    clReleaseProgram(program);
}

static void fill(struct app *app, float *field)
{
    size_t count = (size_t)app->rows * (size_t)app->columns, i;
    cl_int status;

    for (i = 0; i < count; i++)
        field[i] = (float)(i * 7919 % 1000) / 1000;
    for (i = 0; i < 2; i++) {
        app->fields[i] = clCreateBuffer(
            app->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
            count * sizeof(*field), field, &status);
        check(status, "clCreateBuffer");
    }
}

static void step(struct app *app, int from)
{
    size_t global[2] = {(size_t)app->rows, (size_t)app->columns};

    clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->fields[!from]);
    clSetKernelArg(app->kernel, 1, sizeof(cl_mem), &app->fields[from]);
    clSetKernelArg(app->kernel, 2, sizeof(cl_int), &app->rows);
    clSetKernelArg(app->kernel, 3, sizeof(cl_int), &app->columns);
    check(clEnqueueNDRangeKernel(app->queue, app->kernel, 2, NULL, global,
                                 NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    clFinish(app->queue);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int number(char **argv, int index, int argc, int fallback)
{
    return argc > index ? atoi(argv[index]) : fallback;
}

int main(int argc, char **argv)
{
    struct app app = {.rows = number(argv, 1, argc, 1000),
                      .columns = number(argv, 2, argc, 1200)};
    int steps = number(argv, 3, argc, 200), i;
    size_t count = (size_t)app.rows * (size_t)app.columns, at;
    float *field = malloc(count * sizeof(*field));
    double sum = 0, start;

    if (!field)
        return 1;
    open_app(&app);
    fill(&app, field);
    start = now();
    for (i = 0; i < steps; i++)
        step(&app, i % 2);
    fprintf(stderr, "%d steps, %.1f ms each\n", steps,
            (now() - start) * 1e3 / steps);
    check(clEnqueueReadBuffer(app.queue, app.fields[steps % 2], CL_TRUE, 0,
                              count * sizeof(*field), field, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (at = 0; at < count; at++)
        sum += field[at];
    printf("sum %.17g\n", sum);
    clReleaseMemObject(app.fields[0]);
    clReleaseMemObject(app.fields[1]);
    clReleaseKernel(app.kernel);
    clReleaseCommandQueue(app.queue);
    clReleaseContext(app.context);
    free(field);
    return 0;
}
