/* SPDX-License-Identifier: Apache-2.0 */
#include "test_fixture.h"

#include <stdlib.h>
#include <string.h>

static const char *arg_text(cl_kernel kernel, cl_uint index,
                            cl_kernel_arg_info param)
{
    static char text[64];

    text[0] = '\0';
    clGetKernelArgInfo(kernel, index, param, sizeof(text), text, NULL);
    return text;
}

void test_scan(void)
{
    struct fixture f = open_fixture("-cl-kernel-arg-info");
    cl_kernel kernel = clCreateKernel(f.program, "copy", NULL);
    cl_kernel fixed = clCreateKernel(f.program, "fixed", NULL);
    cl_kernel_arg_type_qualifier qualifiers = 0;
    size_t required[3] = {0, 0, 0};
    cl_uint value = 0;
    cl_int err;

    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(value), &value, NULL);
    EXPECT_IS(value, 3);
    EXPECT(!strcmp(arg_text(kernel, 0, CL_KERNEL_ARG_TYPE_NAME), "float*"));
    EXPECT(!strcmp(arg_text(kernel, 1, CL_KERNEL_ARG_NAME), "src"));
    EXPECT(!strcmp(arg_text(fixed, 2, CL_KERNEL_ARG_TYPE_NAME), "uint"));
    EXPECT(!strcmp(arg_text(fixed, 2, CL_KERNEL_ARG_NAME), "u"));
    clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER,
                       sizeof(qualifiers), &qualifiers, NULL);
    EXPECT_IS(qualifiers, CL_KERNEL_ARG_TYPE_RESTRICT);
    clGetKernelArgInfo(fixed, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(value),
                       &value, NULL);
    EXPECT_IS(value, CL_KERNEL_ARG_ADDRESS_LOCAL);
    clGetKernelWorkGroupInfo(fixed, f.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                             sizeof(required), required, NULL);
    EXPECT_IS(required[0] * 100 + required[1] * 10 + required[2], 841);
    EXPECT(!clCreateKernel(f.program, "hidden", &err));
    EXPECT_IS(err, CL_INVALID_KERNEL_NAME);
    clReleaseKernel(kernel);
    clReleaseKernel(fixed);
    close_fixture(&f);
}

static void CL_CALLBACK count_build(cl_program program, void *count)
{
    (void)program;
    ++*(int *)count;
}

void test_build(void)
{
    static const char *texts[] = {
        "//fake: k build_fail\n__kernel void k(void) {}",
        "//fake: k opp=copy\n__kernel void k(void) {}",
        "//fake: k op=copy dst=3\n__kernel void k(global int *a) {}",
    };
    struct fixture f = open_fixture("");
    cl_kernel kernel = clCreateKernel(f.program, "copy", NULL);
    cl_program program;
    char log[256] = "";
    int calls = 0;
    int i;

    EXPECT_IS(clBuildProgram(f.program, 0, NULL, "", NULL, NULL),
              CL_INVALID_OPERATION);
    EXPECT_IS(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, NULL, NULL),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    clReleaseKernel(kernel);
    for (i = 0; i < 3; i++) {
        program =
            clCreateProgramWithSource(f.context, 1, &texts[i], NULL, NULL);
        EXPECT_IS(clBuildProgram(program, 0, NULL, "", NULL, NULL),
                  CL_BUILD_PROGRAM_FAILURE);
        clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG,
                              sizeof(log), log, NULL);
        EXPECT(strstr(log, "error") != NULL);
        EXPECT(!clCreateKernel(program, "k", NULL));
        clReleaseProgram(program);
    }
    EXPECT_IS(
        clBuildProgram(f.program, 1, &f.device, NULL, count_build, &calls), 0);
    EXPECT_IS(calls, 1);
    close_fixture(&f);
}

