/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads FILE.cl KERNEL THREADS ROUNDS [release]: each thread has a queue and
 * a kernel of its own; all share the context, the program and the source
 * buffer. They launch, check what came out, and make and release objects all
 * the time, so many rounds, or for so many seconds ("60s"). With "release" one
 * of them releases the context while the others go on, which OpenCL allows.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "source.h"

#define COUNT 4096

struct shared {
    cl_device_id device;
    cl_context context;
    cl_program program;
    const char *name;
    cl_mem src;
    int rounds; /* 0: until `end` */
    time_t end;
    int releases;
    atomic_int wrong;
};

struct worker {
    struct shared *shared;
    pthread_t thread;
    int number;
};

static float element(int i)
{
    return (float)(1 + i % 1000) * 0.25f;
}

static void launch(struct shared *shared, cl_command_queue queue,
                   cl_kernel kernel, float factor, float *data)
{
    size_t global = COUNT;
    cl_int count = COUNT, err;
    cl_mem dst = clCreateBuffer(shared->context, CL_MEM_READ_WRITE,
                                COUNT * sizeof(float), NULL, &err);
    int i;

    clRetainMemObject(shared->src);
    clSetKernelArg(kernel, 0, sizeof(dst), &dst);
    clSetKernelArg(kernel, 1, sizeof(shared->src), &shared->src);
    clSetKernelArg(kernel, 2, sizeof(factor), &factor);
    clSetKernelArg(kernel, 3, sizeof(count), &count);
    err |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0,
                                  NULL, NULL);
    err |= clEnqueueReadBuffer(queue, dst, CL_TRUE, 0, COUNT * sizeof(float),
                               data, 0, NULL, NULL);
    clReleaseMemObject(shared->src);
    clReleaseMemObject(dst);
    for (i = 0; i < COUNT; i++)
        if (err || data[i] != factor * element(i)) {
            atomic_fetch_add(&shared->wrong, 1);
            break;
        }
}

static int goes_on(const struct shared *shared, int round)
{
    return shared->rounds ? round < shared->rounds : time(NULL) < shared->end;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct shared *shared = worker->shared;
    cl_command_queue queue =
        clCreateCommandQueue(shared->context, shared->device, 0, NULL);
    float *data = malloc(COUNT * sizeof(float));
    cl_kernel kernel = clCreateKernel(shared->program, shared->name, NULL);
    int round;

    for (round = 0; goes_on(shared, round); round++) {
        if (round % 16 == 15) {
            clReleaseKernel(kernel);
            kernel = clCreateKernel(shared->program, shared->name, NULL);
        }
        launch(shared, queue, kernel, (float)(1 + round % 7), data);
        if (shared->releases && worker->number == 0 &&
            round == shared->rounds / 2)
            clReleaseContext(shared->context);
    }
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    free(data);
    return NULL;
}

static void open_shared(struct shared *shared, const char *path)
{
    float *data = malloc(COUNT * sizeof(float));
    char *source = source_read(path);
    cl_platform_id platform;
    int i;

    for (i = 0; i < COUNT; i++)
        data[i] = element(i);
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &shared->device, NULL);
    shared->context =
        clCreateContext(NULL, 1, &shared->device, NULL, NULL, NULL);
    shared->program = clCreateProgramWithSource(
        shared->context, 1, (const char **)&source, NULL, NULL);
    if (clBuildProgram(shared->program, 0, NULL, "", NULL, NULL) != CL_SUCCESS)
        exit(3);
    shared->src = clCreateBuffer(shared->context, CL_MEM_COPY_HOST_PTR,
                                 COUNT * sizeof(float), data, NULL);
    free(source);
    free(data);
}

int main(int argc, char **argv)
{
    struct shared shared = {.rounds = argc > 4 ? atoi(argv[4]) : 0,
                            .releases = argc > 5};
    struct worker workers[64];
    int i, count = argc > 4 ? atoi(argv[3]) : 0;

    if (count < 1 || count > 64)
        return 2;
    if (strchr(argv[4], 's')) {
        shared.end = time(NULL) + shared.rounds;
        shared.rounds = 0;
    }
    shared.name = argv[2];
    open_shared(&shared, argv[1]);
    for (i = 0; i < count; i++) {
        workers[i].shared = &shared;
        workers[i].number = i;
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
    clReleaseMemObject(shared.src);
    clReleaseProgram(shared.program);
    if (!shared.releases)
        clReleaseContext(shared.context);
    printf("%d wrong\n", atomic_load(&shared.wrong));
    return atomic_load(&shared.wrong) != 0;
}
