/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config: the NETCL_* settings of this process.
 *
 * Read once, at the first call, from any thread; read-only afterwards. A
 * malformed value, or an NETCL_TUNE_ variable that is not in config.def, is
 * named on stderr and its default used. With raised rights (set-user-id) the
 * environment is not looked at and the mode is off.
 */
#ifndef NETCL_BASE_CONFIG_H
#define NETCL_BASE_CONFIG_H

#include <stdbool.h>
#include <stdio.h>

enum netcl_mode { NETCL_MODE_TUNE, NETCL_MODE_PINNED, NETCL_MODE_OFF };
enum netcl_numerics {
    NETCL_NUMERICS_EXACT,
    NETCL_NUMERICS_TOLERANT,
    NETCL_NUMERICS_PINNED
};
enum netcl_search { NETCL_SEARCH_RACE, NETCL_SEARCH_EXHAUSTIVE };
enum netcl_shapes { NETCL_SHAPES_EXACT, NETCL_SHAPES_POW2 };

/* Choices are the index of the value in config.def, as in the enums above. */
struct netcl_config {
#define CHOICE(field, variable, fallback, values, help) int field;
#define NUMBER(field, variable, fallback, least, most, help) long field;
#define SWITCH(field, variable, fallback, help) bool field;
#define REAL(field, variable, fallback, help) double field;
#define TEXT(field, variable, help) const char *field; /* "" where unset */
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
};

const struct netcl_config *netcl_config(void);

/* Whether the library stays out of the way altogether. */
bool netcl_config_is_off(void);

/* Where decisions are kept; the caller frees it. NULL: nowhere. */
char *netcl_config_cache_path(void);

/* Every setting in effect, as text; "" where a text is not set. */
typedef void netcl_config_visit(void *context, const char *variable,
                                const char *value);
void netcl_config_each(netcl_config_visit *visit, void *context);

/* One paragraph per setting, for --help; `as_man` writes roff instead. */
void netcl_config_print(FILE *out, bool as_man);

#endif
