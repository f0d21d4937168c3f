/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

const struct netcl_setting netcl_settings[] = {
#define CHOICE(field, variable, fallback, values, help)                        \
    {variable, fallback, values, false, 0, 0},
#define NUMBER(field, variable, fallback, least, most, help)                   \
    {variable, #fallback, NULL, true, least, most},
#define SWITCH(field, variable, fallback, help)                                \
    {variable, #fallback, NULL, true, 0, 1},
#define REAL(field, variable, fallback, help)                                  \
    {variable, #fallback, NULL, false, 0, 0},
#define TEXT(field, variable, help) {variable, "", NULL, false, 0, 0},
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
    {NULL, NULL, NULL, false, 0, 0},
};

/* Whether `text` is one of "a|b|c". */
static bool is_among(const char *values, const char *text)
{
    size_t length = strlen(text), span;

    for (;; values += span + 1) {
        span = strcspn(values, "|");
        if (span == length && !strncmp(values, text, length))
            return true;
        if (!values[span])
            return false;
    }
}

static bool is_in_range(const struct netcl_setting *setting, const char *text)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    return *text && !*end && !errno && number >= setting->least &&
           number <= setting->most;
}

static const struct netcl_setting *find(const char *variable)
{
    const struct netcl_setting *setting = netcl_settings;

    while (setting->variable && strcmp(setting->variable, variable))
        setting++;
    return setting;
}

int netcl_setting_check(const char *variable, const char *option,
                        const char *value)
{
    const struct netcl_setting *setting = find(variable);

    if (setting->values && !is_among(setting->values, value)) {
        netcl_diag_error("%s: '%s' is not one of %s", option, value,
                         setting->values);
        return -EINVAL;
    }
    if (setting->is_number && !is_in_range(setting, value)) {
        netcl_diag_error("%s: '%s' is not a whole number from %ld to %ld",
                         option, value, setting->least, setting->most);
        return -EINVAL;
    }
    return 0;
}

const char *netcl_setting_changed(const struct netcl_setting *setting)
{
    const char *value = getenv(setting->variable);

    return value && *value && strcmp(value, setting->fallback) ? value : NULL;
}
