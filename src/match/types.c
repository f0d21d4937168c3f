/* SPDX-License-Identifier: Apache-2.0 */
#include "match/types.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
} scalars[] = {
    [NETCL_SCALAR_NONE] = {"?", 0},
    [NETCL_SCALAR_CHAR] = {"char", 1},
    [NETCL_SCALAR_UCHAR] = {"uchar", 1},
    [NETCL_SCALAR_SHORT] = {"short", 2},
    [NETCL_SCALAR_USHORT] = {"ushort", 2},
    [NETCL_SCALAR_INT] = {"int", 4},
    [NETCL_SCALAR_UINT] = {"uint", 4},
    [NETCL_SCALAR_LONG] = {"long", 8},
    [NETCL_SCALAR_ULONG] = {"ulong", 8},
    [NETCL_SCALAR_HALF] = {"half", 2},
    [NETCL_SCALAR_FLOAT] = {"float", 4},
    [NETCL_SCALAR_DOUBLE] = {"double", 8},
};

static const char *const images[] = {
    "image1d_t",      "image1d_array_t",       "image1d_buffer_t",
    "image2d_t",      "image2d_array_t",       "image2d_depth_t",
    "image2d_msaa_t", "image2d_array_msaa_t",  "image2d_msaa_depth_t",
    "image3d_t",      "image2d_array_depth_t", "image2d_array_msaa_depth_t",
};

static const char *const opaques[] = {
    "sampler_t", "queue_t", "event_t", "clk_event_t", "reserve_id_t", "pipe",
};

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}

/* "", "2", "3", "4", "8" or "16" behind a type; 0: something else. */
static unsigned read_lanes(const char *digits)
{
    static const char *const known[] = {"2", "3", "4", "8", "16"};

    if (!*digits)
        return 1;
    if (!is_listed(digits, known, sizeof(known) / sizeof(known[0])))
        return 0;
    return (unsigned)strtoul(digits, NULL, 10);
}

bool netcl_type_find(const char *name, struct netcl_type *type)
{
    size_t i, length;
    unsigned lanes;

    for (i = NETCL_SCALAR_CHAR; i <= NETCL_SCALAR_DOUBLE; i++) {
        length = strlen(scalars[i].name);
        if (strncmp(name, scalars[i].name, length))
            continue;
        lanes = read_lanes(name + length);
        if (!lanes)
            continue;
        type->scalar = (enum netcl_scalar)i;
        type->lanes = lanes;
        type->bytes = scalars[i].bytes * (lanes == 3 ? 4 : lanes);
        return true;
    }
    return false;
}

bool netcl_scalar_is_integer(enum netcl_scalar scalar)
{
    return scalar >= NETCL_SCALAR_CHAR && scalar <= NETCL_SCALAR_ULONG;
}

bool netcl_scalar_is_signed(enum netcl_scalar scalar)
{
    switch (scalar) {
    case NETCL_SCALAR_NONE:
    case NETCL_SCALAR_UCHAR:
    case NETCL_SCALAR_USHORT:
    case NETCL_SCALAR_UINT:
    case NETCL_SCALAR_ULONG:
        return false;
    default:
        return true;
    }
}

const char *netcl_scalar_name(enum netcl_scalar scalar)
{
    return scalars[scalar].name;
}

bool netcl_type_is_image(const char *name)
{
    return is_listed(name, images, sizeof(images) / sizeof(images[0]));
}

bool netcl_type_is_opaque(const char *name)
{
    return is_listed(name, opaques, sizeof(opaques) / sizeof(opaques[0]));
}
