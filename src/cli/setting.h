/* SPDX-License-Identifier: Apache-2.0 */
/*
 * setting: the table of settings (base/config.def) as data, for commands
 * that set them for another process or show them.
 */
#ifndef NETCL_CLI_SETTING_H
#define NETCL_CLI_SETTING_H

#include <stdbool.h>
#include <stddef.h>

struct netcl_setting {
    const char *variable;
    const char *fallback; /* as text; "" where there is none */
    const char *values;   /* "value|value", or NULL: not a choice */
    bool is_number;
    long least, most; /* numbers */
};

/* Ends with a NULL variable. */
extern const struct netcl_setting netcl_settings[];

/*
 * 0: the variable may have this value. -EINVAL: reported as what option
 * `option` was given.
 */
int netcl_setting_check(const char *variable, const char *option,
                        const char *value);

/* What the environment says where that is not the default; else NULL. */
const char *netcl_setting_changed(const struct netcl_setting *setting);

#endif
