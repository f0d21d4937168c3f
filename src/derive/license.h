/* SPDX-License-Identifier: Apache-2.0 */
/*
 * license: what may be done to a kernel without changing what it computes.
 *
 * Read from the tokens of everything the kernel reaches, and always for the
 * worst: what cannot be shown is not allowed. doc/derived.md is the table of
 * conditions and proofs. The owner frees it with netcl_license_close();
 * read-only once open, any thread.
 */
#ifndef NETCL_DERIVE_LICENSE_H
#define NETCL_DERIVE_LICENSE_H

#include <stdbool.h>

#include "match/signature.h"
#include "match/unit.h"

struct netcl_license_param {
    /* Its tokens in the head of the kernel's function, and its name's. */
    size_t first, count, name; /* of the function's tokens */
    bool is_found;
    bool may_restrict;
    bool may_literal;
    bool is_read_only;  /* never written through, proved */
    bool is_write_only; /* nothing but whole elements assigned, proved */
};

struct netcl_license {
    struct netcl_signature signature;
    struct netcl_license_param *params; /* signature.count */
    const struct netcl_entity *function;
    bool *is_reached;   /* per entity of the unit */
    size_t list;        /* function token behind the ( of the list */
    size_t list_end;    /* its ) */
    size_t keyword;     /* the token `kernel`; SIZE_MAX: made by a macro */
    size_t name;        /* of the function's name */
    bool may_local;     /* another local size */
    bool may_rewrite;   /* anything in place */
    bool may_items;     /* several items per work-item */
    unsigned may_weave; /* bit per dimension: statement by statement, too */
    bool may_require;   /* a local size that is part of the text */
    /* Whatever is in memory, nothing but the arguments' is reached. */
    bool is_contained;
};

/*
 * 0; -ENOTSUP: leave it alone; -ENOENT: no such function, -ENOMEM. The unit
 * has to live as long.
 */
int netcl_license_open(const struct netcl_unit *unit, const char *kernel,
                       struct netcl_license *license);
void netcl_license_close(struct netcl_license *license);

#endif
