/* SPDX-License-Identifier: Apache-2.0 */
/* literal: the bytes of an argument as OpenCL C, bit for bit. Any thread. */
#ifndef NETCL_DERIVE_LITERAL_H
#define NETCL_DERIVE_LITERAL_H

#include "base/str.h"
#include "match/types.h"

/* Append `(int)-5`, `as_float(0x3f800000u)`; false: no such type. */
bool netcl_literal_write(enum netcl_scalar scalar, const void *bytes,
                         struct netcl_str *out);

#endif
