/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct type {
    const char *name;
    size_t size;
    enum fakecl_elem elem;
};

static const struct type types[] = {
    {"char", 1, FAKECL_ELEM_OTHER},      {"uchar", 1, FAKECL_ELEM_OTHER},
    {"short", 2, FAKECL_ELEM_OTHER},     {"ushort", 2, FAKECL_ELEM_OTHER},
    {"half", 2, FAKECL_ELEM_OTHER},      {"int", 4, FAKECL_ELEM_I32},
    {"uint", 4, FAKECL_ELEM_U32},        {"float", 4, FAKECL_ELEM_F32},
    {"long", 8, FAKECL_ELEM_I64},        {"ulong", 8, FAKECL_ELEM_U64},
    {"double", 8, FAKECL_ELEM_F64},      {"size_t", 8, FAKECL_ELEM_U64},
    {"sampler_t", 8, FAKECL_ELEM_OTHER},
};

static const struct {
    const char *name;
    cl_mem_object_type type;
} images[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D},
};

/* "float4" is four lanes of "float"; three take the room of four. */
static bool read_lanes(const char *suffix, size_t *lanes)
{
    static const char *const known[] = {"", "2", "3", "4", "8", "16"};
    size_t i;

    for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strcmp(known[i], suffix) != 0)
            continue;
        *lanes = *suffix ? strtoul(suffix, NULL, 10) : 1;
        *lanes = *lanes == 3 ? 4 : *lanes;
        return true;
    }
    return false;
}

static bool find_image(struct fakecl_parameter *parameter)
{
    size_t i;

    for (i = 0; i < sizeof(images) / sizeof(images[0]); i++)
        if (!strcmp(images[i].name, parameter->type))
            parameter->image = images[i].type;
    if (!parameter->image)
        return false;
    parameter->size = sizeof(cl_mem);
    parameter->lanes = 1;
    if (!parameter->access)
        parameter->access = CL_KERNEL_ARG_ACCESS_READ_ONLY;
    return true;
}

static bool find(struct fakecl_parameter *parameter)
{
    size_t i;

    parameter->is_sampler = !strcmp(parameter->type, "sampler_t");
    for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        size_t length = strlen(types[i].name);

        if (strncmp(parameter->type, types[i].name, length) != 0 ||
            !read_lanes(parameter->type + length, &parameter->lanes))
            continue;
        parameter->size = types[i].size * parameter->lanes;
        parameter->elem = types[i].elem;
        return true;
    }
    return false;
}

void fakecl_type_find(const char *source, const char *options,
                      struct fakecl_parameter *parameter)
{
    char value[64];
    int depth;

    for (depth = 0; depth < 4 && !find(parameter) && !find_image(parameter);
         depth++) {
        if (!fakecl_define_find(source, options, parameter->type, value,
                                sizeof(value)))
            return;
        snprintf(parameter->type, sizeof(parameter->type), "%s", value);
    }
}
