/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signature: a kernel's argument list, read from its source.
 *
 * Typedefs and macros are resolved through the unit as far as they are
 * unambiguous. The canonical `type` is what a manifest says: built-in names
 * (uint, not unsigned int), no const, no address space but `local`:
 * "float*", "local float4*", "int", "image2d_t", "struct particle*".
 *
 * The caller owns what is filled in. Any thread.
 */
#ifndef NETCL_MATCH_SIGNATURE_H
#define NETCL_MATCH_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "match/types.h"

struct netcl_unit;

enum netcl_space {
    NETCL_SPACE_PRIVATE, /* by value */
    NETCL_SPACE_GLOBAL,
    NETCL_SPACE_CONSTANT,
    NETCL_SPACE_LOCAL
};

/* Bits: what is done with memory. */
enum netcl_access { NETCL_ACCESS_READ = 1, NETCL_ACCESS_WRITE = 2 };

struct netcl_param {
    char *name; /* "" where the source gives none */
    char *type; /* canonical */
    enum netcl_space space;
    bool is_pointer;
    bool is_const; /* what it points to, or the value itself */
    bool is_volatile;
    bool is_restrict;
    bool is_image;
    unsigned access;          /* images: enum netcl_access bits, else 0 */
    enum netcl_scalar scalar; /* of the value or the element pointed to */
    unsigned lanes;
    size_t bytes; /* of the value or the element; 0: unknown */
};

struct netcl_signature {
    struct netcl_param *params;
    size_t count;
};

/*
 * The parameters of a kernel function. -ENOENT: no such function; -ENOTSUP:
 * conditions or macros in the list, or several different ones; -ENOMEM.
 */
int netcl_signature_read(const struct netcl_unit *unit, const char *kernel,
                         struct netcl_signature *signature);

/* One parameter from text, as "local float *" in a manifest; or -EINVAL. */
int netcl_signature_parse_type(const char *text, struct netcl_param *param);

void netcl_signature_free(struct netcl_signature *signature);
void netcl_param_free(struct netcl_param *param);

#endif
