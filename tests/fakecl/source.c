/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *name;
    unsigned long long bits;
};

static const struct word address_words[] = {
    {"global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
    {"__global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
    {"local", CL_KERNEL_ARG_ADDRESS_LOCAL},
    {"__local", CL_KERNEL_ARG_ADDRESS_LOCAL},
    {"constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
    {"__constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
    {"private", CL_KERNEL_ARG_ADDRESS_PRIVATE},
    {"__private", CL_KERNEL_ARG_ADDRESS_PRIVATE},
    {NULL, 0},
};

static const struct word qualifier_words[] = {
    {"const", CL_KERNEL_ARG_TYPE_CONST},
    {"volatile", CL_KERNEL_ARG_TYPE_VOLATILE},
    {"restrict", CL_KERNEL_ARG_TYPE_RESTRICT},
    {"__restrict", CL_KERNEL_ARG_TYPE_RESTRICT},
    {"__restrict__", CL_KERNEL_ARG_TYPE_RESTRICT},
    {"signed", 0},
    {"struct", 0},
    {NULL, 0},
};

static const struct word access_words[] = {
    {"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
    {"__read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
    {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
    {"__write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
    {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE},
    {"__read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE},
    {NULL, 0},
};

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *at)
{
    size_t length = 0;

    while (is_word_char(at[length]))
        length++;
    return length;
}

static bool is_word(const char *at, const char *word)
{
    size_t length = word_length(at);

    return length == strlen(word) && !memcmp(at, word, length);
}

static char *skip_space(char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Where the thing that begins here ends, or `at` if it is code. */
static char *skip_noncode(char *at, bool is_line_start)
{
    if (at[0] == '/' && at[1] == '*') {
        char *end = strstr(at + 2, "*/");

        return end ? end + 2 : at + strlen(at);
    }
    if ((at[0] == '/' && at[1] == '/') || (at[0] == '#' && is_line_start)) {
        while (*at && (*at != '\n' || at[-1] == '\\'))
            at++;
        return at;
    }
    if (at[0] == '"') {
        for (at++; *at && *at != '"'; at++)
            at += at[0] == '\\' && at[1];
        return *at ? at + 1 : at;
    }
    return at;
}

/* Blank comments, strings and preprocessor lines; lines stay lines. */
static void blank_noncode(char *text)
{
    bool is_line_start = true;
    char *at = text;

    while (*at) {
        char *end = skip_noncode(at, is_line_start);

        if (end == at) {
            is_line_start =
                *at == '\n' || (is_line_start && isspace((unsigned char)*at));
            at++;
            continue;
        }
        for (; at < end; at++)
            if (*at != '\n')
                *at = ' ';
    }
}

/* From '(' to behind its ')', or NULL. */
static char *skip_parentheses(char *at)
{
    int depth = 0;

    for (; *at; at++) {
        if (*at == '(')
            depth++;
        if (*at == ')' && --depth == 0)
            return at + 1;
    }
    return NULL;
}

static void read_attribute(const char *at, const char *end,
                           struct fakecl_function *function)
{
    static const char name[] = "reqd_work_group_size";
    const char *found = strstr(at, name);
    size_t *size = function->required_local;

    if (found && found < end)
        sscanf(found + sizeof(name) - 1, " ( %zu , %zu , %zu )", &size[0],
               &size[1], &size[2]);
}

/* "void name" with attributes anywhere; returns the '(' or NULL. */
static char *read_head(char *at, struct fakecl_function *function)
{
    size_t length;
    char *end;

    for (;;) {
        at = skip_space(at);
        length = word_length(at);
        if (!length)
            return NULL;
        if (is_word(at, "__attribute__")) {
            end = skip_parentheses(at);
            if (!end)
                return NULL;
            read_attribute(at, end, function);
            at = end;
            continue;
        }
        if (!is_word(at, "void"))
            break;
        at += length;
    }
    snprintf(function->name, sizeof(function->name), "%.*s", (int)length, at);
    at = skip_space(at + length);
    return *at == '(' ? at : NULL;
}

static bool match(const struct word *words, const char *at,
                  unsigned long long *bits)
{
    for (; words->name; words++) {
        if (!is_word(at, words->name))
            continue;
        *bits |= words->bits;
        return true;
    }
    return false;
}

static void copy_word(char *out, size_t bytes, const char *at)
{
    snprintf(out, bytes, "%.*s", (int)word_length(at), at);
}

/* A word that is no qualifier: the type, and then the name. */
static void take_word(struct fakecl_parameter *parameter, const char *at,
                      bool *is_unsigned)
{
    char *type = parameter->type;

    if (is_word(at, "unsigned"))
        *is_unsigned = true;
    else if (!*type && !(*is_unsigned && parameter->is_pointer))
        copy_word(type, sizeof(parameter->type), at);
    else
        copy_word(parameter->name, sizeof(parameter->name), at);
}

/* "unsigned int" is "uint", and a lone "unsigned" took the name for a type. */
static void mend_unsigned(struct fakecl_parameter *parameter)
{
    static const char *const bases[] = {"char", "short", "int", "long"};
    char type[64];
    size_t i;

    memcpy(type, parameter->type, sizeof(type));
    for (i = 0; i < 4; i++) {
        if (strcmp(type, bases[i]) != 0)
            continue;
        snprintf(parameter->type, sizeof(parameter->type), "u%s", bases[i]);
        return;
    }
    if (*type)
        memcpy(parameter->name, type, sizeof(type));
    memcpy(parameter->type, "uint", 5);
}

static void read_parameter(const char *at, const char *end,
                           struct fakecl_parameter *parameter)
{
    unsigned long long address = 0;
    unsigned long long qualifiers = 0;
    unsigned long long access = 0;
    bool is_unsigned = false;

    while (at < end) {
        size_t length = word_length(at);

        if (!length) {
            if (*at == '*' || *at == '[')
                parameter->is_pointer = true;
            at++;
            continue;
        }
        if (!match(address_words, at, &address) &&
            !match(access_words, at, &access) &&
            !match(qualifier_words, at, &qualifiers))
            take_word(parameter, at, &is_unsigned);
        at += length;
    }
    if (is_unsigned)
        mend_unsigned(parameter);
    parameter->address =
        address ? (cl_uint)address : CL_KERNEL_ARG_ADDRESS_PRIVATE;
    parameter->qualifiers = qualifiers;
    parameter->access = (cl_kernel_arg_access_qualifier)access;
}

/* Between the parentheses; "void" and nothing are no parameters. */
static void read_parameters(char *at, char *end,
                            struct fakecl_function *function)
{
    while (at < end && function->num_parameters < FAKECL_MAX_ARGS) {
        struct fakecl_parameter *parameter =
            &function->parameters[function->num_parameters];
        char *comma = memchr(at, ',', (size_t)(end - at));

        if (!comma)
            comma = end;
        read_parameter(at, comma, parameter);
        if (*parameter->type && strcmp(parameter->type, "void") != 0)
            function->num_parameters++;
        else if (parameter->is_pointer)
            function->num_parameters++;
        at = comma + 1;
    }
}

/* Behind the word "kernel"; false if no definition follows. */
static bool read_function(char *at, struct fakecl_function *function)
{
    char *end;

    memset(function, 0, sizeof(*function));
    at = read_head(at, function);
    if (!at)
        return false;
    end = skip_parentheses(at);
    if (!end || *skip_space(end) == ';')
        return false;
    read_parameters(at + 1, end - 1, function);
    return true;
}

static int scan(char *text, struct fakecl_function **out, size_t *count)
{
    char *at = text;

    while (*at) {
        size_t length = word_length(at);
        bool is_kernel = is_word(at, "kernel") || is_word(at, "__kernel");

        if (is_kernel) {
            struct fakecl_function *grown =
                realloc(*out, (*count + 1) * sizeof(**out));

            if (!grown)
                return -ENOMEM;
            *out = grown;
            if (read_function(at + length, &grown[*count]))
                ++*count;
        }
        at += length ? length : 1;
    }
    return 0;
}

int fakecl_source_scan(const char *source, const char *options,
                       struct fakecl_function **out, size_t *count)
{
    char *text = strdup(source);
    size_t i;
    cl_uint j;
    int err;

    if (!text)
        return -ENOMEM;
    *out = NULL;
    *count = 0;
    blank_noncode(text);
    err = scan(text, out, count);
    free(text);
    for (i = 0; i < *count; i++)
        for (j = 0; j < (*out)[i].num_parameters; j++)
            fakecl_type_find(source, options, &(*out)[i].parameters[j]);
    return err;
}
