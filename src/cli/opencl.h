/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opencl: the OpenCL loader of this machine, for commands that need a device.
 *
 * Opened by name at run time, in a scope of its own; nothing is linked. A
 * tuner that is preloaded into this very command is told to stay out. The
 * struct owns what it points to; platforms and devices are the driver's.
 */
#ifndef NETCL_CLI_OPENCL_H
#define NETCL_CLI_OPENCL_H

#include <stddef.h>

#include "cl/real.h"

struct netcl_place {
    unsigned platform_index;
    unsigned device_index; /* within its platform */
    cl_platform_id platform;
    cl_device_id device;
    char platform_name[128];
    char platform_version[128];
};

struct netcl_opencl {
    void *handle; /* stays open: drivers do not like to be unloaded */
    char *path;   /* of the loader, or NULL: not known */
    struct netcl_real real;
    struct netcl_place *places;
    size_t place_count;
};

/* The file names that are tried, in this order; ends with NULL. */
extern const char *const netcl_opencl_names[];

/* 0, or -ENOENT (reported): there is no loader. No device is no error. */
int netcl_opencl_open(struct netcl_opencl *opencl);

void netcl_opencl_close(struct netcl_opencl *opencl);

/*
 * The device that "PLATFORM:DEVICE" names by numbers; NULL stands for the
 * first. NULL (reported): there is none.
 */
const struct netcl_place *netcl_opencl_pick(const struct netcl_opencl *opencl,
                                            const char *place);

/* The real path of the file that has this symbol; the caller frees it. */
char *netcl_opencl_path_of(void *handle);

#endif
