/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exprmath: the operators and functions of expressions, as tables.
 *
 * Each returns 0 and *value, -ERANGE where 64 bits do not hold the result,
 * or -EDOM where there is none. Only expr.c needs this. Any thread.
 */
#ifndef NETCL_MATCH_EXPRMATH_H
#define NETCL_MATCH_EXPRMATH_H

#include <stddef.h>
#include <stdint.h>

typedef int netcl_exprmath_unary(int64_t a, int64_t *value);
typedef int netcl_exprmath_binary(int64_t a, int64_t b, int64_t *value);

struct netcl_exprmath_operator {
    const char *spelling;
    int precedence;
    netcl_exprmath_binary *apply; /* NULL: && and || */
};

struct netcl_exprmath_function {
    const char *name;
    netcl_exprmath_unary *unary;
    netcl_exprmath_binary *binary;
};

/* The operator that the text starts with, or NULL. */
const struct netcl_exprmath_operator *
netcl_exprmath_find_operator(const char *text);

/* - + ! ~, or NULL. */
netcl_exprmath_unary *netcl_exprmath_find_unary(char spelling);

/* NULL: there is none of this name. */
const struct netcl_exprmath_function *
netcl_exprmath_find_function(const char *name, size_t length);

#endif
