/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libOpenCL.so.1 of the old kind: it knows no layers, as the one that ships
 * with CUDA. One driver, from OCL_ICD_VENDORS. An object starts with its
 * driver's dispatch table, so most calls are two jumps
 * (forward.c).
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <dlfcn.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

typedef cl_int get_platforms(cl_uint, cl_platform_id *, cl_uint *);
typedef void *get_address(const char *);

static cl_platform_id platform;

static struct _cl_icd_dispatch *table_of(const void *object)
{
    return *(struct _cl_icd_dispatch *const *)object;
}

static void find_driver(void)
{
    const char *path = getenv("OCL_ICD_VENDORS");
    void *driver = path && !platform ? dlopen(path, RTLD_NOW) : NULL;
    get_address *address;
    get_platforms *get;

    if (!driver)
        return;
    *(void **)&address = dlsym(driver, "clGetExtensionFunctionAddress");
    *(void **)&get = dlsym(driver, "clIcdGetPlatformIDsKHR");
    if (!get && address)
        *(void **)&get = address("clIcdGetPlatformIDsKHR");
    if (get)
        get(1, &platform, NULL);
}

EXPORT cl_int CL_API_CALL clGetPlatformIDs(cl_uint entries,
                                           cl_platform_id *platforms,
                                           cl_uint *count)
{
    find_driver();
    if (!platform)
        return -1001;
    if (count)
        *count = 1;
    if (platforms && entries)
        *platforms = platform;
    return CL_SUCCESS;
}

EXPORT cl_context CL_API_CALL clCreateContext(
    const cl_context_properties *properties, cl_uint count,
    const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *data, cl_int *error)
{
    return table_of(devices[0])
        ->clCreateContext(properties, count, devices, notify, data, error);
}

EXPORT cl_int CL_API_CALL clWaitForEvents(cl_uint count,
                                          const cl_event *events)
{
    return table_of(events[0])->clWaitForEvents(count, events);
}
