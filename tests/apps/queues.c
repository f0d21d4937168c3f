/* SPDX-License-Identifier: Apache-2.0 */
/* queues FAMILIES CASE: what programs do with queues and events. */
#include "app.h"

#include <CL/cl_ext.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#define ROUNDS 60

static cl_event launch(cl_command_queue queue, cl_kernel kernel,
                       cl_uint wait_count, const cl_event *wait_list)
{
    size_t global = COUNT;
    cl_event event;

    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL,
                                 wait_count, wait_list, &event));
    return event;
}

static void set_buffers(cl_kernel kernel, cl_mem dst, cl_mem src)
{
    CHECK(clSetKernelArg(kernel, 0, sizeof(dst), &dst));
    CHECK(clSetKernelArg(kernel, 1, sizeof(src), &src));
}

/* Each launch takes what the one before has made, by its event alone. */
static void chain(struct app *app, cl_command_queue *queues, unsigned count)
{
    cl_mem buffers[2] = {app->dst, app->src};
    cl_event before = NULL, event;
    unsigned k;

    app_set(app->kernel, app->dst, app->src, -1, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        set_buffers(app->kernel, buffers[k % 2], buffers[(k + 1) % 2]);
        event = launch(queues[k % count], app->kernel, before != NULL,
                       before ? &before : NULL);
        CHECK(clFlush(queues[k % count]));
        if (before)
            CHECK(clReleaseEvent(before));
        before = event;
    }
    CHECK(clWaitForEvents(1, &before));
    CHECK(clReleaseEvent(before));
    app_expect(app, app->queue, buffers[(ROUNDS - 1) % 2], COUNT,
               ROUNDS % 2 ? -1 : 1);
}

static void out_of_order(struct app *app)
{
    cl_command_queue queue;

    app_open(app, app_file("scale"), "scale");
    queue = app_queue(app, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    chain(app, &queue, 1);
    CHECK(clReleaseCommandQueue(queue));
    app_close(app);
}

static void two_queues(struct app *app)
{
    cl_command_queue queues[2];

    app_open(app, app_file("scale"), "scale");
    queues[0] = app_queue(app, 0, 0);
    queues[1] = app_queue(app, 0, CL_QUEUE_PROFILING_ENABLE);
    chain(app, queues, 2);
    CHECK(clReleaseCommandQueue(queues[0]));
    CHECK(clReleaseCommandQueue(queues[1]));
    app_close(app);
}

/* The launch waits for what this thread does after it. */
static void user_event(struct app *app)
{
    cl_event gate, event;
    cl_int err;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        gate = clCreateUserEvent(app->context, &err);
        CHECK(err);
        event = launch(app->queue, app->kernel, 1, &gate);
        app_launch(app->queue, app->kernel, COUNT); /* behind it, in order */
        CHECK(clFlush(app->queue));
        CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
        CHECK(clWaitForEvents(1, &event));
        CHECK(clReleaseEvent(event));
        CHECK(clReleaseEvent(gate));
        app_launch(app->queue, app->kernel, COUNT); /* nothing to wait for */
    }
    app_expect(app, app->queue, app->dst, COUNT, 3);
    app_close(app);
}

/* One that is fired with an error ends what waits for it. */
static void failed_event(struct app *app)
{
    cl_event gate, event;
    cl_int err, status = 0;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    CHECK(clFinish(app->queue));
    gate = clCreateUserEvent(app->context, &err);
    CHECK(err);
    event = launch(app->queue, app->kernel, 1, &gate);
    CHECK(clSetUserEventStatus(gate, -7));
    EXPECT(clWaitForEvents(1, &event) ==
           CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                         sizeof(status), &status, NULL));
    EXPECT(status < 0);
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseEvent(gate));
}

static atomic_int calls;

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data)
{
    (void)event;
    if (status == CL_COMPLETE && data == &calls)
        atomic_fetch_add(&calls, 1);
}

static void callbacks(struct app *app)
{
    struct timespec pause = {0, 1000000};
    cl_event event;
    int k;

    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        event = launch(app->queue, app->kernel, 0, NULL);
        CHECK(clSetEventCallback(event, CL_COMPLETE, count_call, &calls));
        CHECK(clReleaseEvent(event));
    }
    app_expect(app, app->queue, app->dst, COUNT, 3);
    for (k = 0; k < 5000 && atomic_load(&calls) < ROUNDS; k++)
        nanosleep(&pause, NULL);
    EXPECT(atomic_load(&calls) == ROUNDS);
    app_close(app);
}

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
    cl_ulong ns = 0;

    CHECK(clGetEventProfilingInfo(event, what, sizeof(ns), &ns, NULL));
    return ns;
}

