/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/limits.h"

#include <stdint.h>

static cl_int ask(const struct netcl_request *request,
                  const struct netcl_device *device,
                  cl_kernel_work_group_info name, size_t size, void *value)
{
    return request->real->clGetKernelWorkGroupInfo(
        request->kernel, device->handle, name, size, value, NULL);
}

size_t netcl_limits_group(const struct netcl_request *request)
{
    size_t items = 1;
    cl_uint i;

    for (i = 0; request->local && i < request->dimensions; i++) {
        if (!request->local[i] || request->local[i] > SIZE_MAX / items)
            return SIZE_MAX;
        items *= request->local[i];
    }
    return items;
}

/* Groups that do not fill the range are the driver's to judge. */
static bool divides(const struct netcl_request *request,
                    const struct netcl_device *device)
{
    cl_uint i;

    for (i = 0; request->local && i < request->dimensions; i++)
        if (!request->local[i] || request->global[i] % request->local[i] ||
            request->local[i] > device->item_sizes[i])
            return false;
    return true;
}

/* reqd_work_group_size */
static bool is_as_required(const struct netcl_request *request,
                           const size_t *required)
{
    cl_uint i;

    if (!required[0])
        return true;
    if (!request->local)
        return false;
    for (i = 0; i < 3; i++)
        if (required[i] !=
            (i < request->dimensions ? request->local[i] : 1))
            return false;
    return true;
}

enum netcl_limits netcl_limits_check(const struct netcl_request *request,
                                     const struct netcl_device *device,
                                     size_t proven)
{
    size_t items = netcl_limits_group(request), most = 0, required[3] = {0};
    cl_ulong local = 0;

    if (!divides(request, device) || items > device->group_size)
        return NETCL_LIMITS_BROKEN;
    if (ask(request, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most) ||
        ask(request, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
            sizeof(required), required) ||
        ask(request, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(local), &local))
        return NETCL_LIMITS_BROKEN; /* not built for this device */
    if (!is_as_required(request, required) ||
        local > (cl_ulong)device->slots[NETCL_SLOT_local_memory_bytes])
        return NETCL_LIMITS_BROKEN;
    return items > most && items > proven ? NETCL_LIMITS_UNPROVEN
                                          : NETCL_LIMITS_KEPT;
}
