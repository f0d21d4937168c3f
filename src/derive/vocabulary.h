/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vocabulary: what OpenCL C's own words have to do with reals.
 *
 * Only what is known to be harmless is listed. Any thread.
 */
#ifndef NETCL_DERIVE_VOCABULARY_H
#define NETCL_DERIVE_VOCABULARY_H

#include <stdbool.h>

#include "match/lexer.h"

enum netcl_word {
    NETCL_WORD_UNKNOWN,
    NETCL_WORD_REAL,    /* a type or a constant */
    NETCL_WORD_INTEGER, /* the same */
    NETCL_WORD_VOID,
    NETCL_WORD_QUALIFIER,
    NETCL_WORD_REAL_CALL,    /* its result is a real, and all it does */
    NETCL_WORD_EQUAL_CALL,   /* its result is what its arguments are */
    NETCL_WORD_INTEGER_CALL, /* it takes and brings integers */
    NETCL_WORD_LOAD,         /* vload4(index, pointer) */
    NETCL_WORD_STORE,        /* vstore4(value, index, pointer) */
    NETCL_WORD_FENCE         /* barriers */
};

enum netcl_word netcl_vocabulary_type(const char *text);
enum netcl_word netcl_vocabulary_constant(const char *text);
enum netcl_word netcl_vocabulary_call(const char *text);

/* 0.5f, 1e-3, 2.f, 0x1p-3. */
bool netcl_vocabulary_is_real(const struct netcl_token *number);

#endif
