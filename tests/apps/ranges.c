/* SPDX-License-Identifier: Apache-2.0 */
/* ranges FAMILIES CASE: ranges, builds, devices, and what queries answer. */
#include <time.h>

#include "app.h"

#define ROUNDS 60

static cl_int try_range(struct app *app, cl_uint dimensions,
                        const size_t *global, const size_t *local)
{
    return clEnqueueNDRangeKernel(app->queue, app->kernel, dimensions, NULL,
                                  global, local, 0, NULL, NULL);
}

/* Whatever the driver says of a range, tuned or not, is its answer. */
static void refused(struct app *app)
{
    size_t odd[] = {COUNT}, local_odd[] = {30}, huge[] = {1u << 20};
    size_t none[] = {0}, four[] = {COUNT, 1, 1, 1};
    cl_int answers[5];
    int k, i;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < 2; k++) {
        answers[0] = try_range(app, 1, odd, local_odd);
        answers[1] = try_range(app, 1, huge, huge);
        answers[2] = try_range(app, 1, none, NULL);
        answers[3] = try_range(app, 4, four, NULL);
        answers[4] = try_range(app, 0, odd, NULL);
        for (i = 0; i < 5; i++)
            printf("%d ", answers[i]);
        for (i = 0; i < ROUNDS; i++)
            app_launch(app->queue, app->kernel, COUNT);
    }
    printf("\n");
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

/* A mistake of the program's: afterwards all is as before. */
static void bad_wait(struct app *app)
{
    size_t global = COUNT;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        app_launch(app->queue, app->kernel, COUNT);
        EXPECT(clEnqueueNDRangeKernel(app->queue, app->kernel, 1, NULL,
                                      &global, NULL, 1, NULL, NULL) ==
               CL_INVALID_EVENT_WAIT_LIST);
    }
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

static void required_size(struct app *app)
{
    size_t sizes[3] = {0};
    int k;

    app_open(app, app_file("rows"), "fixed");
    CHECK(clGetKernelWorkGroupInfo(app->kernel, app->devices[0],
                                   CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof(sizes), sizes, NULL));
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < ROUNDS; k++)
        CHECK(app_try(app->queue, app->kernel, COUNT, 20));
    app_expect(app, app->queue, app->dst, COUNT, 2);
    printf("%zu %d %d\n", sizes[0], app_try(app->queue, app->kernel, COUNT, 10),
           app_try(app->queue, app->kernel, COUNT, 0));
    app_close(app);
}

/* The same work by one, two and three dimensions. */
static void dimensions(struct app *app)
{
    size_t ranges[3][3] = {{COUNT, 0, 0}, {COUNT, 2, 0}, {COUNT, 2, 2}};
    size_t locals[3][3] = {{20, 0, 0}, {10, 2, 0}, {20, 1, 2}};
    int k;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, app->dst, app->src, (float)k, COUNT);
        CHECK(try_range(app, (cl_uint)(1 + k % 3), ranges[k % 3],
                        k % 2 ? locals[k % 3] : NULL));
        app_expect(app, app->queue, app->dst, COUNT, (float)k);
    }
    app_close(app);
}

