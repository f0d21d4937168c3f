/* SPDX-License-Identifier: Apache-2.0 */
#include "test_fixture.h"

#include <stdlib.h>
#include <string.h>

const char test_source[] =
    "//fake: copy op=copy dst=0 src=1 count=n time_us=20\n"
    "//fake: copy if=FAST time_us=5\n"
    "//fake: bump op=increment dst=0 count=global time_us=7 item_ns=2\n"
    "//fake: scaled op=scale dst=0 src=1 factor=arg2 count=arg3\n"
    "//fake: flip op=transpose dst=out src=in width=w height=h\n"
    "//fake: mul op=gemm a=0 b=1 c=2 m=3 n=arg4 k=arg5\n"
    "//fake: parts op=sum dst=0 src=1 count=arg2 parts=4\n"
    "//fake: dice op=random dst=0 k=1 count=2 value=arg2 m=255 n=256\n"
    "//fake: timed op=noop time_seq=1,2,3 local_us=64:50\n"
    "//fake: noisy op=noop time_us=100 jitter=10 seed=3\n"
    "//fake: bad op=copy dst=0 src=1 count=n wrong_byte=5 wrong_after=2\n"
    "//fake: wild op=copy dst=0 src=1 count=n overrun=8 underrun=4\n"
    "//fake: racy op=copy dst=0 src=1 count=n racy\n"
    "//fake: stuck op=noop hang\n"
    "//fake: unlaunchable op=noop launch_fail=-5\n"
    "//fake: broken op=noop exec_fail=-9999\n"
    "/* __kernel void hidden(int a) {} */\n"
    "__kernel void copy(__global float *restrict dst,\n"
    "                   const __global float *src, int n) { }\n"
    "kernel void bump(global int *dst) { }\n"
    "__kernel void scaled(__global float *a, __global float *b, float f,\n"
    "                     unsigned int n) { }\n"
    "__kernel void flip(__global int *out, __global const int *in, int w,\n"
    "                   int h) { }\n"
    "__kernel void mul(__global float *a, __global float *b,\n"
    "                  __global float *c, int m, int n, int k) { }\n"
    "__kernel void parts(__global float *o, __global float *i, int n) { }\n"
    "__kernel void dice(__global unsigned *o, __global int *i, int seed) { }\n"
    "__kernel void timed(void) { }\n"
    "__kernel void noisy() { }\n"
    "__kernel void bad(__global int *d, __global int *s, int n) { }\n"
    "__kernel void wild(__global int *d, __global int *s, int n) { }\n"
    "__kernel void racy(__global int *d, __global int *s, int n) { }\n"
    "__kernel void stuck(void) { }\n"
    "__kernel void unlaunchable(void) { }\n"
    "__kernel void broken(void) { }\n"
    "__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
    "void fixed(__local float *tmp, uint4 v, unsigned u) { }\n";

int num_failed;

static cl_device_id find_device(void)
{
    cl_platform_id platforms[8];
    cl_device_id device = NULL;
    cl_uint count = 0;
    cl_uint i;
    char name[64];

    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return NULL;
    for (i = 0; i < count && i < 8; i++) {
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name,
                          NULL);
        if (!strcmp(name, "Fake Platform"))
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    }
    return device;
}

cl_program build(cl_context context, const char *text, const char *options)
{
    cl_program program =
        clCreateProgramWithSource(context, 1, &text, NULL, NULL);

    EXPECT_IS(clBuildProgram(program, 0, NULL, options, NULL, NULL), 0);
    return program;
}

struct fixture open_fixture(const char *options)
{
    struct fixture f;

    f.device = find_device();
    if (!f.device) {
        printf("no fake platform: is OCL_ICD_VENDORS set?\n");
        exit(TEST_SKIPPED);
    }
    f.context = clCreateContext(NULL, 1, &f.device, NULL, NULL, NULL);
    f.queue = clCreateCommandQueue(f.context, f.device,
                                   CL_QUEUE_PROFILING_ENABLE, NULL);
    f.program = build(f.context, test_source, options);
    return f;
}

void close_fixture(struct fixture *f)
{
    EXPECT_IS(clReleaseProgram(f->program), 0);
    EXPECT_IS(clReleaseCommandQueue(f->queue), 0);
    EXPECT_IS(clReleaseContext(f->context), 0);
}

cl_mem new_buffer(struct fixture *f, size_t size, const void *data)
{
    cl_int err;
    cl_mem mem = clCreateBuffer(f->context, data ? CL_MEM_COPY_HOST_PTR : 0,
                                size, (void *)data, &err);

    EXPECT_IS(err, 0);
    return mem;
}

void read_buffer(struct fixture *f, cl_mem mem, size_t size, void *out)
{
    EXPECT_IS(clEnqueueReadBuffer(f->queue, mem, CL_TRUE, 0, size, out, 0, NULL,
                                  NULL),
              0);
}

/* A kernel with two buffers and some ints. */
cl_kernel new_kernel(struct fixture *f, const char *name, cl_mem a, cl_mem b,
                     int n)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(f->program, name, &err);

    EXPECT_IS(err, 0);
    if (a)
        EXPECT_IS(clSetKernelArg(kernel, 0, sizeof(a), &a), 0);
    if (b)
        EXPECT_IS(clSetKernelArg(kernel, 1, sizeof(b), &b), 0);
    if (n)
        EXPECT_IS(clSetKernelArg(kernel, 2, sizeof(n), &n), 0);
    return kernel;
}

cl_int launch(struct fixture *f, cl_kernel kernel, size_t items, size_t local,
              cl_event *event)
{
    return clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &items,
                                  local ? &local : NULL, 0, NULL, event);
}

long long event_ns(cl_event event)
{
    cl_ulong start = 0;
    cl_ulong end = 0;

    EXPECT_IS(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
                                      sizeof(start), &start, NULL),
              0);
    EXPECT_IS(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END,
                                      sizeof(end), &end, NULL),
              0);
    return (long long)(end - start);
}

/* Nanoseconds of one launch. */
long long time_launch(struct fixture *f, cl_kernel kernel, size_t items,
                      size_t local)
{
    cl_event event = NULL;
    long long ns;

    EXPECT_IS(launch(f, kernel, items, local, &event), 0);
    if (!event)
        return -1;
    ns = event_ns(event);
    clReleaseEvent(event);
    return ns;
}

int status_of(cl_event event)
{
    cl_int status = 99;

    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
                   &status, NULL);
    return status;
}

unsigned mem_uint(cl_mem mem, cl_mem_info param)
{
    cl_uint value = 99;

    clGetMemObjectInfo(mem, param, sizeof(value), &value, NULL);
    return value;
}
