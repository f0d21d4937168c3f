/* SPDX-License-Identifier: Apache-2.0 */
#include "test_fixture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void CL_CALLBACK note_status(cl_event event, cl_int status, void *out)
{
    (void)event;
    *(int *)out = status;
}

void test_user_event(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 16, "aaaaaaaaaaaaaaa");
    cl_event gate = clCreateUserEvent(f.context, NULL);
    cl_event written = NULL;
    cl_event marker = NULL;
    char bytes[4] = "bbb";
    char out[4] = "";
    int seen = 99;

    EXPECT_IS(clEnqueueWriteBuffer(f.queue, mem, CL_FALSE, 0, 4, bytes, 1,
                                   &gate, &written),
              0);
    EXPECT_IS(clEnqueueMarkerWithWaitList(f.queue, 0, NULL, &marker), 0);
    EXPECT_IS(clSetEventCallback(marker, CL_COMPLETE, note_status, &seen), 0);
    EXPECT(status_of(written) > CL_COMPLETE);
    EXPECT(status_of(marker) > CL_COMPLETE);
    /* What a command needs, it keeps. */
    EXPECT_IS(clReleaseMemObject(mem), 0);
    EXPECT_IS(clRetainMemObject(mem), CL_INVALID_MEM_OBJECT);
    EXPECT_IS(
        clEnqueueReadBuffer(f.queue, mem, CL_FALSE, 0, 4, out, 0, NULL, NULL),
        CL_INVALID_MEM_OBJECT);
    EXPECT_IS(clSetUserEventStatus(gate, CL_COMPLETE), 0);
    EXPECT_IS(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    EXPECT_IS(status_of(marker), CL_COMPLETE);
    EXPECT_IS(seen, CL_COMPLETE);
    EXPECT(event_ns(written) > 0);
    EXPECT_IS(clFinish(f.queue), 0);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseEvent(marker);
    close_fixture(&f);
}