static void offset(struct app *app)
{
    size_t global = COUNT / 2, start = COUNT / 2, zero = 0, i;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    for (k = 0; k < ROUNDS; k++)
        CHECK(clEnqueueNDRangeKernel(app->queue, app->kernel, 1, &start,
                                     &global, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    for (i = 0; i < COUNT; i++)
        EXPECT(app->data[i] == app_element(i) * (i < start ? 1 : 3));
    global = COUNT;
    for (k = 0; k < ROUNDS; k++)
        CHECK(clEnqueueNDRangeKernel(app->queue, app->kernel, 1, &zero,
                                     &global, NULL, 0, NULL, NULL));
    app_expect(app, app->queue, app->dst, COUNT, 3);
    app_close(app);
}

/* A rectangle of an image of 200 by 100, which moves. */
static void plane(struct app *app)
{
    size_t left, top, start[2], size[2] = {50, 40}, i;
    cl_int width = 200, height = 100;
    int k;

    app_open(app, app_file("plane"), "plane");
    app_set(app->kernel, app->dst, app->src, 2, width);
    CHECK(clSetKernelArg(app->kernel, 4, sizeof(height), &height));
    for (k = 0; k < 2 * ROUNDS; k++) {
        start[0] = (size_t)(k % 3) * 10;
        start[1] = (size_t)(k % 3) * 5;
        CHECK(clEnqueueNDRangeKernel(app->queue, app->kernel, 2, start, size,
                                     NULL, 0, NULL, NULL));
    }
    CHECK(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    for (i = 0; i < COUNT; i++) {
        float factor = 1;

        for (k = 0; k < 3; k++) {
            left = (size_t)k * 10, top = (size_t)k * 5;
            if (i % 200 >= left && i % 200 < left + size[0] &&
                i / 200 >= top && i / 200 < top + size[1])
                factor = 2;
        }
        EXPECT(app->data[i] == factor * app_element(i));
    }
    app_close(app);
}

static void launch_all(struct app *app, cl_command_queue queue,
                       cl_kernel kernel, float factor, float result)
{
    int k;

    app_set(kernel, app->dst, app->src, factor, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(queue, kernel, COUNT);
    if (result)
        app_expect(app, queue, app->dst, COUNT, result);
    CHECK(clEnqueueReadBuffer(queue, app->dst, CL_TRUE, 0, BYTES, app->data, 0,
                              NULL, NULL));
    printf("%g\n", (double)app->data[1]);
}

/*
 * PoCL lets go of a kernel a moment after its last launch has ended, and a
 * program with a kernel cannot be built: without the tuner, too, 5 of 240 runs
 * of this test failed on a busy machine. What is kept for good still shows.
 */
static cl_int build_in_time(cl_program program, const char *options)
{
    const struct timespec moment = {0, 10 * 1000 * 1000};
    cl_int err = CL_INVALID_OPERATION;
    int tries;

    for (tries = 0; tries < 100 && err == CL_INVALID_OPERATION; tries++) {
        if (tries)
            nanosleep(&moment, NULL);
        err = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    }
    return err;
}

static void rebuilt(struct app *app)
{
    int k;

    app_open(app, app_file("rows"), "optioned");
    CHECK(clReleaseKernel(app->kernel));
    for (k = 0; k < 4; k++) {
        CHECK(build_in_time(app->program, k % 2 ? "-DTHRICE" : ""));
        app->kernel = app_kernel(app->program, "optioned");
        launch_all(app, app->queue, app->kernel, 2, k % 2 ? 3 : 2);
        CHECK(clReleaseKernel(app->kernel));
    }
    app->kernel = NULL;
    app_close(app);
}

/* While a kernel lives the program cannot be built again. */
static void rebuilt_in_vain(struct app *app)
{
    cl_kernel first, second;

    app_open(app, app_file("rows"), "optioned");
    first = app_kernel(app->program, "optioned");
    EXPECT(clBuildProgram(app->program, 0, NULL, "-DTHRICE", NULL, NULL) == CL_INVALID_OPERATION);
    second = app_kernel(app->program, "optioned");
    launch_all(app, app->queue, second, 2, 2);
    launch_all(app, app->queue, first, 2, 2);
    CHECK(clReleaseKernel(first));
    CHECK(clReleaseKernel(second));
    app_close(app);
}

/* No source, whatever the driver makes of it. */
static void from_il(struct app *app)
{
    char *text = source_read(app_file("scale"));
    cl_int err;

    app_open(app, NULL, NULL);
    app->program =
        clCreateProgramWithIL(app->context, text, strlen(text), &err);
    CHECK(err);
    CHECK(clBuildProgram(app->program, 0, NULL, "", NULL, NULL));
    app->kernel = app_kernel(app->program, "scale");
    launch_all(app, app->queue, app->kernel, 2, 2);
    free(text);
    app_close(app);
}

/* Each device has a build of its own; which one counts is the driver's say. */
static void two_builds(struct app *app)
{
    static const char *const options[] = {"-DTHRICE", ""};
    cl_command_queue queues[2];
    cl_uint i;

    app_open(app, app_file("rows"), "optioned");
    EXPECT(app->device_count >= 2);
    CHECK(clReleaseKernel(app->kernel));
    for (i = 0; i < 2; i++)
        CHECK(clBuildProgram(app->program, 1, &app->devices[i], options[i],
                             NULL, NULL));
    app->kernel = app_kernel(app->program, "optioned");
    for (i = 0; i < 2; i++) {
        queues[i] = app_queue(app, i, 0);
        launch_all(app, queues[i], app->kernel, 2, 0);
        CHECK(clReleaseCommandQueue(queues[i]));
    }
    app_close(app);
}

/* One kernel on two devices, in turn. */
static void two_devices(struct app *app)
{
    cl_command_queue queues[2];
    int k;

    app_open(app, app_file("scale"), "scale");
    EXPECT(app->device_count >= 2);
    queues[0] = app_queue(app, 0, 0);
    queues[1] = app_queue(app, 1, 0);
    for (k = 0; k < 2 * ROUNDS; k++) {
        app_set(app->kernel, app->dst, app->src, (float)(k % 3), COUNT);
        app_launch(queues[k % 2], app->kernel, COUNT);
        app_expect(app, queues[k % 2], app->dst, COUNT, (float)(k % 3));
    }
    CHECK(clReleaseCommandQueue(queues[0]));
    CHECK(clReleaseCommandQueue(queues[1]));
    app_close(app);
}

static void count_references(struct app *app)
{
    cl_uint counts[5];

    CHECK(clGetKernelInfo(app->kernel, CL_KERNEL_REFERENCE_COUNT, 4,
                          &counts[0], NULL));
    CHECK(clGetProgramInfo(app->program, CL_PROGRAM_REFERENCE_COUNT, 4,
                           &counts[1], NULL));
    CHECK(clGetCommandQueueInfo(app->queue, CL_QUEUE_REFERENCE_COUNT, 4,
                                &counts[2], NULL));
    CHECK(clGetMemObjectInfo(app->dst, CL_MEM_REFERENCE_COUNT, 4, &counts[3],
                             NULL));
    CHECK(clGetContextInfo(app->context, CL_CONTEXT_REFERENCE_COUNT, 4,
                           &counts[4], NULL));
    printf("kernel %u program %u queue %u buffer %u\n", counts[0], counts[1],
           counts[2], counts[3]);
    printf("context %u\n", counts[4]);
}

static void references(struct app *app)
{
    app_open(app, app_file("scale"), "scale");
    count_references(app);
    launch_all(app, app->queue, app->kernel, 2, 2);
    count_references(app);
    CHECK(clRetainKernel(app->kernel));
    CHECK(clRetainProgram(app->program));
    CHECK(clRetainCommandQueue(app->queue));
    CHECK(clRetainMemObject(app->dst));
    CHECK(clRetainMemObject(app->src));
    CHECK(clRetainContext(app->context));
    launch_all(app, app->queue, app->kernel, 3, 3);
    count_references(app);
    app_close(app);
    launch_all(app, app->queue, app->kernel, 2, 2);
    count_references(app);
    app_close(app);
}

/* What a kernel says of itself, before and after. */
static void tell(struct app *app)
{
    char text[256];
    size_t sizes[3], value;
    cl_ulong bytes;
    cl_uint i, count = 0;
    cl_int err;

    CHECK(clGetKernelInfo(app->kernel, CL_KERNEL_NUM_ARGS, 4, &count, NULL));
    CHECK(clGetKernelInfo(app->kernel, CL_KERNEL_ATTRIBUTES, sizeof(text),
                          text, NULL));
    printf("%u %s\n", count, text);
    for (i = 0; i < count; i++) {
        err = clGetKernelArgInfo(app->kernel, i, CL_KERNEL_ARG_NAME,
                                 sizeof(text), text, NULL);
        printf("%d %s\n", err, err ? "" : text);
    }
    CHECK(clGetKernelWorkGroupInfo(app->kernel, app->devices[0],
                                   CL_KERNEL_WORK_GROUP_SIZE, sizeof(value),
                                   &value, NULL));
    CHECK(clGetKernelWorkGroupInfo(app->kernel, app->devices[0],
                                   CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes),
                                   &bytes, NULL));
    CHECK(clGetKernelWorkGroupInfo(app->kernel, app->devices[0],
                                   CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof(sizes), sizes, NULL));
    printf("%zu %llu %zu\n", value, (unsigned long long)bytes, sizes[0]);
    CHECK(clGetProgramInfo(app->program, CL_PROGRAM_KERNEL_NAMES, sizeof(text),
                           text, NULL));
    printf("%s\n", text);
    CHECK(clGetProgramBuildInfo(app->program, app->devices[0],
                                CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text,
                                NULL));
    printf("'%s'\n", text);
}

static void queries(struct app *app)
{
    app_open(app, app_file("rows"), "fixed");
    tell(app);
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (int k = 0; k < ROUNDS; k++)
        CHECK(app_try(app->queue, app->kernel, COUNT, 20));
    app_expect(app, app->queue, app->dst, COUNT, 2);
    tell(app);
    app_close(app);
}

/* Wrappers in C++ retain and release a queue at every copy. */
static void copied_queue(struct app *app)
{
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < 600; k++) {
        CHECK(clRetainCommandQueue(app->queue));
        app_launch(app->queue, app->kernel, COUNT);
        CHECK(clReleaseCommandQueue(app->queue));
    }
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

static const struct app_case cases[] = {
    {"refused", refused},
    {"bad-wait", bad_wait},
    {"required-size", required_size},
    {"dimensions", dimensions},
    {"offset", offset},
    {"plane", plane},
    {"rebuilt", rebuilt},
    {"rebuilt-in-vain", rebuilt_in_vain},
    {"il", from_il},
    {"two-builds", two_builds},
    {"two-devices", two_devices},
    {"references", references},
    {"queries", queries},
    {"copied-queue", copied_queue},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return app_main(argc, argv, cases);
}
