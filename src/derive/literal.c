/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/literal.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

static int64_t read_signed(const void *bytes, size_t size)
{
    uint64_t wide = 0;
    unsigned unused = 64 - 8 * (unsigned)size;

    memcpy(&wide, bytes, size);
    return (int64_t)(wide << unused) >> unused;
}

static uint64_t read_unsigned(const void *bytes, size_t size)
{
    uint64_t wide = 0;

    memcpy(&wide, bytes, size);
    return wide;
}

/* The least one has no literal of its own. */
static void write_signed(const char *type, int64_t value, struct netcl_str *out)
{
    if (value < 0)
        netcl_str_printf(out, "(%s)(%" PRId64 "L - 1L)", type, value + 1);
    else
        netcl_str_printf(out, "(%s)%" PRId64 "L", type, value);
}

bool netcl_literal_write(enum netcl_scalar scalar, const void *bytes,
                         struct netcl_str *out)
{
    const char *name = netcl_scalar_name(scalar);
    struct netcl_type type;

    if (!netcl_type_find(name, &type))
        return false;
    if (scalar == NETCL_SCALAR_FLOAT)
        netcl_str_printf(out, "as_float(0x%08" PRIx64 "u)",
                         read_unsigned(bytes, 4));
    else if (scalar == NETCL_SCALAR_DOUBLE)
        netcl_str_printf(out, "as_double(0x%016" PRIx64 "UL)",
                         read_unsigned(bytes, 8));
    else if (!netcl_scalar_is_integer(scalar))
        return false;
    else if (netcl_scalar_is_signed(scalar))
        write_signed(name, read_signed(bytes, type.bytes), out);
    else
        netcl_str_printf(out, "(%s)%" PRIu64 "UL", name,
                         read_unsigned(bytes, type.bytes));
    return true;
}