void test_failed_wait(void)
{
    struct fixture f = open_fixture("");
    cl_event gate = clCreateUserEvent(f.context, NULL);
    cl_event event = NULL;
    int seen = 99;

    EXPECT_IS(clEnqueueMarkerWithWaitList(f.queue, 1, &gate, &event), 0);
    clSetEventCallback(event, CL_COMPLETE, note_status, &seen);
    EXPECT_IS(clSetUserEventStatus(gate, -77), 0);
    EXPECT_IS(status_of(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_IS(seen, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_IS(clWaitForEvents(1, &event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_IS(clFinish(f.queue), 0);
    clReleaseEvent(gate);
    clReleaseEvent(event);
    close_fixture(&f);
}

static void *open_gate(void *gate)
{
    clSetUserEventStatus(gate, CL_COMPLETE);
    return NULL;
}

/* clFinish sleeps until another thread lets the queue go on. */
void test_thread(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 16, NULL);
    cl_kernel kernel = new_kernel(&f, "bump", mem, NULL, 0);
    cl_event gate = clCreateUserEvent(f.context, NULL);
    cl_event event = NULL;
    size_t items = 1;
    pthread_t thread;
    int out = 7;

    clEnqueueWriteBuffer(f.queue, mem, CL_TRUE, 0, 4, &out, 0, NULL, NULL);
    EXPECT_IS(clEnqueueNDRangeKernel(f.queue, kernel, 1, NULL, &items, NULL, 1,
                                     &gate, &event),
              0);
    clReleaseKernel(kernel);
    pthread_create(&thread, NULL, open_gate, gate);
    EXPECT_IS(clFinish(f.queue), 0);
    pthread_join(thread, NULL);
    EXPECT_IS(status_of(event), CL_COMPLETE);
    read_buffer(&f, mem, 4, &out);
    EXPECT_IS(out, 8);
    clReleaseEvent(gate);
    clReleaseEvent(event);
    clReleaseMemObject(mem);
    close_fixture(&f);
}

void test_stuck(void)
{
    struct fixture f = open_fixture("");
    cl_kernel kernel = clCreateKernel(f.program, "stuck", NULL);
    cl_event event = NULL;
    cl_event marker = NULL;

    EXPECT_IS(launch(&f, kernel, 1, 0, &event), 0);
    EXPECT_IS(clEnqueueMarkerWithWaitList(f.queue, 0, NULL, &marker), 0);
    EXPECT_IS(clFlush(f.queue), 0);
    EXPECT(status_of(event) > CL_COMPLETE);
    EXPECT(status_of(marker) > CL_COMPLETE);
    clReleaseEvent(event);
    clReleaseEvent(marker);
    clReleaseKernel(kernel);
    close_fixture(&f);
}

void test_lazy(void)
{
    struct fixture f = open_fixture("");
    cl_event first = NULL;
    cl_event second = NULL;

    clEnqueueMarkerWithWaitList(f.queue, 0, NULL, &first);
    EXPECT(status_of(first) > CL_COMPLETE);
    clFlush(f.queue);
    EXPECT_IS(status_of(first), CL_COMPLETE);
    clEnqueueMarkerWithWaitList(f.queue, 0, NULL, &second);
    EXPECT(status_of(second) > CL_COMPLETE);
    EXPECT_IS(clWaitForEvents(1, &second), 0);
    clReleaseEvent(first);
    clReleaseEvent(second);
    close_fixture(&f);
}

void test_out_of_order(void)
{
    struct fixture f = open_fixture("");
    cl_command_queue queue = clCreateCommandQueue(
        f.context, f.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_event gate = clCreateUserEvent(f.context, NULL);
    cl_mem mem = new_buffer(&f, 16, NULL);
    cl_event events[4];
    int byte = 1;
    int i;

    clEnqueueFillBuffer(queue, mem, &byte, 1, 0, 4, 1, &gate, &events[0]);
    clEnqueueFillBuffer(queue, mem, &byte, 1, 4, 4, 0, NULL, &events[1]);
    clEnqueueBarrierWithWaitList(queue, 0, NULL, &events[2]);
    clEnqueueFillBuffer(queue, mem, &byte, 1, 8, 4, 0, NULL, &events[3]);
    EXPECT(status_of(events[0]) > CL_COMPLETE);
    EXPECT_IS(status_of(events[1]), CL_COMPLETE);
    EXPECT(status_of(events[2]) > CL_COMPLETE);
    EXPECT(status_of(events[3]) > CL_COMPLETE);
    clSetUserEventStatus(gate, CL_COMPLETE);
    for (i = 0; i < 4; i++) {
        EXPECT_IS(status_of(events[i]), CL_COMPLETE);
        clReleaseEvent(events[i]);
    }
    clReleaseEvent(gate);
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    close_fixture(&f);
}

void test_inject(void)
{
    struct fixture f = open_fixture("");
    cl_mem first = new_buffer(&f, 16, NULL);
    cl_mem third;
    cl_int err;

    EXPECT(!clCreateBuffer(f.context, 0, 16, NULL, &err));
    EXPECT_IS(err, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    third = new_buffer(&f, 16, NULL);
    EXPECT_IS(clFinish(f.queue), CL_INVALID_COMMAND_QUEUE);
    EXPECT_IS(clFinish(f.queue), 0);
    clReleaseMemObject(first);
    clReleaseMemObject(third);
    close_fixture(&f);
}

void test_hang(void)
{
    struct fixture f = open_fixture("");

    EXPECT_IS(clFinish(f.queue), 0);
    alarm(1);
    clFinish(f.queue);
}

void test_crash(void)
{
    struct fixture f = open_fixture("");
    cl_program program =
        build(f.context, "//fake: k op=noop crash\nkernel void k() {}", "");
    cl_kernel kernel = clCreateKernel(program, "k", NULL);

    launch(&f, kernel, 1, 0, NULL);
}

/* Loaders open the driver at the first call, so this comes in time. */
static void set_file(const char *name, char *path)
{
    int fd = mkstemp(path);

    EXPECT(fd >= 0);
    close(fd);
    setenv(name, path, 1);
}

static bool file_has(const char *path, const char *text)
{
    static char bytes[16384];
    FILE *file = fopen(path, "r");

    if (!file)
        return false;
    bytes[fread(bytes, 1, sizeof(bytes) - 1, file)] = '\0';
    fclose(file);
    return strstr(bytes, text) != NULL;
}

void test_log(void)
{
    char path[] = "fakecl-log-XXXXXX";
    struct fixture f;
    cl_kernel kernel;

    set_file("FAKECL_LOG", path);
    f = open_fixture("");
    kernel = clCreateKernel(f.program, "timed", NULL);
    launch(&f, kernel, 64, 8, NULL);
    clSetKernelArg(kernel, 0, 8, path);
    clReleaseKernel(kernel);
    close_fixture(&f);
    EXPECT(file_has(path, "\nclCreateKernel program=0x1 name=timed -> 0 "
                          "kernel=0x1\n"));
    EXPECT(file_has(path, "\nclEnqueueNDRangeKernel queue=0x1 kernel=0x1 "
                          "name=timed global=64,1,1 local=8,1,1 waits=0 -> 0"
                          "\n"));
    EXPECT(file_has(path, "\nclSetKernelArg kernel=0x1 index=0 size=8 -> -49"
                          "\n"));
    EXPECT(file_has(path, "\nclReleaseKernel kernel=0x1 -> 0\n"));
    unlink(path);
}

static void leak(void)
{
    /* Leaked from OpenCL, but known to the sanitizer. */
    static volatile cl_mem forgotten;
    struct fixture f = open_fixture("");
    cl_kernel kernel = clCreateKernel(f.program, "timed", NULL);

    forgotten = new_buffer(&f, 100, NULL);
    EXPECT(forgotten != NULL);
    clReleaseKernel(kernel);
    clReleaseKernel(kernel);
    close_fixture(&f);
    exit(0);
}

void test_leaks(void)
{
    char path[] = "fakecl-leaks-XXXXXX";
    pid_t pid;

    set_file("FAKECL_LEAKS", path);
    pid = fork();
    if (pid == 0)
        leak();
    EXPECT_IS(waitpid(pid, NULL, 0), pid);
    EXPECT(file_has(path, "{\"context\":0,\"queue\":0,\"mem\":1,\"program\":0,"
                          "\"kernel\":0,\"event\":0,\"sampler\":0,\"bytes\":100,"
                          "\"pending\":0,\"launches\":0,\"invalid\":1,"));
    unlink(path);
}
