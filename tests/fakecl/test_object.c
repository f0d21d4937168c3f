/* SPDX-License-Identifier: Apache-2.0 */
#include "test_fixture.h"

#include <stdlib.h>
#include <string.h>

void test_info(void)
{
    struct fixture f = open_fixture("");
    cl_device_type type = 0;
    char text[64] = "";
    size_t size = 0;

    clGetDeviceInfo(f.device, CL_DEVICE_NAME, sizeof(text), text, &size);
    EXPECT(!strcmp(text, "Fake Device"));
    EXPECT_IS(size, sizeof("Fake Device"));
    clGetDeviceInfo(f.device, CL_DRIVER_VERSION, sizeof(text), text, NULL);
    EXPECT(!strcmp(text, "1.0"));
    clGetDeviceInfo(f.device, CL_DEVICE_VERSION, sizeof(text), text, NULL);
    EXPECT(!strncmp(text, "OpenCL 3.0 ", 11));
    clGetDeviceInfo(f.device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
    EXPECT_IS(type, CL_DEVICE_TYPE_GPU);
    EXPECT_IS(clGetDeviceInfo(f.device, CL_DEVICE_NAME, 3, text, NULL),
              CL_INVALID_VALUE);
    EXPECT_IS(clGetDeviceInfo(f.device, 0xffff, 0, NULL, &size),
              CL_INVALID_VALUE);
    close_fixture(&f);
}

void test_cpu(void)
{
    struct fixture f = open_fixture("");
    cl_platform_id platform;
    cl_uint count;

    clGetDeviceInfo(f.device, CL_DEVICE_PLATFORM, sizeof(platform), &platform,
                    NULL);
    EXPECT_IS(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, NULL, &count), 0);
    EXPECT_IS(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 0, NULL, &count),
              CL_DEVICE_NOT_FOUND);
    close_fixture(&f);
}

void test_devices(void)
{
    struct fixture f = open_fixture("");
    cl_device_id devices[2] = {NULL, NULL};
    cl_platform_id platform;
    cl_context context;
    cl_uint count = 0;
    cl_int err;

    clGetDeviceInfo(f.device, CL_DEVICE_PLATFORM, sizeof(platform), &platform,
                    NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices, &count);
    EXPECT_IS(count, 2);
    EXPECT(devices[0] != devices[1]);
    context = clCreateContext(NULL, 2, devices, NULL, NULL, &err);
    EXPECT_IS(err, 0);
    clCreateCommandQueue(f.context, devices[1], 0, &err);
    EXPECT_IS(err, CL_INVALID_DEVICE);
    clReleaseContext(context);
    close_fixture(&f);
}

void test_version(void)
{
    struct fixture f = open_fixture("");
    char text[64] = "";

    clGetDeviceInfo(f.device, CL_DEVICE_VERSION, sizeof(text), text, NULL);
    EXPECT(!strncmp(text, "OpenCL 1.1 ", 11));
    EXPECT_IS(clEnqueueBarrierWithWaitList(f.queue, 0, NULL, NULL),
              CL_INVALID_OPERATION);
    close_fixture(&f);
}

void test_memory(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 4000, NULL);
    cl_int err;

    clCreateBuffer(f.context, 0, 100, NULL, &err);
    EXPECT_IS(err, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    clReleaseMemObject(mem);
    mem = new_buffer(&f, 4096, NULL);
    clCreateBuffer(f.context, 0, 0, NULL, &err);
    EXPECT_IS(err, CL_INVALID_BUFFER_SIZE);
    clCreateBuffer(f.context, CL_MEM_USE_HOST_PTR, 1, NULL, &err);
    EXPECT_IS(err, CL_INVALID_HOST_PTR);
    clCreateBuffer(f.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 1, NULL,
                   &err);
    EXPECT_IS(err, CL_INVALID_VALUE);
    clReleaseMemObject(mem);
    close_fixture(&f);
}

