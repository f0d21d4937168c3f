/* SPDX-License-Identifier: Apache-2.0 */
/* A layer of someone else's that changes nothing. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

#define EXPORT __attribute__((visibility("default")))

static const struct _cl_icd_dispatch nothing;

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size,
                                         void *value, size_t *size_ret)
{
    if (name != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (value && size >= sizeof(cl_layer_api_version))
        *(cl_layer_api_version *)value = CL_LAYER_API_VERSION_100;
    if (size_ret)
        *size_ret = sizeof(cl_layer_api_version);
    return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entries,
                                      const struct _cl_icd_dispatch *target,
                                      cl_uint *entries_ret,
                                      const struct _cl_icd_dispatch **table)
{
    (void)target;
    *entries_ret = entries;
    *table = &nothing;
    return CL_SUCCESS;
}
