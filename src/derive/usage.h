/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: how a kernel's body uses a parameter, told by the tokens beside it.
 * Only for license.c. Any thread.
 */
#ifndef NETCL_DERIVE_USAGE_H
#define NETCL_DERIVE_USAGE_H

#include <stdbool.h>

struct netcl_entity;
struct netcl_license;
struct netcl_unit;

enum netcl_usage {
    NETCL_USAGE_MAY_WRITE = 1, /* not shown to be read-only */
    NETCL_USAGE_COMPARED = 2,  /* assigned, subtracted, compared */
    NETCL_USAGE_MAY_READ = 4   /* not shown to be written only */
};

/* Bits of enum netcl_usage for a pointer parameter. */
unsigned netcl_usage_read(const struct netcl_unit *unit,
                          const struct netcl_entity *function,
                          const char *name);

/* Whether anything reached may cast a pointer. */
bool netcl_usage_has_cast(const struct netcl_unit *unit,
                          const bool *is_reached);

/*
 * Whether this function is called as get_global_id(0) or get_global_id(d)
 * alone, so that a macro may evaluate what is in the brackets twice.
 */
bool netcl_usage_is_plain(const struct netcl_unit *unit,
                          const struct netcl_license *license,
                          const char *function);

#endif
