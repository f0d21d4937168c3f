/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sample_image.h"

#include <string.h>

int netcl_sample_set_sizes(const struct netcl_arg *arg,
                           const struct netcl_check_value *value,
                           int64_t *slots)
{
    int64_t *sizes = &slots[arg->sizes_slot];
    const char *type = arg->type.type;
    size_t given[3], i;
    int err = netcl_range_eval(&value->size, slots, given);

    if (err)
        return err;
    for (i = 0; i < NETCL_ARG_SLOTS; i++)
        sizes[i] = i < value->size.dimensions ? (int64_t)given[i] : 1;
    if (!strcmp(type, "image1d_array_t")) {
        sizes[3] = sizes[1];
        sizes[1] = 1;
    } else if (!strcmp(type, "image2d_array_t")) {
        sizes[3] = sizes[2];
        sizes[2] = 1;
    }
    return 0;
}

static bool find_type(const char *name, cl_mem_object_type *type)
{
    static const struct {
        const char *name;
        cl_mem_object_type type;
    } types[] = {
        {"image1d_t", CL_MEM_OBJECT_IMAGE1D},
        {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
        {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
        {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
        {"image3d_t", CL_MEM_OBJECT_IMAGE3D},
    };
    size_t i;

    for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (!strcmp(types[i].name, name)) {
            *type = types[i].type;
            return true;
        }
    return false;
}

bool netcl_sample_describe(const struct netcl_arg *arg,
                           const struct netcl_check_value *value,
                           const int64_t *slots, struct netcl_image *image)
{
    static const cl_image_format formats[] = {
        [NETCL_CHECK_R_UINT8] = {CL_R, CL_UNSIGNED_INT8},
        [NETCL_CHECK_RGBA_UINT8] = {CL_RGBA, CL_UNSIGNED_INT8},
        [NETCL_CHECK_RGBA_UNORM8] = {CL_RGBA, CL_UNORM_INT8},
        [NETCL_CHECK_R_FLOAT] = {CL_R, CL_FLOAT},
        [NETCL_CHECK_RGBA_FLOAT] = {CL_RGBA, CL_FLOAT}};
    static const size_t bytes[] = {1, 4, 4, 4, 16};
    const int64_t *sizes = &slots[arg->sizes_slot];

    memset(image, 0, sizeof(*image));
    image->access = CL_MEM_READ_WRITE;
    image->format = formats[value->format];
    image->element_bytes = bytes[value->format];
    image->width = (size_t)sizes[0];
    image->height = (size_t)sizes[1];
    image->depth = (size_t)sizes[2];
    image->layers = (size_t)sizes[3];
    return find_type(arg->type.type, &image->type);
}