/* A built program made from the binary of another. */
static cl_program reload(struct fixture *f, cl_program program)
{
    size_t size = 0;
    unsigned char *binary;
    cl_program copy;
    cl_int status = 99;
    cl_int err;

    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size,
                     NULL);
    binary = malloc(size + 1);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary,
                     NULL);
    copy = clCreateProgramWithBinary(f->context, 1, &f->device, &size,
                                     (const unsigned char **)&binary, &status,
                                     &err);
    EXPECT_IS(err, 0);
    EXPECT_IS(status, 0);
    EXPECT_IS(clBuildProgram(copy, 0, NULL, "", NULL, NULL), 0);
    binary[0] ^= 1;
    clCreateProgramWithBinary(f->context, 1, &f->device, &size,
                              (const unsigned char **)&binary, NULL, &err);
    EXPECT_IS(err, CL_INVALID_BINARY);
    free(binary);
    return copy;
}

void test_binary(void)
{
    struct fixture f = open_fixture("-DFAST");
    cl_program second = reload(&f, f.program);
    cl_program third = reload(&f, second);
    cl_mem mem = new_buffer(&f, 64, NULL);
    cl_program first = f.program;
    cl_kernel kernel;
    size_t size = 0;

    clGetProgramInfo(third, CL_PROGRAM_SOURCE, 0, NULL, &size);
    EXPECT_IS(size, 1);
    /* The options of the first build live on in the binary. */
    f.program = third;
    kernel = new_kernel(&f, "copy", mem, mem, 16);
    f.program = first;
    EXPECT_IS(time_launch(&f, kernel, 1, 0), 5000);
    clReleaseKernel(kernel);
    clReleaseMemObject(mem);
    clReleaseProgram(second);
    clReleaseProgram(third);
    close_fixture(&f);
}

void test_args(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 64, NULL);
    cl_kernel kernel = new_kernel(&f, "copy", mem, NULL, 0);
    cl_kernel fixed = clCreateKernel(f.program, "fixed", NULL);
    cl_kernel clone;
    long long wide = 1;
    int n = 1;

    EXPECT_IS(launch(&f, kernel, 1, 0, NULL), CL_INVALID_KERNEL_ARGS);
    EXPECT_IS(clSetKernelArg(kernel, 3, 4, &n), CL_INVALID_ARG_INDEX);
    EXPECT_IS(clSetKernelArg(kernel, 2, 8, &wide), CL_INVALID_ARG_SIZE);
    EXPECT_IS(clSetKernelArg(kernel, 2, 4, NULL), CL_INVALID_ARG_VALUE);
    EXPECT_IS(clSetKernelArg(kernel, 1, 8, &f.queue), CL_INVALID_MEM_OBJECT);
    EXPECT_IS(clSetKernelArg(fixed, 0, 64, &n), CL_INVALID_ARG_VALUE);
    EXPECT_IS(clSetKernelArg(fixed, 0, 64, NULL), 0);
    EXPECT_IS(clSetKernelArg(fixed, 1, 4, &n), CL_INVALID_ARG_SIZE);
    EXPECT_IS(clSetKernelArg(kernel, 1, 8, &mem), 0);
    EXPECT_IS(clSetKernelArg(kernel, 2, 4, &n), 0);
    clone = clCloneKernel(kernel, NULL);
    EXPECT_IS(launch(&f, clone, 1, 0, NULL), 0);
    clReleaseKernel(clone);
    clReleaseKernel(kernel);
    clReleaseKernel(fixed);
    clReleaseMemObject(mem);
    close_fixture(&f);
}

