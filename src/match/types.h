/* SPDX-License-Identifier: Apache-2.0 */
/* types: the built-in types of OpenCL C that arguments may have. Any thread. */
#ifndef NETCL_MATCH_TYPES_H
#define NETCL_MATCH_TYPES_H

#include <stdbool.h>
#include <stddef.h>

enum netcl_scalar {
    NETCL_SCALAR_NONE, /* not built in, or not a number: struct, image2d_t */
    NETCL_SCALAR_CHAR,
    NETCL_SCALAR_UCHAR,
    NETCL_SCALAR_SHORT,
    NETCL_SCALAR_USHORT,
    NETCL_SCALAR_INT,
    NETCL_SCALAR_UINT,
    NETCL_SCALAR_LONG,
    NETCL_SCALAR_ULONG,
    NETCL_SCALAR_HALF,
    NETCL_SCALAR_FLOAT,
    NETCL_SCALAR_DOUBLE
};

struct netcl_type {
    enum netcl_scalar scalar;
    unsigned lanes; /* 1, 2, 3, 4, 8, 16 */
    size_t bytes;   /* of the whole; a vector of 3 has the size of 4 */
};

/* "float4" and the like, canonical spelling; false: not a number type. */
bool netcl_type_find(const char *name, struct netcl_type *type);

bool netcl_scalar_is_integer(enum netcl_scalar scalar);
bool netcl_scalar_is_signed(enum netcl_scalar scalar); /* reals too */

/* "float"; "?" for NETCL_SCALAR_NONE. */
const char *netcl_scalar_name(enum netcl_scalar scalar);

/* image2d_t and other images. */
bool netcl_type_is_image(const char *name);

/* Things that are neither memory nor numbers: sampler_t, queue_t, ... */
bool netcl_type_is_opaque(const char *name);

#endif
