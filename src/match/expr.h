/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr: integer expressions of manifests, parsed once, evaluated at launches.
 *
 * 64-bit signed integers with C's operators and precedence, ?:, true, false,
 * and the functions of variants/README.md. Names become slots: indices into
 * the array of values that an evaluation is given. && || ?: evaluate only
 * what C would, so `n && m / n` is fine for n = 0.
 *
 * An expression is read-only once parsed: any thread may evaluate it.
 */
#ifndef NETCL_MATCH_EXPR_H
#define NETCL_MATCH_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct netcl_expr;

/* The slot of a name (not NUL-terminated), or negative: unknown. */
typedef int netcl_expr_resolve(void *context, const char *name, size_t length);

/*
 * Returns 0 and sets *out, or -EINVAL with what is wrong in `error` (one
 * phrase, as `unknown name "x"`), or -ENOMEM.
 */
int netcl_expr_parse(const char *text, netcl_expr_resolve *resolve,
                     void *context, struct netcl_expr **out, char *error,
                     size_t error_size);

/* Accepts NULL. */
void netcl_expr_free(struct netcl_expr *expr);

/*
 * 0 and *value; -ERANGE for overflow or a shift beyond 63 bits, -EDOM for a
 * division by zero. Allocates nothing.
 */
int netcl_expr_eval(const struct netcl_expr *expr, const int64_t *slots,
                    int64_t *value);

/* The slots it names, each once, in the order of their appearance. */
size_t netcl_expr_slots(const struct netcl_expr *expr, const int **slots);

bool netcl_expr_uses(const struct netcl_expr *expr, int slot);

#endif