void test_range(void)
{
    struct fixture f = open_fixture("");
    cl_kernel kernel = clCreateKernel(f.program, "timed", NULL);
    size_t global[4] = {64, 64, 64, 64};
    size_t wide[3] = {1, 1, 128};

    EXPECT_IS(launch(&f, kernel, 64, 64, NULL), 0);
    EXPECT_IS(launch(&f, kernel, 64, 48, NULL), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_IS(launch(&f, kernel, 4096, 2048, NULL), CL_INVALID_WORK_ITEM_SIZE);
    EXPECT_IS(clEnqueueNDRangeKernel(f.queue, kernel, 4, NULL, global, NULL, 0,
                                     NULL, NULL),
              CL_INVALID_WORK_DIMENSION);
    EXPECT_IS(clEnqueueNDRangeKernel(f.queue, kernel, 2, NULL, global, global,
                                     0, NULL, NULL),
              CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_IS(clEnqueueNDRangeKernel(f.queue, kernel, 3, NULL, global, wide, 0,
                                     NULL, NULL),
              CL_INVALID_WORK_ITEM_SIZE);
    EXPECT_IS(clEnqueueNDRangeKernel(f.queue, kernel, 1, NULL, NULL, NULL, 0,
                                     NULL, NULL),
              CL_INVALID_GLOBAL_WORK_SIZE);
    clReleaseKernel(kernel);
    close_fixture(&f);
}

void test_ops(void)
{
    static const float floats[4] = {1, 2, 3, 4};
    static const int ints[6] = {1, 2, 3, 4, 5, 6};
    static const int turned[6] = {1, 4, 2, 5, 3, 6};
    struct fixture f = open_fixture("");
    cl_mem a = new_buffer(&f, 16, floats);
    cl_mem b = new_buffer(&f, 16, NULL);
    cl_mem c = new_buffer(&f, 24, ints);
    cl_mem d = new_buffer(&f, 24, NULL);
    cl_kernel copy = new_kernel(&f, "copy", b, a, 4);
    cl_kernel bump = new_kernel(&f, "bump", c, NULL, 0);
    cl_kernel flip = new_kernel(&f, "flip", d, c, 3);
    float out[4];
    int outs[6];
    int h = 2;

    launch(&f, copy, 4, 0, NULL);
    read_buffer(&f, b, 16, out);
    EXPECT(!memcmp(out, floats, 16));
    clSetKernelArg(flip, 3, sizeof(h), &h);
    EXPECT_IS(launch(&f, flip, 6, 0, NULL), 0);
    read_buffer(&f, d, 24, outs);
    EXPECT(!memcmp(outs, turned, 24));
    launch(&f, bump, 2, 0, NULL);
    launch(&f, bump, 2, 0, NULL);
    read_buffer(&f, c, 24, outs);
    EXPECT_IS(outs[0] * 100 + outs[1] * 10 + outs[2], 343);
    clReleaseKernel(copy);
    clReleaseKernel(bump);
    clReleaseKernel(flip);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseMemObject(d);
    close_fixture(&f);
}

void test_more_ops(void)
{
    static const float floats[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    struct fixture f = open_fixture("");
    cl_mem a = new_buffer(&f, 48, floats);
    cl_mem b = new_buffer(&f, 48, NULL);
    cl_kernel scaled = clCreateKernel(f.program, "scaled", NULL);
    cl_kernel mul = clCreateKernel(f.program, "mul", NULL);
    cl_kernel parts = new_kernel(&f, "parts", b, a, 12);
    int sizes[3] = {3, 2, 2};
    float factor = 0.5f;
    float out[12];
    unsigned n = 12;
    cl_uint i;

    clSetKernelArg(scaled, 0, sizeof(b), &b);
    clSetKernelArg(scaled, 1, sizeof(a), &a);
    clSetKernelArg(scaled, 2, sizeof(factor), &factor);
    clSetKernelArg(scaled, 3, sizeof(n), &n);
    EXPECT_IS(launch(&f, scaled, 1, 0, NULL), 0);
    read_buffer(&f, b, 48, out);
    EXPECT_IS(out[11] * 2, 12);
    for (i = 0; i < 3; i++) {
        clSetKernelArg(mul, i, sizeof(a), i == 2 ? &b : &a);
        clSetKernelArg(mul, i + 3, sizeof(int), &sizes[i]);
    }
    EXPECT_IS(launch(&f, mul, 1, 0, NULL), 0);
    read_buffer(&f, b, 48, out);
    EXPECT_IS(out[0] * 100 + out[1], 710);
    EXPECT_IS(out[5], 34);
    EXPECT_IS(launch(&f, parts, 1, 0, NULL), 0);
    read_buffer(&f, b, 48, out);
    EXPECT_IS(out[0] * 100 + out[3], 633);
    clReleaseKernel(scaled);
    clReleaseKernel(mul);
    clReleaseKernel(parts);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    close_fixture(&f);
}

/* The same at each time, another for another seed, and only where asked for. */
void test_random(void)
{
    static const unsigned before[4] = {7, 7, 7, 7};
    struct fixture f = open_fixture("");
    cl_mem a = new_buffer(&f, 16, before);
    cl_mem b = new_buffer(&f, 16, before);
    cl_kernel dice = new_kernel(&f, "dice", a, b, 1);
    unsigned first[4], again[4];
    int other = 2;

    EXPECT_IS(launch(&f, dice, 1, 0, NULL), 0);
    read_buffer(&f, a, 16, first);
    EXPECT_IS(launch(&f, dice, 1, 0, NULL), 0);
    read_buffer(&f, a, 16, again);
    EXPECT(!memcmp(first, again, 16));
    EXPECT_IS(first[0] * 10 + first[3], 77);
    EXPECT_IS(first[1] >> 8, 1);
    EXPECT(first[1] != first[2]);
    clSetKernelArg(dice, 2, sizeof(other), &other);
    EXPECT_IS(launch(&f, dice, 1, 0, NULL), 0);
    read_buffer(&f, a, 16, again);
    EXPECT(memcmp(first, again, 16));
    clReleaseKernel(dice);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    close_fixture(&f);
}

void test_times(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 64, NULL);
    cl_kernel timed = clCreateKernel(f.program, "timed", NULL);
    cl_kernel noisy = clCreateKernel(f.program, "noisy", NULL);
    cl_kernel bump = new_kernel(&f, "bump", mem, NULL, 0);
    long long first, second;

    EXPECT_IS(time_launch(&f, timed, 1, 0), 1000);
    EXPECT_IS(time_launch(&f, timed, 1, 0), 2000);
    EXPECT_IS(time_launch(&f, timed, 1, 0), 3000);
    EXPECT_IS(time_launch(&f, timed, 1, 0), 1000);
    EXPECT_IS(time_launch(&f, bump, 16, 0), 7032);
    first = time_launch(&f, noisy, 1, 0);
    second = time_launch(&f, noisy, 1, 0);
    EXPECT(first != second);
    EXPECT(first > 89999 && first < 110001);
    clReleaseKernel(timed);
    clReleaseKernel(noisy);
    clReleaseKernel(bump);
    clReleaseMemObject(mem);
    close_fixture(&f);
}

void test_faults(void)
{
    static const int ints[4] = {1, 2, 3, 4};
    struct fixture f = open_fixture("");
    cl_mem a = new_buffer(&f, 16, ints);
    cl_mem b = new_buffer(&f, 16, NULL);
    cl_kernel bad = new_kernel(&f, "bad", b, a, 4);
    cl_kernel racy = new_kernel(&f, "racy", b, a, 4);
    int out[4];
    int again[4];

    launch(&f, bad, 4, 0, NULL);
    read_buffer(&f, b, 16, out);
    EXPECT(!memcmp(out, ints, 16));
    launch(&f, bad, 4, 0, NULL);
    read_buffer(&f, b, 16, out);
    EXPECT_IS(out[1], 2 ^ 0x100);
    launch(&f, racy, 4, 0, NULL);
    read_buffer(&f, b, 16, out);
    launch(&f, racy, 4, 0, NULL);
    read_buffer(&f, b, 16, again);
    EXPECT(memcmp(out, again, 16) != 0);
    EXPECT(!memcmp(out + 1, again + 1, 12));
    clReleaseKernel(bad);
    clReleaseKernel(racy);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    close_fixture(&f);
}

void test_guards(void)
{
    struct fixture f = open_fixture("");
    unsigned char zeros[384] = {0};
    cl_mem whole = new_buffer(&f, 384, zeros);
    cl_mem src = new_buffer(&f, 128, zeros);
    cl_buffer_region region = {128, 128};
    cl_mem middle = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                      &region, NULL);
    cl_kernel kernel = new_kernel(&f, "wild", middle, src, 32);
    int changed = 0;
    int i;

    EXPECT_IS(launch(&f, kernel, 1, 0, NULL), 0);
    read_buffer(&f, whole, 384, zeros);
    for (i = 0; i < 384; i++)
        changed += zeros[i] != 0;
    EXPECT_IS(changed, 12);
    EXPECT(zeros[124] && zeros[127] && zeros[256] && zeros[263]);
    /* Where the allocation ends, so does the fault. */
    clSetKernelArg(kernel, 0, sizeof(src), &src);
    EXPECT_IS(launch(&f, kernel, 1, 0, NULL), 0);
    clReleaseKernel(kernel);
    clReleaseMemObject(middle);
    clReleaseMemObject(whole);
    clReleaseMemObject(src);
    close_fixture(&f);
}

void test_failures(void)
{
    struct fixture f = open_fixture("");
    cl_mem mem = new_buffer(&f, 64, NULL);
    cl_kernel kernel = clCreateKernel(f.program, "unlaunchable", NULL);
    cl_kernel broken = clCreateKernel(f.program, "broken", NULL);
    cl_kernel outside = new_kernel(&f, "copy", mem, mem, 17);
    cl_event event = NULL;

    EXPECT_IS(launch(&f, kernel, 1, 0, NULL), CL_OUT_OF_RESOURCES);
    EXPECT_IS(launch(&f, broken, 1, 0, &event), 0);
    EXPECT_IS(status_of(event), -9999);
    EXPECT_IS(clWaitForEvents(1, &event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    EXPECT_IS(launch(&f, outside, 1, 0, &event), 0);
    EXPECT_IS(status_of(event), CL_OUT_OF_RESOURCES);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseKernel(broken);
    clReleaseKernel(outside);
    clReleaseMemObject(mem);
    close_fixture(&f);
}

/* The time of kernel k, built with these options. */
static long long time_of(struct fixture *f, const char *text,
                         const char *options)
{
    cl_program first = f->program;
    cl_kernel kernel;
    long long ns;

    f->program = build(f->context, text, options);
    kernel = clCreateKernel(f->program, "k", NULL);
    ns = time_launch(f, kernel, 64, 32);
    clReleaseKernel(kernel);
    clReleaseProgram(f->program);
    f->program = first;
    return ns;
}

void test_script(void)
{
    static const char text[] = "#define TILE 16\n"
                               "//fake: * time_us=9\n"
                               "//fake: k if=TILE:32 time_us=3\n"
                               "//fake: k if=-cl-mad-enable,!SLOW time_us=2\n"
                               "//fake: k if=LOCAL local_us=16:8,32:4\n"
                               "__kernel void k(void) {}\n"
                               "__kernel void other(void);\n";
    struct fixture f = open_fixture("");

    EXPECT_IS(time_of(&f, text, ""), 9000);
    EXPECT_IS(time_of(&f, text, "-D TILE=32"), 3000);
    EXPECT_IS(time_of(&f, text, "-cl-mad-enable"), 2000);
    EXPECT_IS(time_of(&f, text, "-cl-mad-enable -DSLOW"), 9000);
    EXPECT_IS(time_of(&f, text, "-DLOCAL=1"), 4000);
    EXPECT_IS(time_of(&f, "kernel void k() {}", ""), 10000);
    EXPECT_IS(time_of(&f, "//fake: k real time_us=1\nkernel void k() {}", ""),
              1000);
    close_fixture(&f);
}
