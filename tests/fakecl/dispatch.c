/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "inject.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

const struct _cl_icd_dispatch fakecl_dispatch = {
#define ENTRY(name, version) .name = fakecl_##name,
#include "entrypoints.def"
#undef ENTRY
};

__attribute__((constructor)) static void load(void)
{
    fakecl_platform_init();
    fakecl_inject_init();
}

__attribute__((destructor)) static void unload(void)
{
    fakecl_object_report();
    fakecl_inject_close();
}

/* The three symbols by which a loader finds a driver. */

EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                 cl_platform_id *platforms,
                                                 cl_uint *num_platforms)
{
    return fakecl_clGetPlatformIDs(num_entries, platforms, num_platforms);
}

EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                            cl_platform_info param, size_t size,
                                            void *value, size_t *size_ret)
{
    return fakecl_clGetPlatformInfo(platform, param, size, value, size_ret);
}

EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
        return (void *)clIcdGetPlatformIDsKHR;
    if (!strcmp(name, "clGetPlatformInfo"))
        return (void *)clGetPlatformInfo;
    return NULL;
}

void *CL_API_CALL fakecl_clGetExtensionFunctionAddressForPlatform(
    cl_platform_id platform, const char *name)
{
    cl_int err = FAKECL_ENTER(clGetExtensionFunctionAddressForPlatform);
    void *address = NULL;

    if (!err && fakecl_is(platform, FAKECL_PLATFORM) && name)
        address = clGetExtensionFunctionAddress(name);
    FAKECL_LOG(clGetExtensionFunctionAddressForPlatform, err, "name=%s",
               name ? name : "");
    return address;
}
