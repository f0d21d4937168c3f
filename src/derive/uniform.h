/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uniform: on which variables of a kernel do neighbouring work-items agree?
 *
 * Neighbours along one dimension, which do the same statements in turn. For the
 * worst: what is loaded from memory may be another's, and what is decided by
 * something that varies, varies. Only for weave.c. Any thread.
 */
#ifndef NETCL_DERIVE_UNIFORM_H
#define NETCL_DERIVE_UNIFORM_H

#include "derive/statement.h"
#include "match/signature.h"

#define NETCL_UNIFORM_LOCALS 96

struct netcl_uniform {
    const struct netcl_statements *tree;
    const struct netcl_signature *signature;
    unsigned dimension;
    struct netcl_uniform_local {
        const char *name; /* the token's */
        bool varies;
    } locals[NETCL_UNIFORM_LOCALS];
    int count;
    /* Per statement: an if that every item has to pass; see weave.c. */
    bool is_guard[NETCL_STATEMENT_MOST];
    bool has_changed, has_failed;
};

/* One name of a declaration, with its stars and what it is set to. */
struct netcl_declarator {
    struct netcl_span type; /* of them all */
    struct netcl_span all;
    size_t name;
};

/* The next one, from all zeros on; false: there is none. */
bool netcl_uniform_declares(const struct netcl_uniform *uniform,
                            struct netcl_span declaration,
                            struct netcl_declarator *out);

/* False: something in it is not understood. */
bool netcl_uniform_read(struct netcl_uniform *uniform,
                        const struct netcl_statements *tree,
                        const struct netcl_signature *signature,
                        unsigned dimension);

/* Whether token i names a variable of which every item has its own. */
bool netcl_uniform_varies(const struct netcl_uniform *uniform, size_t i);

/* Whether the value of these tokens is the same for all. */
bool netcl_uniform_is(const struct netcl_uniform *uniform,
                      struct netcl_span span);

/* Whether nothing but variables of the function is changed by them. */
bool netcl_uniform_is_pure(const struct netcl_uniform *uniform,
                           struct netcl_span span);

/*
 * Whether all do the rounds of a loop together: they agree on its header, and
 * nobody leaves it early.
 */
bool netcl_uniform_is_together(const struct netcl_uniform *uniform, int loop);

/* Whether anything may change this variable through a pointer. */
bool netcl_uniform_has_address(const struct netcl_uniform *uniform,
                               const char *name);

/* Of an if: whether all it does is to return. */
bool netcl_uniform_is_exit(const struct netcl_uniform *uniform,
                           const struct netcl_statement *item);

/*
 * What the assignment operator at token i changes: a name's token; SIZE_MAX:
 * memory, or something that is not understood.
 */
size_t netcl_uniform_target(const struct netcl_uniform *uniform, size_t i);

/* The same, and of name[...] the name, whatever that is. */
size_t netcl_uniform_changed(const struct netcl_uniform *uniform, size_t i);

/* = and += and the like, ++ and --. */
bool netcl_uniform_assigns(const struct netcl_uniform *uniform, size_t i);

#endif