void test_sub_buffer(void)
{
    struct fixture f = open_fixture("");
    cl_mem parent = new_buffer(&f, 1024, NULL);
    cl_buffer_region region = {256, 512};
    cl_mem answer = NULL;
    size_t offset = 0;
    cl_int err;
    cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                   &region, &err);

    EXPECT_IS(err, 0);
    clGetMemObjectInfo(sub, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(answer),
                       &answer, NULL);
    EXPECT(answer == parent);
    clGetMemObjectInfo(sub, CL_MEM_OFFSET, sizeof(offset), &offset, NULL);
    EXPECT_IS(offset, 256);
    EXPECT_IS(mem_uint(parent, CL_MEM_REFERENCE_COUNT), 1);
    region.origin = 4;
    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    EXPECT_IS(err, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    region.origin = 896;
    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    EXPECT_IS(err, CL_INVALID_VALUE);
    /* The memory stays for as long as the sub-buffer. */
    EXPECT_IS(clReleaseMemObject(parent), 0);
    EXPECT_IS(clEnqueueWriteBuffer(f.queue, sub, CL_TRUE, 0, 8, "1234567", 0,
                                   NULL, NULL),
              0);
    EXPECT_IS(clReleaseMemObject(sub), 0);
    close_fixture(&f);
}

void test_transfer(void)
{
    struct fixture f = open_fixture("");
    cl_mem a = new_buffer(&f, 64, NULL);
    cl_mem b = new_buffer(&f, 64, NULL);
    char out[64] = "";

    clEnqueueFillBuffer(f.queue, a, "ab", 2, 0, 64, 0, NULL, NULL);
    clEnqueueWriteBuffer(f.queue, a, CL_FALSE, 4, 3, "xyz", 0, NULL, NULL);
    clEnqueueCopyBuffer(f.queue, a, b, 2, 0, 8, 0, NULL, NULL);
    read_buffer(&f, b, 8, out);
    EXPECT(!memcmp(out, "abxyzbab", 8));
    EXPECT_IS(clEnqueueCopyBuffer(f.queue, a, a, 0, 4, 8, 0, NULL, NULL),
              CL_MEM_COPY_OVERLAP);
    EXPECT_IS(
        clEnqueueReadBuffer(f.queue, a, CL_TRUE, 60, 8, out, 0, NULL, NULL),
        CL_INVALID_VALUE);
    EXPECT_IS(clEnqueueFillBuffer(f.queue, a, "abc", 3, 0, 6, 0, NULL, NULL),
              CL_INVALID_VALUE);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    close_fixture(&f);
}

void test_map(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 64,
                            "0123456789012345678901234567890123456789"
                            "01234567890123456789012");
    cl_int err;
    char *ptr = clEnqueueMapBuffer(f.queue, mem, CL_TRUE, CL_MAP_WRITE, 8, 16,
                                   0, NULL, NULL, &err);
    char out[16];

    EXPECT_IS(err, 0);
    EXPECT_IS(mem_uint(mem, CL_MEM_MAP_COUNT), 1);
    if (ptr)
        ptr[1] = '!';
    EXPECT_IS(clEnqueueUnmapMemObject(f.queue, mem, ptr, 0, NULL, NULL), 0);
    EXPECT_IS(clEnqueueUnmapMemObject(f.queue, mem, ptr, 0, NULL, NULL),
              CL_INVALID_VALUE);
    EXPECT_IS(mem_uint(mem, CL_MEM_MAP_COUNT), 0);
    read_buffer(&f, mem, 16, out);
    EXPECT(!memcmp(out,
                   "01234567"
                   "8!",
                   10));
    clReleaseMemObject(mem);
    close_fixture(&f);
}

static void CL_CALLBACK count_call(cl_mem mem, void *count)
{
    (void)mem;
    ++*(int *)count;
}

void test_counts(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 64, NULL);
    cl_kernel kernel = new_kernel(&f, "copy", mem, mem, 1);
    int calls = 0;

    EXPECT_IS(clSetMemObjectDestructorCallback(mem, count_call, &calls), 0);
    EXPECT_IS(clRetainMemObject(mem), 0);
    EXPECT_IS(mem_uint(mem, CL_MEM_REFERENCE_COUNT), 2);
    EXPECT_IS(clReleaseMemObject(mem), 0);
    EXPECT_IS(calls, 0);
    EXPECT_IS(clReleaseMemObject(mem), 0);
    EXPECT_IS(calls, 1);
    EXPECT_IS(clReleaseMemObject(mem), CL_INVALID_MEM_OBJECT);
    EXPECT_IS(launch(&f, kernel, 1, 0, NULL), CL_INVALID_MEM_OBJECT);
    /* The kernel keeps its program's memory, but not the handle. */
    EXPECT_IS(clReleaseProgram(f.program), 0);
    EXPECT_IS(clRetainProgram(f.program), CL_INVALID_PROGRAM);
    EXPECT_IS(clReleaseKernel(kernel), 0);
    EXPECT_IS(clReleaseKernel(kernel), CL_INVALID_KERNEL);
    f.program = build(f.context, test_source, NULL);
    close_fixture(&f);
}
