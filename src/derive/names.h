/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: which names of a source are reals and which are integers.
 *
 * Filled in by probing.c as it reads; nothing that it cannot tell is in it.
 * Spellings are the unit's, the texts of functions are its own. One thread.
 */
#ifndef NETCL_DERIVE_NAMES_H
#define NETCL_DERIVE_NAMES_H

#include "derive/expansion.h"
#include "derive/vocabulary.h"

#define NETCL_NAMES_MOST 512
#define NETCL_NAMES_PARAMS 32

/* A function of the program's own. */
struct netcl_names_function {
    const char *name;
    struct netcl_expansion text;
    size_t list, list_end, body; /* its ( ) and { */
    enum netcl_word result;
    enum netcl_word params[NETCL_NAMES_PARAMS];
    bool is_pointer[NETCL_NAMES_PARAMS];
    size_t param_count;
};

struct netcl_name {
    const char *text;
    enum netcl_word kind; /* REAL or INTEGER; of pointers, what is behind */
    unsigned depth;       /* stars and [] to get there */
};

struct netcl_names {
    struct netcl_name types[NETCL_NAMES_MOST]; /* typedefs */
    size_t type_count;
    struct netcl_name items[NETCL_NAMES_MOST]; /* variables */
    size_t count;
    struct netcl_names_function *functions;
    size_t function_count;
    /* What is being read. */
    const struct netcl_token *tokens;
    size_t token_count;
};

/* False: too many, or it is something else already. */
bool netcl_names_add_type(struct netcl_names *names, const char *text,
                          enum netcl_word kind);
bool netcl_names_add(struct netcl_names *names, const char *text,
                     enum netcl_word kind, unsigned depth);

/* Whether token i is a pointer that is not followed to its end. */
bool netcl_names_is_pointer(const struct netcl_names *names, size_t i);

/* REAL, INTEGER, VOID or QUALIFIER; UNKNOWN: no type. */
enum netcl_word netcl_names_type(const struct netcl_names *names,
                                 const char *text);

/* NULL: there is none. */
const struct netcl_names_function *
netcl_names_function(const struct netcl_names *names, const char *text);

/* Of a token in an expression: REAL, INTEGER, VOID (neither) or UNKNOWN. */
enum netcl_word netcl_names_kind(const struct netcl_names *names, size_t i);

/* Whether any of these tokens is a real, and whether all are known. */
bool netcl_names_has_real(const struct netcl_names *names, size_t from,
                          size_t to);
bool netcl_names_are_known(const struct netcl_names *names, size_t from,
                           size_t to);

/* Whether token i is spelled so, or as one of a list that NULL ends. */
bool netcl_names_is(const struct netcl_names *names, size_t i,
                    const char *text);
bool netcl_names_is_any(const struct netcl_names *names, size_t i,
                        const char *const *set);

/* As netcl_names_type(), of token i. */
enum netcl_word netcl_names_type_at(const struct netcl_names *names, size_t i);

/* The next `text` that is in no bracket, or `to`. */
size_t netcl_names_seek(const struct netcl_names *names, size_t from, size_t to,
                        const char *text);

/* The bracket that closes the one at i; token_count: none does. */
size_t netcl_names_close(const struct netcl_names *names, size_t i);

#endif
