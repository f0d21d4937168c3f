/* SPDX-License-Identifier: Apache-2.0 */
#include "match/operand.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define MOST_STEPS 16

/* All of it points into the defines. */
struct macro {
    const char *parameter; /* NULL: a plain one */
    size_t parameter_length;
    const char *body;
    size_t body_length;
};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *text)
{
    size_t length = 0;

    if (isdigit((unsigned char)*text))
        return 0;
    while (is_name(text[length]))
        length++;
    return length;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* `at` is behind the macro's name. False: several parameters. */
static bool read_macro(const char *at, struct macro *macro)
{
    const char *end = at + strcspn(at, "\n");

    *macro = (struct macro){NULL, 0, NULL, 0};
    if (*at == '(') {
        macro->parameter = skip_blanks(at + 1);
        macro->parameter_length = name_length(macro->parameter);
        at = skip_blanks(macro->parameter + macro->parameter_length);
        if (*at++ != ')' || !macro->parameter_length)
            return false;
    }
    at = skip_blanks(at);
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    macro->body = at;
    macro->body_length = (size_t)(end - at);
    return true;
}

static bool is_same_line(const char *a, const char *b)
{
    size_t length = strcspn(a, "\n");

    return length == strcspn(b, "\n") && !memcmp(a, b, length);
}

/* Not where there are several: which one holds is not known here. */
static bool find_macro(const char *defines, const char *name, size_t length,
                       struct macro *macro)
{
    static const char word[] = "#define ";
    const char *line = defines, *found = NULL;

    for (; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, strlen(word)) ||
            strncmp(line + strlen(word), name, length) ||
            is_name(line[strlen(word) + length]))
            continue;
        if (found && !is_same_line(found, line + strlen(word) + length))
            return false;
        found = line + strlen(word) + length;
    }
    return found && read_macro(found, macro);
}

/* `text` with its plain macros replaced, once each. */
static char *replace_plain(const char *text, size_t length, const char *defines)
{
    struct netcl_str out = NETCL_STR_INIT;
    const char *end = text + length;
    struct macro macro;
    size_t span;

    for (; text < end; text += span) {
        span = name_length(text);
        if (span > (size_t)(end - text))
            span = (size_t)(end - text);
        if (span && find_macro(defines, text, span, &macro) && !macro.parameter)
            netcl_str_append_bytes(&out, macro.body, macro.body_length);
        else
            netcl_str_append_bytes(&out, text, span ? span : 1);
        span += !span;
    }
    return netcl_str_take(&out);
}

/* Where the parenthesis that opens at `at` closes, or NULL. */
static const char *find_close(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth)
            return at;
    }
    return NULL;
}

static bool is_parameter(const struct macro *macro, const char *at, size_t span)
{
    return span == macro->parameter_length &&
           !strncmp(at, macro->parameter, span);
}

/* The body with the argument in it. NULL: pastes, or no memory. */
static char *apply(const struct macro *macro, const char *plain,
                   size_t plain_length, const char *replaced)
{
    struct netcl_str out = NETCL_STR_INIT;
    const char *at = macro->body, *end = at + macro->body_length;
    bool is_text = false;
    size_t span;

    for (; at < end; at += span) {
        span = name_length(at);
        span += !span;
        if (*at == '#' && is_text)
            break; /* ## */
        if (*at == '#') {
            is_text = true;
        } else if (is_parameter(macro, at, span) && is_text) {
            netcl_str_append_char(&out, '"');
            netcl_str_append_bytes(&out, plain, plain_length);
            netcl_str_append_char(&out, '"');
            is_text = false;
        } else if (is_parameter(macro, at, span)) {
            netcl_str_append(&out, replaced);
        } else {
            netcl_str_append_bytes(&out, at, span);
        }
    }
    if (at == end && !is_text)
        return netcl_str_take(&out);
    netcl_str_free(&out);
    return NULL;
}

/* NAME or NAME(ARGUMENT): what it stands for. */
static char *step(const char *text, const char *defines)
{
    size_t length = name_length(text);
    const char *first, *last;
    struct macro macro;
    char *replaced, *out;

    if (!length || !find_macro(defines, text, length, &macro))
        return NULL;
    if (!macro.parameter)
        return netcl_str_format("%.*s%s", (int)macro.body_length, macro.body,
                                text + length);
    first = skip_blanks(text + length);
    last = *first == '(' ? find_close(first) : NULL;
    if (!last || *skip_blanks(last + 1))
        return NULL;
    first = skip_blanks(first + 1);
    while (last > first && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
    replaced = replace_plain(first, (size_t)(last - first), defines);
    out = replaced ? apply(&macro, first, (size_t)(last - first), replaced)
                   : NULL;
    free(replaced);
    return out;
}

char *netcl_operand_expand(const char *text, const char *defines)
{
    char *now = strdup(skip_blanks(text)), *next;
    int steps;

    for (steps = 0; now && *now != '"' && *now != '<'; steps++) {
        next = steps < MOST_STEPS ? step(now, defines) : NULL;
        free(now);
        now = next;
    }
    return now;
}