/* Whose event it is, and what it tells of time. */
static cl_ulong check_event(struct app *app, cl_command_queue queue,
                            cl_event event)
{
    cl_command_type type;
    cl_command_queue own;
    cl_context context;
    cl_ulong start, end;

    CHECK(clWaitForEvents(1, &event));
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type,
                         NULL));
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(own), &own,
                         NULL));
    CHECK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof(context), &context,
                         NULL));
    EXPECT(type == CL_COMMAND_NDRANGE_KERNEL);
    EXPECT(own == queue && context == app->context);
    start = time_of(event, CL_PROFILING_COMMAND_START);
    end = time_of(event, CL_PROFILING_COMMAND_END);
    EXPECT(time_of(event, CL_PROFILING_COMMAND_QUEUED) <=
           time_of(event, CL_PROFILING_COMMAND_SUBMIT));
    EXPECT(time_of(event, CL_PROFILING_COMMAND_SUBMIT) <= start);
    EXPECT(start <= end);
    CHECK(clReleaseEvent(event));
    return end - start;
}

/* A launch's time is that of all that ran for it, or of the original. */
static void profiled(struct app *app, const char *name, cl_ulong least_ns)
{
    cl_command_queue queue;
    cl_ulong ns;
    int k;

    app_open(app, app_file(name), name);
    queue = app_queue(app, 0, CL_QUEUE_PROFILING_ENABLE);
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        ns = check_event(app, queue, launch(queue, app->kernel, 0, NULL));
        if (getenv("OCL_ICD_VENDORS")) /* a clock that is exact */
            EXPECT(ns >= least_ns);
        app_launch(queue, app->kernel, COUNT); /* nobody asks for its time */
    }
    app_expect(app, queue, app->dst, COUNT, 3);
    CHECK(clReleaseCommandQueue(queue));
    app_close(app);
}

static void profiled_single(struct app *app)
{
    profiled(app, "scale", 1);
}

/* Two launches of 20 us stand for one of 100. */
static void profiled_pair(struct app *app)
{
    profiled(app, "twostep", 40000);
}

/* Data comes by another queue, and the launch waits for it. */
static void in_flight(struct app *app)
{
    static float data[4][COUNT];
    cl_command_queue other;
    cl_event written, read, done;
    float factor;
    size_t i;
    int k;

    app_open(app, app_file("scale"), "scale");
    other = app_queue(app, 0, 0);
    app_set(app->kernel, app->dst, app->src, 1, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        factor = (float)(k % 4 + 1);
        for (i = 0; i < COUNT; i++)
            data[k % 4][i] = factor * app_element(i);
        CHECK(clEnqueueWriteBuffer(other, app->src, CL_FALSE, 0, BYTES,
                                   data[k % 4], 0, NULL, &written));
        CHECK(clFlush(other));
        done = launch(app->queue, app->kernel, 1, &written);
        CHECK(clFlush(app->queue));
        CHECK(clEnqueueReadBuffer(other, app->dst, CL_FALSE, 0, BYTES,
                                  app->data, 1, &done, &read));
        CHECK(clWaitForEvents(1, &read));
        for (i = 0; i < COUNT; i++)
            EXPECT(app->data[i] == factor * app_element(i));
        CHECK(clReleaseEvent(written));
        CHECK(clReleaseEvent(read));
        CHECK(clReleaseEvent(done));
    }
    CHECK(clReleaseCommandQueue(other));
    app_close(app);
}

/* Memory of the program's own, which it reads by mapping. */
static void host_pointer(struct app *app)
{
    static float memory[COUNT] __attribute__((aligned(4096)));
    const float *mapped;
    cl_mem buffer;
    cl_int err;
    size_t i;
    int k;

    app_open(app, app_file("scale"), "scale");
    buffer = clCreateBuffer(app->context,
                            CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, BYTES,
                            memory, &err);
    CHECK(err);
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, buffer, app->src, (float)k, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
        mapped = clEnqueueMapBuffer(app->queue, buffer, CL_TRUE, CL_MAP_READ,
                                    0, BYTES, 0, NULL, NULL, &err);
        CHECK(err);
        EXPECT(mapped == memory);
        for (i = 0; i < COUNT; i++)
            EXPECT(mapped[i] == (float)k * app_element(i));
        CHECK(clEnqueueUnmapMemObject(app->queue, buffer, (void *)mapped, 0,
                                      NULL, NULL));
    }
    CHECK(clFinish(app->queue));
    CHECK(clReleaseMemObject(buffer));
    app_close(app);
}

