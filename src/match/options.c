/* SPDX-License-Identifier: Apache-2.0 */
#include "match/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* One quoted part or character of a word; returns what follows it. */
static const char *take_part(const char *at, struct netcl_str *word)
{
    char quote = *at;

    if (quote != '"' && quote != '\'') {
        if (*at == '\\' && at[1])
            at++;
        netcl_str_append_char(word, *at);
        return at + 1;
    }
    for (at++; *at && *at != quote; at++) {
        if (*at == '\\' && quote == '"' && at[1])
            at++;
        netcl_str_append_char(word, *at);
    }
    return *at ? at + 1 : at;
}

/* The next word without its quotes, or NULL at the end. */
static char *take_word(const char **text)
{
    struct netcl_str word = NETCL_STR_INIT;
    const char *at = *text;

    while (isspace((unsigned char)*at))
        at++;
    if (!*at)
        return NULL;
    while (*at && !isspace((unsigned char)*at))
        at = take_part(at, &word);
    *text = at;
    return netcl_str_take(&word);
}

static void append_define(struct netcl_str *out, const char *what, char kind)
{
    const char *equals = kind == 'D' ? strchr(what, '=') : NULL;
    const char *at;

    netcl_str_append(out, kind == 'D' ? "#define " : "#undef ");
    for (at = what; *at; at++)
        netcl_str_append_char(out, at == equals || *at == '\n' ? ' ' : *at);
    netcl_str_append(out, kind == 'D' && !equals ? " 1\n" : "\n");
}

static void append_option(struct netcl_str *out, const char *word)
{
    netcl_str_printf(out, "%s%s", out->length ? " " : "", word);
}

/* -DNAME or -D NAME, and -I alike. */
static void take_valued(const char **text, const char *word,
                        struct netcl_str *defines, struct netcl_str *folders)
{
    char *next = word[2] ? NULL : take_word(text);
    const char *value = word[2] ? word + 2 : next;

    if (value && word[1] == 'I')
        netcl_str_printf(folders, "%s\n", value);
    else if (value)
        append_define(defines, value, word[1]);
    free(next);
}

int netcl_options_read(const char *text, struct netcl_options *options)
{
    struct netcl_str defines = NETCL_STR_INIT, compiler = NETCL_STR_INIT;
    struct netcl_str folders = NETCL_STR_INIT;
    char *word;

    if (!text)
        text = "";
    for (word = take_word(&text); word; word = take_word(&text)) {
        if (word[0] == '-' && word[1] && strchr("DUI", word[1]))
            take_valued(&text, word, &defines, &folders);
        else if (!strncmp(word, "-cl-", 4))
            append_option(&compiler, word);
        free(word);
    }
    options->defines = netcl_str_take(&defines);
    options->compiler = netcl_str_take(&compiler);
    options->folders = netcl_str_take(&folders);
    if (options->defines && options->compiler && options->folders)
        return 0;
    netcl_options_free(options);
    return -ENOMEM;
}

bool netcl_options_are_loose(const char *text)
{
    return text && (strstr(text, "-cl-fast-relaxed-math") ||
                    strstr(text, "-cl-unsafe-math-optimizations"));
}

void netcl_options_free(struct netcl_options *options)
{
    free(options->defines);
    free(options->compiler);
    free(options->folders);
    *options = (struct netcl_options){NULL, NULL, NULL};
}
