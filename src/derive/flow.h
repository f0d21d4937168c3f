/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flow: where do the reals of an expression end up?
 *
 * For probing.c, which knows what an expression is part of. Any thread.
 */
#ifndef NETCL_DERIVE_FLOW_H
#define NETCL_DERIVE_FLOW_H

#include "derive/names.h"

/*
 * Whether reals become nothing but reals in these tokens, whose value goes
 * into what `target` says (VOID: nowhere) and all of which have to be known.
 */
bool netcl_flow_is_fine(const struct netcl_names *names, size_t from, size_t to,
                        enum netcl_word target);

#endif
