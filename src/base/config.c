/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/diag.h"
#include "base/str.h"

extern char **environ;

static struct netcl_config config;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The index of `text` in "a|b|c", or -1. */
static int find_value(const char *values, const char *text, size_t length)
{
    int index = 0;
    size_t span;

    for (;; values += span + 1, index++) {
        span = strcspn(values, "|");
        if (span == length && !strncmp(values, text, length))
            return index;
        if (!values[span])
            return -1;
    }
}

static int read_choice(const char *variable, const char *fallback,
                       const char *values)
{
    const char *text = getenv(variable);
    int index = -1;

    if (text && *text) {
        index = find_value(values, text, strlen(text));
        if (index < 0)
            netcl_diag_error("%s: '%s' is not one of %s; using %s", variable,
                             text, values, fallback);
    }
    return index >= 0 ? index
                      : find_value(values, fallback, strlen(fallback));
}

static long read_number(const char *variable, long fallback, long least,
                        long most)
{
    const char *text = getenv(variable);
    char *end;
    long number;

    if (!text || !*text)
        return fallback;
    errno = 0;
    number = strtol(text, &end, 10);
    if (*end || errno || number < least || number > most) {
        netcl_diag_error("%s: '%s' is not a whole number from %ld to %ld; "
                         "using %ld",
                         variable, text, least, most, fallback);
        return fallback;
    }
    return number;
}

static double __attribute__((unused)) read_real(const char *variable,
                                                double fallback)
{
    const char *text = getenv(variable);
    char *end;
    double number;

    if (!text || !*text)
        return fallback;
    number = strtod(text, &end);
    if (*end || !isfinite(number) || number < 0) {
        netcl_diag_error("%s: '%s' is not a number of 0 or more; using %g",
                         variable, text, fallback);
        return fallback;
    }
    return number;
}

static bool read_switch(const char *variable, bool fallback)
{
    return read_number(variable, fallback, 0, 1) != 0;
}

static bool is_short; /* there was no memory for a setting */

static const char *read_text(const char *variable)
{
    const char *text = getenv(variable);
    char *copy = text ? strdup(text) : NULL;

    is_short = is_short || (text && !copy);
    /* The program may change its environment; the copy lives for ever. */
    return copy ? copy : "";
}

static const char *const variables[] = {
#define CHOICE(field, variable, fallback, values, help) variable,
#define NUMBER(field, variable, fallback, least, most, help) variable,
#define SWITCH(field, variable, fallback, help) variable,
#define REAL(field, variable, fallback, help) variable,
#define TEXT(field, variable, help) variable,
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
};

static bool is_known(const char *entry)
{
    size_t i, length = strcspn(entry, "=");

    for (i = 0; i < sizeof(variables) / sizeof(*variables); i++)
        if (strlen(variables[i]) == length &&
            !strncmp(variables[i], entry, length))
            return true;
    return false;
}

static void name_unknown(void)
{
    char **entry;

    for (entry = environ; entry && *entry; entry++)
        if (!strncmp(*entry, "NETCL_TUNE_", 11) && !is_known(*entry))
            netcl_diag_error("%.*s: unknown setting, ignored (netcl-tune --help "
                             "names all)",
                             (int)strcspn(*entry, "="), *entry);
}

static void read_all(void)
{
    if (getauxval(AT_SECURE)) {
        config.mode = NETCL_MODE_OFF;
        return;
    }
#define CHOICE(field, variable, fallback, values, help)                       \
    config.field = read_choice(variable, fallback, values);
#define NUMBER(field, variable, fallback, least, most, help)                  \
    config.field = read_number(variable, fallback, least, most);
#define SWITCH(field, variable, fallback, help)                               \
    config.field = read_switch(variable, fallback);
#define REAL(field, variable, fallback, help)                                 \
    config.field = read_real(variable, fallback);
#define TEXT(field, variable, help) config.field = read_text(variable);
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
    /* Nothing goes to other files than was said. */
    if (is_short)
        config.mode = NETCL_MODE_OFF;
    name_unknown();
    netcl_diag_set_verbose(config.verbose);
}

