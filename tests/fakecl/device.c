/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "inject.h"

/* Answers that never change: 'u'int, u'l'ong, 'z' size_t or 't'ext. */
struct fact {
    cl_device_info param;
    char type;
    cl_ulong number;
    const char *text;
};

static const struct fact facts[] = {
    {CL_DEVICE_VENDOR_ID, 'u', 0xfa4e, NULL},
    {CL_DEVICE_MAX_COMPUTE_UNITS, 'u', 8, NULL},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 'u', 3, NULL},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, 'z', FAKECL_MAX_GROUP_ITEMS, NULL},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 'z', 32, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 'u', 0, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 'u', 1, NULL},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 'u', 0, NULL},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, 'u', 1000, NULL},
    {CL_DEVICE_ADDRESS_BITS, 'u', 64, NULL},
    {CL_DEVICE_IMAGE_SUPPORT, 'u', CL_TRUE, NULL},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, 'u', 128, NULL},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 'u', 64, NULL},
    {CL_DEVICE_MAX_SAMPLERS, 'u', 16, NULL},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, 'z', 16384, NULL},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 'z', 16384, NULL},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, 'z', 16384, NULL},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, 'z', 16384, NULL},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, 'z', 2048, NULL},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 'z', 0, NULL},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 'z', 2048, NULL},
    {CL_DEVICE_MAX_PARAMETER_SIZE, 'z', 1024, NULL},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 'u', FAKECL_ALIGN_BYTES * 8, NULL},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 'u', FAKECL_ALIGN_BYTES, NULL},
    {CL_DEVICE_SINGLE_FP_CONFIG, 'l',
     CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM, NULL},
    {CL_DEVICE_DOUBLE_FP_CONFIG, 'l',
     CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM | CL_FP_FMA, NULL},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 'u', CL_READ_WRITE_CACHE, NULL},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 'u', 64, NULL},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 'l', 1 << 20, NULL},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 'l', 1 << 16, NULL},
    {CL_DEVICE_MAX_CONSTANT_ARGS, 'u', 8, NULL},
    {CL_DEVICE_LOCAL_MEM_TYPE, 'u', CL_LOCAL, NULL},
    {CL_DEVICE_LOCAL_MEM_SIZE, 'l', FAKECL_LOCAL_MEM_BYTES, NULL},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, 'u', CL_FALSE, NULL},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, 'u', CL_FALSE, NULL},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, 'z', 1, NULL},
    {CL_DEVICE_ENDIAN_LITTLE, 'u', CL_TRUE, NULL},
    {CL_DEVICE_AVAILABLE, 'u', CL_TRUE, NULL},
    {CL_DEVICE_COMPILER_AVAILABLE, 'u', CL_TRUE, NULL},
    {CL_DEVICE_LINKER_AVAILABLE, 'u', CL_FALSE, NULL},
    {CL_DEVICE_EXECUTION_CAPABILITIES, 'l', CL_EXEC_KERNEL, NULL},
    {CL_DEVICE_QUEUE_PROPERTIES, 'l',
     CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 'l', 0, NULL},
    {CL_DEVICE_SVM_CAPABILITIES, 'l',
     CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER, NULL},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 'u', 0, NULL},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, 'l', 0, NULL},
    {CL_DEVICE_REFERENCE_COUNT, 'u', 1, NULL},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, 'u', CL_TRUE, NULL},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, 'z', 1 << 20, NULL},
    {CL_DEVICE_PIPE_SUPPORT, 'u', CL_FALSE, NULL},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 'u', CL_FALSE, NULL},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, 'u', 0, NULL},
    {CL_DEVICE_VENDOR, 't', 0, "fakecl"},
    {CL_DEVICE_PROFILE, 't', 0, "FULL_PROFILE"},
    {CL_DEVICE_EXTENSIONS, 't', 0,
     "cl_khr_fp64 cl_khr_byte_addressable_store "
     "cl_khr_global_int32_base_atomics"},
    {CL_DEVICE_BUILT_IN_KERNELS, 't', 0, ""},
    {CL_DEVICE_IL_VERSION, 't', 0, ""},
};

static cl_int answer_fact(const struct fact *fact,
                          const struct fakecl_query *query)
{
    switch (fact->type) {
    case 'u':
        return fakecl_answer_uint(query, (cl_uint)fact->number);
    case 'l':
        return fakecl_answer_ulong(query, fact->number);
    case 'z':
        return fakecl_answer_size(query, (size_t)fact->number);
    default:
        return fakecl_answer_text(query, fact->text);
    }
}

