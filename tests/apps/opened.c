/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opened LOADER LAUNCHES [local|deepbind]: a program that opens its loader at
 * run time and asks it for every function, and launches the scale kernel.
 * LOADER "forked": launches, then launches again in a child.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *loader;

static void *find(const char *name)
{
    void *address = dlsym(loader, name);

    if (!address) {
        fprintf(stderr, "opened: no %s\n", name);
        exit(1);
    }
    return address;
}

#define CALL(name) ((__typeof__(&name))find(#name))

static const char source[] =
    "//fake: scale op=scale dst=dst src=src factor=factor count=n time_us=100\n"
    "kernel void scale(global float *dst, global const float *src,\n"
    "                  float factor, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        dst[i] = factor * src[i];\n"
    "}\n";

struct app {
    cl_command_queue queue;
    cl_kernel kernel;
};

static void open_kernel(struct app *app, cl_context context,
                        cl_device_id device)
{
    const char *text = source;
    cl_program program =
        CALL(clCreateProgramWithSource)(context, 1, &text, NULL, NULL);

    CALL(clBuildProgram)(program, 1, &device, NULL, NULL, NULL);
    app->kernel = CALL(clCreateKernel)(program, "scale", NULL);
}

static void open_app(struct app *app)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_int count = 100000, i;
    float factor = 2;
    cl_mem buffer;

    CALL(clGetPlatformIDs)(1, &platform, NULL);
    CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = CALL(clCreateContext)(NULL, 1, &device, NULL, NULL, NULL);
    app->queue = CALL(clCreateCommandQueue)(context, device, 0, NULL);
    open_kernel(app, context, device);
    for (i = 0; i < 2; i++) {
        buffer = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE,
                                      (size_t)count * 4, NULL, NULL);
        CALL(clSetKernelArg)(app->kernel, (cl_uint)i, sizeof(buffer), &buffer);
    }
    CALL(clSetKernelArg)(app->kernel, 2, sizeof(factor), &factor);
    CALL(clSetKernelArg)(app->kernel, 3, sizeof(count), &count);
}

static int launch(const struct app *app, int launches)
{
    size_t global = 100000;

    while (launches--)
        if (CALL(clEnqueueNDRangeKernel)(app->queue, app->kernel, 1, NULL,
                                         &global, NULL, 0, NULL,
                                         NULL) != CL_SUCCESS)
            return 1;
    CALL(clFinish)(app->queue);
    return 0;
}

int main(int argc, char **argv)
{
    int is_deepbind = argc > 3 && !strcmp(argv[3], "deepbind");
    const char *name = argc > 1 ? argv[1] : "";
    struct app app;
    int status = 0;

    if (argc < 3)
        return 2;
    loader = dlopen(strstr(name, "OpenCL") ? name : "libOpenCL.so.1",
                    RTLD_NOW | RTLD_LOCAL | (is_deepbind ? RTLD_DEEPBIND : 0));
    if (!loader)
        return 1;
    open_app(&app);
    if (launch(&app, atoi(argv[2])))
        return 1;
    if (!strcmp(name, "forked")) {
        if (fork() == 0)
            exit(launch(&app, atoi(argv[2])));
        wait(&status);
    }
    return status != 0;
}
