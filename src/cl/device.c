/* SPDX-License-Identifier: Apache-2.0 */
#include "cl/device.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

/* cl_nv_device_attribute_query */
#define NV_CAPABILITY_MAJOR 0x4000
#define NV_CAPABILITY_MINOR 0x4001

static struct netcl_map devices = NETCL_MAP_INIT;

static char *ask_text(const struct netcl_real *real, cl_device_id handle,
                      cl_device_info name)
{
    size_t size = 0;
    char *text;

    if (real->clGetDeviceInfo(handle, name, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    text = calloc(1, size + 1);
    if (text && real->clGetDeviceInfo(handle, name, size, text, NULL) !=
                    CL_SUCCESS) {
        free(text);
        return NULL;
    }
    return text;
}

/* Numbers come in 4 or 8 bytes; 0 where the driver does not say. */
static int64_t ask_number(const struct netcl_real *real, cl_device_id handle,
                          cl_device_info name)
{
    unsigned char bytes[8] = {0};
    size_t size = 0;
    cl_uint narrow;
    cl_ulong wide;

    if (real->clGetDeviceInfo(handle, name, sizeof(bytes), bytes, &size) !=
        CL_SUCCESS)
        return 0;
    memcpy(&narrow, bytes, sizeof(narrow));
    memcpy(&wide, bytes, sizeof(wide));
    return size == sizeof(narrow) ? (int64_t)narrow : (int64_t)wide;
}

static int has_word(const char *text, const char *word)
{
    return text && strcasestr(text, word) != NULL;
}

static char *ask_platform(const struct netcl_real *real, cl_device_id handle)
{
    cl_platform_id platform = NULL;
    char text[256] = "";

    if (real->clGetDeviceInfo(handle, CL_DEVICE_PLATFORM, sizeof(platform),
                              &platform, NULL) != CL_SUCCESS ||
        real->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(text) - 1,
                                text, NULL) != CL_SUCCESS)
        return strdup("");
    return strdup(text);
}

static void name_vendor(const struct netcl_real *real,
                        struct netcl_device *device)
{
    char *vendor = ask_text(real, device->handle, CL_DEVICE_VENDOR);
    char *platform = ask_platform(real, device->handle);
    int64_t *slots = device->slots;

    slots[NETCL_SLOT_is_nvidia] = has_word(vendor, "nvidia");
    slots[NETCL_SLOT_is_amd] = has_word(vendor, "advanced micro devices") &&
                               slots[NETCL_SLOT_is_gpu];
    slots[NETCL_SLOT_is_intel] = has_word(vendor, "intel");
    slots[NETCL_SLOT_is_pocl] =
        has_word(platform, "portable computing language");
    if (slots[NETCL_SLOT_is_nvidia])
        slots[NETCL_SLOT_nv_compute_capability] =
            10 * ask_number(real, device->handle, NV_CAPABILITY_MAJOR) +
            ask_number(real, device->handle, NV_CAPABILITY_MINOR);
    free(vendor);
    free(platform);
}

static void ask_limits(const struct netcl_real *real,
                       struct netcl_device *device)
{
    cl_device_id handle = device->handle;
    int64_t type = ask_number(real, handle, CL_DEVICE_TYPE);
    int64_t *slots = device->slots;

#define ASK(slot, name) slots[NETCL_SLOT_##slot] = ask_number(real, handle, name)
    ASK(compute_units, CL_DEVICE_MAX_COMPUTE_UNITS);
    ASK(max_work_group_size, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    ASK(local_memory_bytes, CL_DEVICE_LOCAL_MEM_SIZE);
    ASK(global_memory_bytes, CL_DEVICE_GLOBAL_MEM_SIZE);
    ASK(max_constant_bytes, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    ASK(vector_width_float, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    ASK(vector_width_double, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE);
#undef ASK
    slots[NETCL_SLOT_is_cpu] = (type & CL_DEVICE_TYPE_CPU) != 0;
    slots[NETCL_SLOT_is_gpu] = (type & CL_DEVICE_TYPE_GPU) != 0;
    slots[NETCL_SLOT_has_fp64] =
        ask_number(real, handle, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    slots[NETCL_SLOT_max_work_item_0] = (int64_t)device->item_sizes[0];
    slots[NETCL_SLOT_max_work_item_1] = (int64_t)device->item_sizes[1];
    slots[NETCL_SLOT_max_work_item_2] = (int64_t)device->item_sizes[2];
    device->group_size = (size_t)slots[NETCL_SLOT_max_work_group_size];
    device->memory_bytes = (cl_ulong)slots[NETCL_SLOT_global_memory_bytes];
    device->allocation_bytes =
        (cl_ulong)ask_number(real, handle, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    device->alignment_bytes =
        (size_t)ask_number(real, handle, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
}

static struct netcl_device *describe(const struct netcl_real *real,
                                     cl_device_id handle)
{
    struct netcl_device *device = calloc(1, sizeof(*device));

    if (!device)
        return NULL;
    device->handle = handle;
    device->name = ask_text(real, handle, CL_DEVICE_NAME);
    device->driver = ask_text(real, handle, CL_DRIVER_VERSION);
    if (!device->name || !device->driver ||
        real->clGetDeviceInfo(handle, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                              sizeof(device->item_sizes), device->item_sizes,
                              NULL) != CL_SUCCESS) {
        free(device->name);
        free(device->driver);
        free(device);
        return NULL;
    }
    ask_limits(real, device);
    name_vendor(real, device);
    return device;
}

const struct netcl_device *netcl_device_find(const struct netcl_real *real,
                                             cl_device_id handle)
{
    struct netcl_device *device = netcl_map_find(&devices, handle);

    if (device)
        return device;
    device = describe(real, handle);
    /* Two threads at once: the later record stays, the earlier lives on. */
    if (device && netcl_map_put(&devices, handle, device))
        return NULL;
    return device;
}
