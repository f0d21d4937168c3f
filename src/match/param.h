/* SPDX-License-Identifier: Apache-2.0 */
/* param: one parameter of a kernel, from its tokens. For signature.c. */
#ifndef NETCL_MATCH_PARAM_H
#define NETCL_MATCH_PARAM_H

#include "match/lexer.h"
#include "match/signature.h"

/*
 * `unit` resolves macros and typedefs; NULL: there are none. The caller owns
 * what is filled in. -ENOTSUP: not read; -ENOMEM.
 */
int netcl_param_read(const struct netcl_unit *unit,
                     const struct netcl_token *tokens, size_t count,
                     struct netcl_param *param);

#endif
