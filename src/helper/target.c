/* SPDX-License-Identifier: Apache-2.0 */
#include "helper/target.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TARGETS 16
#define MOST_PLATFORMS 32
#define MOST_DEVICES 64

static struct netcl_target targets[MOST_TARGETS];
static size_t target_count;

static void *find_symbol(void *loader, const char *name)
{
    return dlsym(loader, name);
}

static const struct netcl_real *open_loader(void)
{
    static struct netcl_real real;
    static bool is_tried;
    const char *name = getenv(NETCL_HELPER_LOADER);
    void *loader;

    if (!is_tried) {
        is_tried = true;
        loader = name && *name ? dlopen(name, RTLD_NOW) : NULL;
        if (!loader)
            loader = dlopen("libOpenCL.so.1", RTLD_NOW);
        if (loader)
            netcl_real_from_symbols(&real, find_symbol, loader);
    }
    return real.clGetPlatformIDs && real.clBuildProgram ? &real : NULL;
}

static bool device_says(const struct netcl_real *real, cl_device_id device,
                        cl_device_info what, const char *expected)
{
    char text[1024] = "";

    return real->clGetDeviceInfo(device, what, sizeof(text) - 1, text, NULL) ==
               CL_SUCCESS &&
           !strcmp(text, expected);
}

static cl_device_id search(const struct netcl_real *real,
                           cl_platform_id platform,
                           const struct netcl_compile *job)
{
    cl_device_id devices[MOST_DEVICES];
    char name[1024] = "";
    cl_uint i, count = 0;

    if (real->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name) - 1,
                                name, NULL) != CL_SUCCESS ||
        strcmp(name, job->platform) ||
        real->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES,
                             devices, &count) != CL_SUCCESS)
        return NULL;
    for (i = 0; i < count && i < MOST_DEVICES; i++)
        if (device_says(real, devices[i], CL_DEVICE_NAME, job->device) &&
            device_says(real, devices[i], CL_DRIVER_VERSION, job->driver))
            return devices[i];
    return NULL;
}

static cl_device_id find_device(const struct netcl_real *real,
                                const struct netcl_compile *job)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_device_id device = NULL;
    cl_uint i, count = 0;

    if (real->clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) !=
        CL_SUCCESS)
        return NULL;
    for (i = 0; !device && i < count && i < MOST_PLATFORMS; i++)
        device = search(real, platforms[i], job);
    return device;
}

static bool open_target(struct netcl_target *target)
{
    const struct netcl_real *real = target->real;
    cl_int err;

    target->context =
        real->clCreateContext(NULL, 1, &target->device, NULL, NULL, &err);
    if (err != CL_SUCCESS)
        return false;
    target->queue =
        real->clCreateCommandQueue(target->context, target->device, 0, &err);
    return err == CL_SUCCESS;
}

const struct netcl_target *netcl_target_find(const struct netcl_compile *job)
{
    struct netcl_target *fresh = &targets[target_count];
    const struct netcl_real *real = open_loader();
    cl_device_id device = real ? find_device(real, job) : NULL;
    size_t i;

    for (i = 0; i < target_count; i++)
        if (targets[i].device == device)
            return &targets[i];
    if (!device || target_count == MOST_TARGETS)
        return NULL;
    fresh->real = real;
    fresh->device = device;
    if (!open_target(fresh))
        return NULL;
    target_count++;
    return fresh;
}
