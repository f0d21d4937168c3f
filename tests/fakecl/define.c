/* SPDX-License-Identifier: Apache-2.0 */
#include "script.h"

#include <stdio.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* "NAME=VALUE" or "NAME" of `length` bytes; true if it is about `name`. */
static bool read_pair(const char *pair, size_t length, const char *name,
                      char *value, size_t value_bytes)
{
    size_t name_length = strlen(name);

    if (length < name_length || memcmp(pair, name, name_length) != 0)
        return false;
    if (length == name_length) {
        snprintf(value, value_bytes, "1");
        return true;
    }
    if (pair[name_length] != '=')
        return false;
    snprintf(value, value_bytes, "%.*s", (int)(length - name_length - 1),
             pair + name_length + 1);
    return true;
}

static bool find_in_options(const char *options, const char *name, char *value,
                            size_t value_bytes)
{
    const char *at = skip_blanks(options);
    bool is_found = false;

    while (*at) {
        size_t length = strcspn(at, " \t");

        if (length >= 2 && !strncmp(at, "-D", 2)) {
            const char *pair = skip_blanks(at + 2);

            length = strcspn(pair, " \t");
            if (read_pair(pair, length, name, value, value_bytes))
                is_found = true;
            at = pair;
        }
        at = skip_blanks(at + length);
    }
    return is_found;
}

static bool find_in_source(const char *source, const char *name, char *value,
                           size_t value_bytes)
{
    size_t name_length = strlen(name);
    const char *line = source;

    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *at = skip_blanks(line);

        if (*at != '#')
            continue;
        at = skip_blanks(at + 1);
        if (strncmp(at, "define", 6) != 0)
            continue;
        at = skip_blanks(at + 6);
        if (strncmp(at, name, name_length) != 0 ||
            !strchr(" \t\r\n", at[name_length]))
            continue;
        at = skip_blanks(at + name_length);
        snprintf(value, value_bytes, "%.*s", (int)strcspn(at, " \t\r\n"), at);
        return true;
    }
    return false;
}

bool fakecl_define_find(const char *source, const char *options,
                        const char *name, char *value, size_t value_bytes)
{
    return find_in_options(options, name, value, value_bytes) ||
           find_in_source(source, name, value, value_bytes);
}

bool fakecl_option_find(const char *options, const char *word)
{
    size_t length = strlen(word);
    const char *at = skip_blanks(options);

    while (*at) {
        size_t here = strcspn(at, " \t");

        if (here == length && !memcmp(at, word, length))
            return true;
        at = skip_blanks(at + here);
    }
    return false;
}
