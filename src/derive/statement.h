/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement: the body of a function as a tree of statements.
 *
 * Tokens are the caller's and outlive it; a tree is a plain record with indices
 * into itself. Only what weave.c can do something with is a tree at all: no
 * labels, no switch, no do. Any thread.
 */
#ifndef NETCL_DERIVE_STATEMENT_H
#define NETCL_DERIVE_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "match/lexer.h"

#define NETCL_STATEMENT_MOST 192
#define NETCL_STATEMENT_NONE (-1)

enum netcl_statement_kind {
    NETCL_STATEMENT_BLOCK,       /* { body } */
    NETCL_STATEMENT_DECLARATION, /* int a = 1, b[3]; */
    NETCL_STATEMENT_EXPRESSION,  /* also an empty one */
    NETCL_STATEMENT_IF,          /* body, other */
    NETCL_STATEMENT_LOOP,        /* for and while */
    NETCL_STATEMENT_LEAVE        /* return, break, continue */
};

/* Tokens from `from` up to but not `to`. */
struct netcl_span {
    size_t from, to;
};

struct netcl_statement {
    enum netcl_statement_kind kind;
    struct netcl_span all;
    struct netcl_span condition; /* of IF and LOOP */
    struct netcl_span step;      /* of a for */
    int first;                   /* of a for: what it begins with */
    int body, other;             /* indices; NETCL_STATEMENT_NONE: none */
    int next;                    /* behind it in its block */
};

struct netcl_statements {
    const struct netcl_token *tokens;
    size_t token_count;
    struct netcl_statement items[NETCL_STATEMENT_MOST];
    int count;
};

/*
 * The block that begins with the { at token `open` is item 0. False: there is
 * something in it that has no place in the tree, or too much.
 */
bool netcl_statement_read(struct netcl_statements *tree,
                          const struct netcl_token *tokens, size_t count,
                          size_t open);

/* The bracket that closes the one at token i, or token_count. */
size_t netcl_statement_close(const struct netcl_statements *tree, size_t i);

/* Whether token i is spelled so; false beyond the end. */
bool netcl_statement_is(const struct netcl_statements *tree, size_t i,
                        const char *text);

/* Whether it, or anything in it, is of this kind. */
bool netcl_statement_has(const struct netcl_statements *tree, int statement,
                         enum netcl_statement_kind kind);

#endif