const struct netcl_config *netcl_config(void)
{
    pthread_once(&once, read_all);
    return &config;
}

bool netcl_config_is_off(void)
{
    const struct netcl_config *c = netcl_config();

    return c->mode == NETCL_MODE_OFF || !c->autotune;
}

char *netcl_config_cache_path(void)
{
    const char *path = netcl_config()->cache;
    const char *folder;

    if (getauxval(AT_SECURE))
        return NULL;
    if (path && *path)
        return strdup(path);
    folder = getenv("XDG_CACHE_HOME");
    if (folder && *folder == '/')
        return netcl_str_format("%s/netcl/autotune.json", folder);
    folder = getenv("HOME");
    if (folder && *folder == '/')
        return netcl_str_format("%s/.cache/netcl/autotune.json", folder);
    return NULL;
}

/* Value `index` of "a|b|c". */
static void visit_choice(netcl_config_visit *visit, void *context,
                         const char *variable, const char *values, int index)
{
    char text[32];

    for (; index > 0; index--)
        values += strcspn(values, "|") + 1;
    snprintf(text, sizeof(text), "%.*s", (int)strcspn(values, "|"), values);
    visit(context, variable, text);
}

static void visit_real(netcl_config_visit *visit, void *context,
                       const char *variable, double value)
{
    char text[32];

    snprintf(text, sizeof(text), "%.15g", value);
    visit(context, variable, text);
}

void netcl_config_each(netcl_config_visit *visit, void *context)
{
    const struct netcl_config *c = netcl_config();

#define CHOICE(field, variable, fallback, values, help)                       \
    visit_choice(visit, context, variable, values, c->field);
#define NUMBER(field, variable, fallback, least, most, help)                  \
    visit_real(visit, context, variable, (double)c->field);
#define SWITCH(field, variable, fallback, help)                               \
    visit(context, variable, c->field ? "1" : "0");
#define REAL(field, variable, fallback, help)                                 \
    visit_real(visit, context, variable, c->field);
#define TEXT(field, variable, help) visit(context, variable, c->field);
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
}

/* Help texts are one line in the table; on a terminal they are folded. */
static void print_folded(FILE *out, const char *text)
{
    size_t column = 80, word;

    while (*text) {
        word = strcspn(text, " ");
        if (column + 1 + word > 78) {
            fprintf(out, "%s     ", column < 80 ? "\n" : "");
            column = 5;
        }
        fprintf(out, " %.*s", (int)word, text);
        column += 1 + word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* What roff would change: hyphens into dashes, tildes into accents. */
static void print_roff(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '-')
            fputs("\\-", out);
        else if (*text == '~')
            fputs("\\(ti", out);
        else
            fputc(*text, out);
    }
}

static void print_one(FILE *out, bool as_man, const char *variable,
                      const char *values, const char *fallback,
                      const char *help)
{
    const char *open = *values ? "=" : "";

    if (!as_man) {
        fprintf(out, "  %s%s%s%s%s%s\n", variable, open, values,
                *fallback ? " (" : "", fallback, *fallback ? ")" : "");
        print_folded(out, help);
        return;
    }
    fprintf(out, ".TP\n\\fB%s\\fR%s%s\n", variable, open, values);
    print_roff(out, help);
    fprintf(out, ".%s%s%s\n", *fallback ? " Default: " : "", fallback,
            *fallback ? "." : "");
}

void netcl_config_print(FILE *out, bool as_man)
{
#define CHOICE(field, variable, fallback, values, help)                       \
    print_one(out, as_man, variable, values, fallback, help);
#define NUMBER(field, variable, fallback, least, most, help)                  \
    print_one(out, as_man, variable, "N", #fallback, help);
#define SWITCH(field, variable, fallback, help)                               \
    print_one(out, as_man, variable, "0|1", #fallback, help);
#define REAL(field, variable, fallback, help)                                 \
    print_one(out, as_man, variable, "X", #fallback, help);
#define TEXT(field, variable, help) print_one(out, as_man, variable, "", "", help);
#include "base/config.def"
#undef CHOICE
#undef NUMBER
#undef SWITCH
#undef REAL
#undef TEXT
}
