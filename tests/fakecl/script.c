/* SPDX-License-Identifier: Apache-2.0 */
#include "script.h"

#include "kernel.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "//fake:"
#define DEFAULT_TIME_US 10

struct reader {
    const char *source;
    const char *options;
    struct fakecl_function *function;
};

enum key_type { OP, BUFFER, VALUE, NUMBER, FLAG, TIMES, LOCAL_TIMES, IF };

struct key {
    const char *name;
    enum key_type type;
    size_t offset;
};

#define KEY(name, type)                                                        \
    {                                                                          \
#name, type, offsetof(struct fakecl_script, name)                      \
    }

static const struct key keys[] = {
    KEY(op, OP),
    KEY(dst, BUFFER),
    KEY(src, BUFFER),
    KEY(a, BUFFER),
    KEY(b, BUFFER),
    KEY(c, BUFFER),
    KEY(scratch, BUFFER),
    KEY(count, VALUE),
    KEY(width, VALUE),
    KEY(height, VALUE),
    KEY(m, VALUE),
    KEY(n, VALUE),
    KEY(k, VALUE),
    KEY(factor, VALUE),
    KEY(value, VALUE),
    KEY(parts, VALUE),
    KEY(time_us, NUMBER),
    KEY(item_ns, NUMBER),
    KEY(jitter, NUMBER),
    KEY(seed, NUMBER),
    KEY(build_us, NUMBER),
    KEY(wrong_byte, NUMBER),
    KEY(wrong_after, NUMBER),
    KEY(overrun, NUMBER),
    KEY(underrun, NUMBER),
    KEY(error, NUMBER),
    KEY(nan, NUMBER),
    KEY(launch_fail, NUMBER),
    KEY(exec_fail, NUMBER),
    KEY(max_group, NUMBER),
    KEY(local_mem, NUMBER),
    KEY(private_mem, NUMBER),
    KEY(preferred, NUMBER),
    KEY(racy, FLAG),
    KEY(hang, FLAG),
    KEY(crash, FLAG),
    KEY(real, FLAG),
    KEY(build_fail, FLAG),
    KEY(build_crash, FLAG),
    KEY(build_hang, FLAG),
    {"time_seq", TIMES, 0},
    {"local_us", LOCAL_TIMES, 0},
    {"if", IF, 0},
};

static const char *const op_names[] = {
    [FAKECL_OP_NOOP] = "noop",
    [FAKECL_OP_COPY] = "copy",
    [FAKECL_OP_SCALE] = "scale",
    [FAKECL_OP_ADD] = "add",
    [FAKECL_OP_INCREMENT] = "increment",
    [FAKECL_OP_FILL] = "fill",
    [FAKECL_OP_SUM] = "sum",
    [FAKECL_OP_TRANSPOSE] = "transpose",
    [FAKECL_OP_GEMM] = "gemm",
    [FAKECL_OP_DIFFER] = "differ",
    [FAKECL_OP_RANDOM] = "random",
};

static bool read_number(const char *text, double *out)
{
    char *end;
    double number = strtod(text, &end);

    if (end == text || *end)
        return false;
    *out = number;
    return true;
}

/* "arg2" and "global1": a word, and then a position. */
static bool read_indexed(const char *text, const char *word, unsigned *index)
{
    size_t length = strlen(word);

    if (strncmp(text, word, length) != 0)
        return false;
    *index = 0;
    if (!text[length])
        return true;
    *index = (unsigned)(text[length] - '0');
    if (isdigit((unsigned char)text[length + 1]))
        *index = *index * 10 + (unsigned)(text[length + 1] - '0');
    return isdigit((unsigned char)text[length]);
}

static bool find_parameter(const struct fakecl_function *function,
                           const char *name, unsigned *index)
{
    for (*index = 0; *index < function->num_parameters; ++*index)
        if (!strcmp(function->parameters[*index].name, name))
            return true;
    return false;
}

static bool read_term(const struct reader *reader, const char *text,
                      struct fakecl_term *term)
{
    char value[64];

    term->index = 0;
    term->kind = FAKECL_TERM_NUMBER;
    if (read_number(text, &term->number))
        return true;
    term->kind = FAKECL_TERM_ARG;
    if (find_parameter(reader->function, text, &term->index))
        return true;
    if (read_indexed(text, "arg", &term->index))
        return term->index < reader->function->num_parameters;
    term->kind = FAKECL_TERM_GLOBAL;
    if (read_indexed(text, "global", &term->index))
        return term->index < 3;
    term->kind = FAKECL_TERM_LOCAL;
    if (read_indexed(text, "local", &term->index))
        return term->index < 3;
    term->kind = FAKECL_TERM_NUMBER;
    return fakecl_define_find(reader->source, reader->options, text, value,
                              sizeof(value)) &&
           read_number(value, &term->number);
}

static bool read_value(const struct reader *reader, char *text,
                       struct fakecl_operand *out)
{
    char *rest = text;
    char *word;

    memset(out, 0, sizeof(*out));
    for (word = strtok_r(text, "*", &rest); word;
         word = strtok_r(NULL, "*", &rest)) {
        if (out->num_terms == FAKECL_MAX_TERMS)
            return false;
        if (!read_term(reader, word, &out->terms[out->num_terms++]))
            return false;
    }
    return out->num_terms > 0;
}

/* A position, with or without "arg", or a parameter's name. */
static bool read_buffer(const struct reader *reader, const char *text,
                        struct fakecl_operand *out)
{
    const struct fakecl_function *function = reader->function;
    unsigned index;

