/* SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <string.h>

#include "door/hooks.h"
#include "door/layer.h"
#include "launch/launch.h"

/*
 * The program may have cleared its environment since our constructor ran, or
 * a library's constructor may call OpenCL before ours: ask once more, just
 * before the loader looks.
 */
cl_int netcl_hook_clGetPlatformIDs(const struct netcl_real *real,
                                   cl_uint entries, cl_platform_id *platforms,
                                   cl_uint *count)
{
    static atomic_flag has_asked = ATOMIC_FLAG_INIT;

    if (!atomic_flag_test_and_set(&has_asked))
        netcl_layer_ask_for();
    return real->clGetPlatformIDs(entries, platforms, count);
}

/* clSetKernelArgMemPointerINTEL and its like. */
static void look_at_name(const char *name)
{
    if (name && !strncmp(name, "clSetKernel", 11))
        netcl_launch_distrust();
}

void *netcl_hook_clGetExtensionFunctionAddressForPlatform(
    const struct netcl_real *real, cl_platform_id platform, const char *name)
{
    void *address =
        real->clGetExtensionFunctionAddressForPlatform(platform, name);

    if (address)
        look_at_name(name);
    return address;
}

void *netcl_hook_clGetExtensionFunctionAddress(const struct netcl_real *real,
                                               const char *name)
{
    void *address = real->clGetExtensionFunctionAddress(name);

    if (address)
        look_at_name(name);
    return address;
}