static const char *c_version(void)
{
    if (fakecl_config.version >= 30)
        return "OpenCL C 3.0 fakecl";
    return fakecl_config.version >= 12 ? "OpenCL C 1.2 fakecl"
                                       : "OpenCL C 1.1 fakecl";
}

/* The answers that depend on the environment. */
static cl_int answer_setting(cl_device_info param,
                             const struct fakecl_query *query)
{
    static const size_t item_sizes[3] = {1024, 1024, 64};
    static const cl_device_partition_property no_partition[1];

    switch (param) {
    case CL_DEVICE_TYPE:
        return fakecl_answer_ulong(query, fakecl_config.type);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return fakecl_answer(query, item_sizes, sizeof(item_sizes));
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return fakecl_answer_ulong(query, fakecl_config.mem_bytes);
    case CL_DEVICE_PLATFORM:
        return fakecl_answer_handle(query, &fakecl_platform);
    case CL_DEVICE_NAME:
        return fakecl_answer_text(query, fakecl_config.name);
    case CL_DRIVER_VERSION:
        return fakecl_answer_text(query, fakecl_config.driver);
    case CL_DEVICE_VERSION:
        return fakecl_answer_text(query, fakecl_version_text());
    case CL_DEVICE_OPENCL_C_VERSION:
        return fakecl_answer_text(query, c_version());
    case CL_DEVICE_NUMERIC_VERSION:
        return fakecl_answer_uint(
            query, CL_MAKE_VERSION((cl_uint)fakecl_config.version / 10,
                                   (cl_uint)fakecl_config.version % 10, 0));
    case CL_DEVICE_PARENT_DEVICE:
        return fakecl_answer_handle(query, NULL);
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
        return fakecl_answer(query, no_partition, sizeof(no_partition));
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int device_info(cl_device_id device, cl_device_info param,
                          const struct fakecl_query *query)
{
    size_t i;

    if (!fakecl_is(device, FAKECL_DEVICE))
        return CL_INVALID_DEVICE;
    for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
        if (facts[i].param == param)
            return answer_fact(&facts[i], query);
    return answer_setting(param, query);
}

cl_int CL_API_CALL fakecl_clGetDeviceInfo(cl_device_id device,
                                          cl_device_info param, size_t size,
                                          void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetDeviceInfo);

    if (!err)
        err = device_info(device, param, &query);
    FAKECL_LOG(clGetDeviceInfo, err, "device=0x%x param=0x%x",
               fakecl_id(device), param);
    return err;
}

static cl_int device_ids(cl_device_type type, cl_uint num_entries,
                         cl_device_id *devices, cl_uint *num_devices)
{
    cl_uint i;

    if ((devices && !num_entries) || (!devices && !num_devices))
        return CL_INVALID_VALUE;
    if (!(type & (fakecl_config.type | CL_DEVICE_TYPE_DEFAULT)) ||
        !fakecl_config.num_devices)
        return CL_DEVICE_NOT_FOUND;
    for (i = 0; devices && i < num_entries && i < fakecl_config.num_devices;
         i++)
        devices[i] = &fakecl_devices[i];
    if (num_devices)
        *num_devices = fakecl_config.num_devices;
    return CL_SUCCESS;
}

cl_int CL_API_CALL fakecl_clGetDeviceIDs(cl_platform_id platform,
                                         cl_device_type type,
                                         cl_uint num_entries,
                                         cl_device_id *devices,
                                         cl_uint *num_devices)
{
    cl_int err = FAKECL_ENTER(clGetDeviceIDs);

    if (!err && platform && !fakecl_is(platform, FAKECL_PLATFORM))
        err = CL_INVALID_PLATFORM;
    if (!err)
        err = device_ids(type, num_entries, devices, num_devices);
    FAKECL_LOG(clGetDeviceIDs, err, "type=0x%llx entries=%u",
               (unsigned long long)type, num_entries);
    return err;
}

/* Root devices are not counted. */

cl_int CL_API_CALL fakecl_clRetainDevice(cl_device_id device)
{
    cl_int err = FAKECL_ENTER(clRetainDevice);

    if (!err && !fakecl_is(device, FAKECL_DEVICE))
        err = CL_INVALID_DEVICE;
    FAKECL_LOG(clRetainDevice, err, "device=0x%x", fakecl_id(device));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseDevice(cl_device_id device)
{
    cl_int err = FAKECL_ENTER(clReleaseDevice);

    if (!err && !fakecl_is(device, FAKECL_DEVICE))
        err = CL_INVALID_DEVICE;
    FAKECL_LOG(clReleaseDevice, err, "device=0x%x", fakecl_id(device));
    return err;
}