    if (!find_parameter(function, text, &index) &&
        !read_indexed(text, "arg", &index) && !read_indexed(text, "", &index))
        return false;
    if (index >= function->num_parameters ||
        !(function->parameters[index].is_pointer ||
          function->parameters[index].image))
        return false;
    memset(out, 0, sizeof(*out));
    out->num_terms = 1;
    out->terms[0].kind = FAKECL_TERM_ARG;
    out->terms[0].index = index;
    return true;
}

static bool read_op(const char *text, double *out)
{
    size_t i;

    for (i = 0; i < sizeof(op_names) / sizeof(op_names[0]); i++) {
        if (strcmp(op_names[i], text) != 0)
            continue;
        *out = (double)i;
        return true;
    }
    return false;
}

static bool read_times(char *text, struct fakecl_script *script)
{
    char *rest = text;
    char *word;

    script->num_times = 0;
    for (word = strtok_r(text, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        if (script->num_times == FAKECL_MAX_TIMES)
            return false;
        if (!read_number(word, &script->times_us[script->num_times++]))
            return false;
    }
    return script->num_times > 0;
}

static bool read_local_times(char *text, struct fakecl_script *script)
{
    struct fakecl_local_time *times = script->local_times;
    char *rest = text;
    char *word;

    script->num_local_times = 0;
    for (word = strtok_r(text, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        unsigned i = script->num_local_times++;

        if (i == FAKECL_MAX_TIMES ||
            sscanf(word, "%zu:%lf", &times[i].items, &times[i].time_us) != 2)
            return false;
    }
    return script->num_local_times > 0;
}

static bool read_key(const struct reader *reader, const char *name, char *text)
{
    struct fakecl_script *script = &reader->function->script;
    const struct key *key = keys;
    void *field;

    while (key < keys + sizeof(keys) / sizeof(keys[0]) &&
           strcmp(key->name, name) != 0)
        key++;
    if (key == keys + sizeof(keys) / sizeof(keys[0]))
        return false;
    field = (char *)script + key->offset;
    switch (key->type) {
    case OP:
        return read_op(text, field);
    case BUFFER:
        return read_buffer(reader, text, field);
    case VALUE:
        return read_value(reader, text, field);
    case NUMBER:
        return read_number(text, field);
    case FLAG:
        return read_number(*text ? text : "1", field);
    case TIMES:
        return read_times(text, script);
    case LOCAL_TIMES:
        return read_local_times(text, script);
    default:
        return true;
    }
}

/* "NAME", "NAME:VALUE" or "-option", each with "!" for the contrary. */
static bool holds(const struct reader *reader, char *text)
{
    bool is_wanted = *text != '!';
    char *wanted;
    char value[64];

    text += !is_wanted;
    if (*text == '-')
        return fakecl_option_find(reader->options, text) == is_wanted;
    wanted = strchr(text, ':');
    if (wanted)
        *wanted++ = '\0';
    if (!fakecl_define_find(reader->source, reader->options, text, value,
                            sizeof(value)))
        return !is_wanted;
    return (!wanted || !strcmp(wanted, value)) == is_wanted;
}

/* Whether all conditions of the line are met. */
static bool applies(const struct reader *reader, const char *line)
{
    const char *at = strstr(line, " if=");
    char text[256];
    char *rest = text;
    char *word;

    if (!at)
        return true;
    at += 4;
    snprintf(text, sizeof(text), "%.*s", (int)strcspn(at, " \t"), at);
    for (word = strtok_r(text, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest))
        if (!holds(reader, word))
            return false;
    return true;
}

/* "NAME key=value key ..."; false with the bad word in *bad. */
static bool read_line(const struct reader *reader, char *line, char **bad)
{
    bool is_used = applies(reader, line);
    char *rest = line;
    char *word = strtok_r(line, " \t\r", &rest);

    if (!is_used || !word ||
        (strcmp(word, "*") != 0 && strcmp(word, reader->function->name) != 0))
        return true;
    while ((word = strtok_r(NULL, " \t\r", &rest)) != NULL) {
        char *text = strchr(word, '=');

        *bad = word;
        if (text)
            *text++ = '\0';
        if (!read_key(reader, word, text ? text : word + strlen(word)))
            return false;
    }
    return true;
}

static void set_defaults(struct fakecl_script *script)
{
    memset(script, 0, sizeof(*script));
    script->time_us = DEFAULT_TIME_US;
    script->wrong_byte = -1;
    script->nan = -1;
    script->max_group = FAKECL_MAX_GROUP_ITEMS;
    script->preferred = 32;
}

static int read_lines(const struct reader *reader, const char *lines,
                      const char *mark, const char *end, char *log,
                      size_t log_bytes)
{
    const char *at = lines;

    while (*at && (at = strstr(at, mark)) != NULL) {
        char line[1024];
        char *bad = line;
        size_t length;

        at += strlen(mark);
        length = strcspn(at, end);
        snprintf(line, sizeof(line), "%.*s", (int)length, at);
        at += length;
        at += *at && !*mark;
        if (read_line(reader, line, &bad))
            continue;
        snprintf(log, log_bytes, "error: %s: cannot use \"%s\" in a fake line",
                 reader->function->name, bad);
        return -EINVAL;
    }
    return 0;
}

int fakecl_script_read(const char *source, const char *options,
                       struct fakecl_function *function, char *log,
                       size_t log_bytes)
{
    const struct reader reader = {source, options, function};
    const char *more = getenv("FAKECL_LINES");
    int err;

    set_defaults(&function->script);
    err = read_lines(&reader, more ? more : "", "", ";", log, log_bytes);
    if (!err)
        err = read_lines(&reader, source, MARK, "\n", log, log_bytes);
    return err;
}
