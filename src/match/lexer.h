/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lexer: OpenCL C text as tokens.
 *
 * Comments, white space and line splices are dropped. Takes any bytes: what
 * is no C becomes a token of its own, an unterminated comment or text ends
 * with the file (a text also with its line). Tokens own their spelling, which
 * has no splices, and __global and global are both spelled `global` (so are
 * the other qualifiers). One thread at a time; read-only once made.
 */
#ifndef NETCL_MATCH_LEXER_H
#define NETCL_MATCH_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum netcl_token_kind {
    NETCL_TOKEN_NAME, /* identifiers and keywords */
    NETCL_TOKEN_NUMBER,
    NETCL_TOKEN_TEXT,      /* "..." with its quotes, also <...> of #include */
    NETCL_TOKEN_CHARACTER, /* '...' */
    NETCL_TOKEN_PUNCTUATOR,
    NETCL_TOKEN_OTHER,    /* a byte that C does not know */
    NETCL_TOKEN_DIRECTIVE /* the # that opens a directive line */
};

struct netcl_token {
    enum netcl_token_kind kind;
    bool is_directive;    /* belongs to a directive line */
    bool is_after_space;  /* as in `#define F (x)`, which has no parameter */
    bool is_last_of_line; /* of a directive line */
    size_t length;
    const char *text; /* NUL-terminated */
};

struct netcl_tokens {
    struct netcl_token *items;
    size_t count;
    char *storage; /* the spellings */
};

/* 0 or -ENOMEM. The caller owns what it fills in. */
int netcl_lexer_read(const char *source, size_t length,
                     struct netcl_tokens *tokens);

void netcl_lexer_free(struct netcl_tokens *tokens);

/* Whether the token is spelled so (not within a text or a character). */
static inline bool netcl_token_is(const struct netcl_token *token,
                                  const char *spelling)
{
    return *token->text == *spelling && token->kind != NETCL_TOKEN_TEXT &&
           token->kind != NETCL_TOKEN_CHARACTER &&
           !strcmp(token->text, spelling);
}

#endif
