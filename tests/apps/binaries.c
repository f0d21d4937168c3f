/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binaries FILE.cl KERNEL CACHE: a program that keeps its compiled kernels, as
 * PyOpenCL and hashcat do. Where the file CACHE exists the source is not used.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#define COUNT 100000

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);

    if (!file)
        return NULL;
    *length = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static void write_binary(cl_program program, const char *path)
{
    unsigned char *binary;
    size_t size = 0;
    FILE *file;

    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size,
                     NULL);
    binary = malloc(size);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary,
                     NULL);
    file = fopen(path, "wb");
    fwrite(binary, 1, size, file);
    fclose(file);
    free(binary);
}

static cl_program make_program(cl_context context, cl_device_id device,
                               char **argv)
{
    size_t length = 0;
    char *text = read_file(argv[3], &length);
    int is_cached = text != NULL;
    cl_program program;

    if (!is_cached)
        text = read_file(argv[1], &length);
    program = is_cached
                  ? clCreateProgramWithBinary(context, 1, &device, &length,
                                              (const unsigned char **)&text,
                                              NULL, NULL)
                  : clCreateProgramWithSource(context, 1, (const char **)&text,
                                              NULL, NULL);
    if (clBuildProgram(program, 1, &device, is_cached ? "" : "-DODD=1", NULL,
                       NULL) != CL_SUCCESS)
        exit(1);
    if (!is_cached)
        write_binary(program, argv[3]);
    free(text);
    return program;
}

int main(int argc, char **argv)
{
    cl_int count = COUNT, i;
    size_t global = COUNT;
    float *data = malloc(COUNT * sizeof(float)), factor = 3;
    cl_platform_id platform;
    cl_command_queue queue;
    cl_device_id device;
    cl_context context;
    cl_kernel kernel;
    cl_mem dst, src;
    double sum = 0;

    if (argc < 4)
        return 2;
    for (i = 0; i < COUNT; i++)
        data[i] = (float)i;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    kernel = clCreateKernel(make_program(context, device, argv), argv[2], NULL);
    src = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, COUNT * sizeof(float),
                         data, NULL);
    dst = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizeof(float),
                         NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof(dst), &dst);
    clSetKernelArg(kernel, 1, sizeof(src), &src);
    clSetKernelArg(kernel, 2, sizeof(factor), &factor);
    clSetKernelArg(kernel, 3, sizeof(count), &count);
    for (i = 0; i < 60; i++)
        if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0,
                                   NULL, NULL) != CL_SUCCESS)
            return 1;
    clEnqueueReadBuffer(queue, dst, CL_TRUE, 0, COUNT * sizeof(float), data, 0,
                        NULL, NULL);
    for (i = 0; i < COUNT; i++)
        sum += data[i];
    printf("%.17g\n", sum);
    free(data);
    return 0;
}
