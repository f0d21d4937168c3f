/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/opencl.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/diag.h"

const char *const netcl_opencl_names[] = {"libOpenCL.so.1", "libOpenCL.so",
                                          NULL};

static void *find_symbol(void *handle, const char *name)
{
    return dlsym(handle, name);
}

char *netcl_opencl_path_of(void *handle)
{
    void *address = dlsym(handle, "clGetPlatformIDs");
    Dl_info info;

    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return NULL;
    return realpath(info.dli_fname, NULL);
}

static int open_loader(struct netcl_opencl *opencl)
{
    const char *const *name = netcl_opencl_names;

    for (; *name && !opencl->handle; name++)
        opencl->handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    if (!opencl->handle ||
        netcl_real_from_symbols(&opencl->real, find_symbol, opencl->handle)) {
        netcl_diag_error("no OpenCL: %s is not in the library path "
                         "(install an OpenCL loader, as ocl-icd)",
                         netcl_opencl_names[0]);
        return -ENOENT;
    }
    opencl->path = netcl_opencl_path_of(opencl->handle);
    return 0;
}

/* Appends the devices of one platform. */
static void add_devices(struct netcl_opencl *opencl,
                        const struct netcl_place *platform)
{
    cl_device_id devices[64];
    cl_uint count = 0, i;
    struct netcl_place *places;

    if (opencl->real.clGetDeviceIDs(platform->platform, CL_DEVICE_TYPE_ALL, 64,
                                    devices, &count) != CL_SUCCESS)
        return;
    count = count < 64 ? count : 64;
    places = realloc(opencl->places,
                     (opencl->place_count + count + 1) * sizeof(*places));
    if (!places)
        return;
    opencl->places = places;
    for (i = 0; i < count; i++) {
        places[opencl->place_count] = *platform;
        places[opencl->place_count].device_index = i;
        places[opencl->place_count++].device = devices[i];
    }
}

static void list_places(struct netcl_opencl *opencl)
{
    cl_platform_id platforms[32];
    struct netcl_place place;
    cl_uint count = 0, i;

    if (opencl->real.clGetPlatformIDs(32, platforms, &count) != CL_SUCCESS)
        return;
    for (i = 0; i < count && i < 32; i++) {
        memset(&place, 0, sizeof(place));
        place.platform_index = i;
        place.platform = platforms[i];
        opencl->real.clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME,
                                       sizeof(place.platform_name) - 1,
                                       place.platform_name, NULL);
        opencl->real.clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION,
                                       sizeof(place.platform_version) - 1,
                                       place.platform_version, NULL);
        add_devices(opencl, &place);
    }
}

/* A tuner in this process reads its settings at the first OpenCL call. */
static void list_places_untuned(struct netcl_opencl *opencl)
{
    const char *variable = "NETCL_AUTOTUNE";
    const char *before = getenv(variable);
    char *copy = before ? strdup(before) : NULL;

    netcl_config(); /* ours are read before that */
    setenv(variable, "0", 1);
    list_places(opencl);
    if (copy)
        setenv(variable, copy, 1);
    else
        unsetenv(variable);
    free(copy);
}

int netcl_opencl_open(struct netcl_opencl *opencl)
{
    int err;

    memset(opencl, 0, sizeof(*opencl));
    err = open_loader(opencl);
    if (!err)
        list_places_untuned(opencl);
    return err;
}

void netcl_opencl_close(struct netcl_opencl *opencl)
{
    free(opencl->path);
    free(opencl->places);
    memset(opencl, 0, sizeof(*opencl));
}

const struct netcl_place *netcl_opencl_pick(const struct netcl_opencl *opencl,
                                            const char *place)
{
    unsigned platform = 0, device = 0;
    char rest;
    size_t i;

    if (place && sscanf(place, "%u:%u%c", &platform, &device, &rest) != 2) {
        netcl_diag_error("'%s' is no PLATFORM:DEVICE, as 0:0 (netcl-tune "
                         "doctor lists all)",
                         place);
        return NULL;
    }
    for (i = 0; i < opencl->place_count; i++)
        if (!place || (opencl->places[i].platform_index == platform &&
                       opencl->places[i].device_index == device))
            return &opencl->places[i];
    netcl_diag_error("there is no OpenCL device%s%s (see netcl-tune doctor)",
                     place ? " " : "", place ? place : "");
    return NULL;
}
