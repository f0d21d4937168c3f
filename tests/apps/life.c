/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life FILE.cl LAUNCHES HOW: opens the loader at run time, launches the scale
 * kernel, checks what it computed, says so, and ends in one of many ways,
 * while a tuning may be under way. Nothing is released but where HOW says so.
 *
 *   exit, _exit, quick     the end of the process
 *   late                   releases all in an atexit function, as destructors
 *                          of C++ programs do
 *   threads                exits while another thread launches
 *   term, kill             a signal ends it
 *   handled                a signal's handler asks it to end, and it does
 *   fork                   a child that launches, too, then the parent again
 *   reopen                 unloads the loader, opens it again, and launches, for
 *                          six times; then releases all
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lookup.h"
#include "source.h"

#define COUNT 100000

struct app {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffers[2];
};

static struct app app;
static volatile sig_atomic_t is_asked_to_end;

static void open_loader(void)
{
    loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!loader)
        exit(77);
}

static void open_buffers(void)
{
    static float data[COUNT];
    cl_int err;
    int i;

    for (i = 0; i < COUNT; i++)
        data[i] = (float)i;
    for (i = 0; i < 2; i++) {
        app.buffers[i] = CL(clCreateBuffer)(
            app.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
            sizeof(data), data, &err);
        check(err, "clCreateBuffer");
    }
}

static void open_app(const char *path)
{
    const char *source = source_read(path);
    cl_platform_id platform;
    cl_device_id device;
    cl_int err, n = COUNT, i;
    float factor = 2;

    check(CL(clGetPlatformIDs)(1, &platform, NULL), "clGetPlatformIDs");
    check(CL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    app.context = CL(clCreateContext)(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    app.queue = CL(clCreateCommandQueue)(app.context, device, 0, &err);
    check(err, "clCreateCommandQueue");
    app.program =
        CL(clCreateProgramWithSource)(app.context, 1, &source, NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(CL(clBuildProgram)(app.program, 1, &device, "", NULL, NULL),
          "clBuildProgram");
    app.kernel = CL(clCreateKernel)(app.program, "scale", &err);
    check(err, "clCreateKernel");
    open_buffers();
    for (i = 0; i < 2; i++)
        CL(clSetKernelArg)(app.kernel, (cl_uint)i, sizeof(cl_mem),
                           &app.buffers[i]);
    CL(clSetKernelArg)(app.kernel, 2, sizeof(factor), &factor);
    CL(clSetKernelArg)(app.kernel, 3, sizeof(n), &n);
}

static void close_app(void)
{
    check(CL(clFinish)(app.queue), "clFinish");
    CL(clReleaseMemObject)(app.buffers[0]);
    CL(clReleaseMemObject)(app.buffers[1]);
    CL(clReleaseKernel)(app.kernel);
    CL(clReleaseProgram)(app.program);
    CL(clReleaseCommandQueue)(app.queue);
    CL(clReleaseContext)(app.context);
}

static void launch(int launches)
{
    size_t global = COUNT;

    while (launches-- > 0) {
        check(CL(clEnqueueNDRangeKernel)(app.queue, app.kernel, 1, NULL,
                                         &global, NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(CL(clFinish)(app.queue), "clFinish");
        if (is_asked_to_end)
            launches = 0;
    }
}

static void verify(void)
{
    static float data[COUNT];
    int i, wrong = 0;

    check(CL(clEnqueueReadBuffer)(app.queue, app.buffers[0], CL_TRUE, 0,
                                  sizeof(data), data, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (i = 0; i < COUNT; i++)
        wrong += data[i] != 2 * (float)i;
    printf("%d wrong\n", wrong);
    fflush(stdout);
}

static void *launch_for_ever(void *unused)
{
    launch(1 << 30);
    return unused;
}

static void ask_to_end(int number)
{
    is_asked_to_end = number;
}

static void end_by_signal(int number)
{
    struct sigaction action = {.sa_handler = ask_to_end};

    if (number == SIGINT)
        sigaction(SIGINT, &action, NULL);
    raise(number);
    launch(1 << 30);
    verify();
    exit(0);
}

static void fork_and_launch(int launches)
{
    int status = 0;
    pid_t child = fork();

    /* A driver with threads of its own does not work there: just end. */
    if (!child && getenv("OCL_ICD_VENDORS"))
        launch(launches);
    if (!child)
        _exit(0);
    if (waitpid(child, &status, 0) != child || status)
        exit(1);
    launch(launches);
    verify();
    exit(0);
}

/* So that the loader comes back at another address. */
static void fill_its_place(void)
{
    size_t bytes = 64 << 10;
    int i;

    for (i = 0; i < 16; i++)
        mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Its objects are the driver's, which stays. */
static void reopen(int launches)
{
    cl_platform_id platform;
    int k;

    for (k = 0; k < 6; k++) {
        if (dlclose(loader))
            exit(1);
        fill_its_place();
        open_loader();
        check(CL(clGetPlatformIDs)(1, &platform, NULL), "clGetPlatformIDs");
        launch(launches);
    }
    verify();
    close_app();
    exit(dlclose(loader) != 0);
}

static void end(const char *how, int launches)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"term", SIGTERM}, {"kill", SIGKILL},
                   {"handled", SIGINT}};
    pthread_t thread;
    size_t i;

    for (i = 0; i < sizeof(signals) / sizeof(*signals); i++)
        if (!strcmp(how, signals[i].name))
            end_by_signal(signals[i].number);
    if (!strcmp(how, "_exit"))
        _exit(0);
    if (!strcmp(how, "quick"))
        quick_exit(0);
    if (!strcmp(how, "late"))
        atexit(close_app);
    if (!strcmp(how, "threads"))
        pthread_create(&thread, NULL, launch_for_ever, NULL);
    if (!strcmp(how, "fork"))
        fork_and_launch(launches);
    if (!strcmp(how, "reopen"))
        reopen(launches);
    exit(0);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    open_loader();
    open_app(argv[1]);
    launch(atoi(argv[2]));
    verify();
    end(argv[3], atoi(argv[2]));
}