struct native {
    float *memory;
};

static void CL_CALLBACK negate(void *data)
{
    float *memory = ((struct native *)data)->memory;
    int i;

    for (i = 0; i < COUNT; i++)
        memory[i] = -memory[i];
}

/* A function of the program's in the middle of the queue. */
static void native(struct app *app)
{
    struct native args = {NULL};
    const void *place = &args.memory;
    int k;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, app->dst, app->src, 3, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
        CHECK(clEnqueueNativeKernel(app->queue, negate, &args, sizeof(args), 1,
                                    &app->dst, &place, 0, NULL, NULL));
        app_expect(app, app->queue, app->dst, COUNT, -3);
    }
    app_close(app);
}

/* Each launch prints a line, no more and no less. */
static void printing(struct app *app)
{
    int k;

    app_open(app, app_file("rows"), "talk");
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    for (k = 0; k < ROUNDS; k++) {
        app_launch(app->queue, app->kernel, COUNT);
        CHECK(clFinish(app->queue));
    }
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
}

static atomic_bool is_over;

static void *finish_for_ever(void *queue)
{
    while (!atomic_load(&is_over)) {
        CHECK(clFlush(queue));
        CHECK(clFinish(queue));
    }
    return NULL;
}

/* Another thread waits for the queue all the time. */
static void finish(struct app *app)
{
    pthread_t thread;
    int k;

    app_open(app, app_file("scale"), "scale");
    EXPECT(!pthread_create(&thread, NULL, finish_for_ever, app->queue));
    for (k = 0; k < ROUNDS; k++) {
        app_set(app->kernel, app->dst, app->src, (float)k, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
        app_expect(app, app->queue, app->dst, COUNT, (float)k);
    }
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    app_close(app);
}

#ifdef cl_khr_command_buffer
#define FIND(name)                                                            \
    __typeof__(&name) name##_ = (__typeof__(&name))                           \
        clGetExtensionFunctionAddressForPlatform(platform, #name)

/* What is recorded is the program's own, and runs when it says so. */
static void recorded(struct app *app)
{
    cl_platform_id platform;
    cl_command_buffer_khr commands;
    size_t global = COUNT;
    cl_int err;
    int k;

    CHECK(clGetPlatformIDs(1, &platform, NULL));
    FIND(clCreateCommandBufferKHR);
    FIND(clCommandNDRangeKernelKHR);
    FIND(clFinalizeCommandBufferKHR);
    FIND(clEnqueueCommandBufferKHR);
    FIND(clReleaseCommandBufferKHR);
    app_open(app, app_file("bump"), "bump");
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    CHECK(clSetKernelArg(app->kernel, 1, sizeof(float), &(float){0.25f}));
    CHECK(clSetKernelArg(app->kernel, 2, sizeof(cl_int), &(cl_int){COUNT}));
    EXPECT(clCreateCommandBufferKHR_);
    commands = clCreateCommandBufferKHR_(1, &app->queue, NULL, &err);
    CHECK(err);
    CHECK(clCommandNDRangeKernelKHR_(commands, NULL, NULL, app->kernel, 1,
                                     NULL, &global, NULL, 0, NULL, NULL,
                                     NULL));
    CHECK(clFinalizeCommandBufferKHR_(commands));
    for (k = 0; k < ROUNDS; k++) {
        CHECK(clEnqueueCommandBufferKHR_(0, NULL, commands, 0, NULL, NULL));
        app_launch(app->queue, app->kernel, COUNT);
        CHECK(clFinish(app->queue)); /* it may not be pending twice */
    }
    CHECK(clEnqueueReadBuffer(app->queue, app->dst, CL_TRUE, 0, BYTES,
                              app->data, 0, NULL, NULL));
    for (k = 0; k < COUNT; k++)
        EXPECT(app->data[k] ==
               app_element((size_t)k) + 2 * ROUNDS * 0.25f);
    CHECK(clReleaseCommandBufferKHR_(commands));
    app_close(app);
}
#endif

int main(int argc, char **argv)
{
    static const struct app_case cases[] = {
        {"out-of-order", out_of_order},
        {"two-queues", two_queues},
        {"user-event", user_event},
        {"failed-event", failed_event},
        {"callbacks", callbacks},
        {"profiled", profiled_single},
        {"profiled-pair", profiled_pair},
        {"in-flight", in_flight},
        {"host-pointer", host_pointer},
        {"native", native},
        {"printing", printing},
        {"finish", finish},
#ifdef cl_khr_command_buffer
        {"recorded", recorded},
#endif
        {NULL, NULL},
    };

    return app_main(argc, argv, cases);
}
