/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit: a source's tokens, and the entities and conditions they form.
 *
 * The inside of struct netcl_unit, for the files that slice it; everyone else
 * uses slice.h and signature.h. Read-only once open.
 */
#ifndef NETCL_MATCH_UNIT_H
#define NETCL_MATCH_UNIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/lexer.h"

enum netcl_entity_kind {
    NETCL_ENTITY_FUNCTION,
    NETCL_ENTITY_DECLARATION, /* types, constants, prototypes */
    NETCL_ENTITY_INVOCATION,  /* a macro that makes declarations */
    NETCL_ENTITY_DEFINE,
    NETCL_ENTITY_UNDEF,
    NETCL_ENTITY_PRAGMA /* at file scope, but for EXTENSION */
};

struct netcl_entity {
    enum netcl_entity_kind kind;
    const struct netcl_token *first;
    size_t count;
    size_t head;      /* functions: tokens before the body's { */
    size_t position;  /* in the token stream, options first */
    const char *name; /* the first it declares; "" for none */
    int condition;    /* innermost around it, or -1 */
    bool is_always;   /* part of every slice: what it declares is unknown */
    bool is_kernel;   /* or a macro that says so */
    bool is_maker;    /* a macro that makes declarations */
    bool is_function_like; /* macros */
    bool is_tangled;       /* begins in one #if branch, ends in another */
};

/* A branch of an #if. */
struct netcl_condition {
    const struct netcl_token *first; /* its line, from the # on */
    size_t count;
    int previous; /* the branch before it (#elif, #else), or -1 */
    int outer;    /* the branch around the #if, or -1 */
    size_t position; /* of its line in the token stream, options first */
    int own, state;  /* of it alone, and with what is around and before it */
};

/* A name that an entity declares. */
struct netcl_declared {
    const char *name;
    size_t entity;
    size_t count; /* once indexed, of a name's first: how many it has */
};

struct netcl_unit {
    atomic_int references;
    struct netcl_tokens options; /* -D as #define lines */
    struct netcl_tokens source;
    char *compiler_options;
    struct netcl_entity *entities; /* macros first, each group in file order */
    size_t entity_count, entity_capacity;
    struct netcl_condition *conditions;
    size_t condition_count, condition_capacity;
    struct netcl_declared *declared;
    size_t declared_count, declared_capacity;
    size_t *slots; /* where a name's first is, by its hash: lookup.c */
    size_t slot_mask;
    int *condition_at;   /* per source token */
    bool has_include;
    bool is_opaque; /* cannot be cut into entities: a slice is all of it */
};

/* Room for one more: grows `items`. 0 or -ENOMEM. */
int netcl_unit_grow(void **items, size_t *capacity, size_t count, size_t size);

int netcl_unit_declare(struct netcl_unit *unit, const char *name,
                       size_t entity);

/* A new zeroed entity, or NULL: no memory. Moves the others. */
struct netcl_entity *netcl_unit_add(struct netcl_unit *unit);

/* lookup.c: what has been declared so far can be found. 0 or -ENOMEM. */
int netcl_unit_index(struct netcl_unit *unit);

/* The declarations of a name: the first of *count, or NULL. */
const struct netcl_declared *netcl_unit_find(const struct netcl_unit *unit,
                                             const char *name, size_t *count);

/* Whether a #define of this name is anywhere in the unit. */
bool netcl_unit_is_macro(const struct netcl_unit *unit, const char *name);

/* Function `index` (0, 1, ...) of this name, or NULL. */
const struct netcl_entity *netcl_unit_function(const struct netcl_unit *unit,
                                               const char *name, size_t index);

/* Tokens of the directive line that starts at token `first`. */
size_t netcl_unit_line_length(const struct netcl_tokens *tokens, size_t first);

bool netcl_entity_is_macro(const struct netcl_entity *entity);

/* What a #define stands for; skips its parameters. */
const struct netcl_token *
netcl_entity_macro_body(const struct netcl_entity *entity, size_t *count);

/* entity.c: cut the source into declarations. Macros are known already. */
int netcl_entity_read_all(struct netcl_unit *unit);

/* declared.c: index the names that a declaration declares. */
int netcl_declared_read(struct netcl_unit *unit, size_t entity);

/* condition.c: find out, once macros can be found. */
void netcl_condition_read_all(struct netcl_unit *unit);

/*
 * Whether the branches around something hold, as far as options and macros
 * tell: 0 no, 1 yes, -1 not known. -1 is around everything, and holds.
 */
int netcl_condition_state(const struct netcl_unit *unit, int condition);

/*
 * Whether a macro is defined at a place in the token stream, as above; where
 * it is for certain, *macro is the definition, else NULL.
 */
int netcl_condition_macro(const struct netcl_unit *unit, const char *name,
                          size_t position, const struct netcl_entity **macro);

/* predicate.c: whether what stands behind #if or #elif holds, as above. */
int netcl_predicate_state(const struct netcl_unit *unit,
                          const struct netcl_condition *condition);

/* Whether `outer` is `inner` or around it; -1 is around everything. */
bool netcl_condition_is_around(const struct netcl_unit *unit, int outer,
                               int inner);

/* Whether the branch is #ifndef NAME or #if !defined(NAME). */
bool netcl_condition_is_guard(const struct netcl_condition *condition,
                              const char *name);

/*
 * tunable.c: the value of a tunable macro for this kernel function. -EINVAL
 * where it has none, several, or one that is not an integer.
 */
int netcl_tunable_value(const struct netcl_unit *unit,
                        const struct netcl_entity *kernel, const char *name,
                        int64_t *value);

#endif
