/* SPDX-License-Identifier: Apache-2.0 */
#include "match/lexer.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct lexer {
    const char *at; /* in the text without splices */
    const char *end;
    struct netcl_tokens *tokens;
    size_t capacity;
    char *spelling; /* where the next one goes */
    bool is_line_start;
    bool is_directive;
    bool is_after_space;
    bool is_failed; /* out of memory */
};

/* A longer one comes before its beginnings. */
static const char *const punctuators[] = {
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
};

/* Spellings of one thing, the one we keep last. The others begin with _. */
static const struct {
    const char *from;
    const char *to;
} spellings[] = {
    {"__kernel", "kernel"},         {"__global", "global"},
    {"__local", "local"},           {"__constant", "constant"},
    {"__private", "private"},       {"__generic", "generic"},
    {"__read_only", "read_only"},   {"__write_only", "write_only"},
    {"__read_write", "read_write"}, {"__const", "const"},
    {"__const__", "const"},         {"__inline", "inline"},
    {"__inline__", "inline"},       {"__restrict", "restrict"},
    {"__restrict__", "restrict"},   {"__volatile", "volatile"},
    {"__volatile__", "volatile"},   {"__attribute", "__attribute__"},
};

/* A backslash, blanks and a newline: as compilers take it. 0: no splice. */
static size_t splice_length(const char *at, const char *end)
{
    const char *from = at;

    if (*at++ != '\\')
        return 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at < end && *at == '\n')
        return (size_t)(at + 1 - from);
    if (at + 1 < end && at[0] == '\r' && at[1] == '\n')
        return (size_t)(at + 2 - from);
    return 0;
}

/* The text with splices dropped and newlines alike; the caller frees it. */
static char *join_lines(const char *source, size_t length, size_t *joined)
{
    const char *at = source, *end = source + length;
    char *text = malloc(length + 1);
    size_t skip, used = 0;

    if (!text)
        return NULL;
    while (at < end) {
        skip = splice_length(at, end);
        at += skip;
        if (skip)
            continue;
        if (*at == '\r' && at + 1 < end && at[1] == '\n')
            at++;
        text[used++] = *at == '\r' ? '\n' : *at;
        at++;
    }
    *joined = used;
    return text;
}

static const char *normal_spelling(const char *text, size_t length)
{
    size_t i;

    for (i = 0; *text == '_' && i < COUNT(spellings); i++)
        if (strlen(spellings[i].from) == length &&
            !memcmp(spellings[i].from, text, length))
            return spellings[i].to;
    return NULL;
}

static struct netcl_token *new_token(struct lexer *l)
{
    struct netcl_tokens *tokens = l->tokens;
    size_t more = l->capacity ? l->capacity * 2 : 256;
    struct netcl_token *items;

    if (tokens->count == l->capacity) {
        items = realloc(tokens->items, more * sizeof(*items));
        if (!items) {
            l->is_failed = true;
            return NULL;
        }
        tokens->items = items;
        l->capacity = more;
    }
    return &tokens->items[tokens->count++];
}

/* The next `length` bytes are a token. */
static void add(struct lexer *l, enum netcl_token_kind kind, size_t length)
{
    struct netcl_token *token = new_token(l);
    const char *normal = NULL;

    if (!token)
        return;
    if (kind == NETCL_TOKEN_NAME)
        normal = normal_spelling(l->at, length);
    memcpy(l->spelling, l->at, length);
    l->spelling[length] = '\0';
    *token = (struct netcl_token){
        .kind = kind,
        .is_directive = l->is_directive,
        .is_after_space = l->is_after_space,
        .length = normal ? strlen(normal) : length,
        .text = normal ? normal : l->spelling,
    };
    l->spelling += length + 1;
    l->at += length;
    l->is_line_start = false;
    l->is_after_space = false;
}

static void end_line(struct lexer *l)
{
    if (l->is_directive && l->tokens->count)
        l->tokens->items[l->tokens->count - 1].is_last_of_line = true;
    l->is_directive = false;
    l->is_line_start = true;
}

static bool is_at(const struct lexer *l, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(l->end - l->at) >= length && !memcmp(l->at, text, length);
}

/* Newlines within a comment end no directive. */
static void skip_comment(struct lexer *l)
{
    bool is_block = l->at[1] == '*';

    l->at += 2;
    while (l->at < l->end && !(is_block ? is_at(l, "*/") : *l->at == '\n'))
        l->at++;
    if (is_block && l->at < l->end)
        l->at += 2;
}

static bool skip_blank(struct lexer *l)
{
    if (*l->at == '/' && (is_at(l, "//") || is_at(l, "/*"))) {
        skip_comment(l);
    } else if (*l->at == '\n') {
        end_line(l);
        l->at++;
    } else if (isspace((unsigned char)*l->at)) {
        l->at++;
    } else {
        return false;
    }
    l->is_after_space = true;
    return true;
}

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static bool is_name_char(char c)
{
    return is_name_start(c) || isdigit((unsigned char)c);
}

static size_t name_length(const struct lexer *l)
{
    const char *at = l->at;

    while (at < l->end && is_name_char(*at))
        at++;
    return (size_t)(at - l->at);
}

/* 1.0e+3f, 0x1p-2, 10ul: what the preprocessor calls a number. */
static size_t number_length(const struct lexer *l)
{
    const char *at = l->at;

    while (at < l->end) {
        if (strchr("eEpP", *at) && *at && at + 1 < l->end &&
            (at[1] == '+' || at[1] == '-'))
            at += 2;
        else if (is_name_char(*at) || *at == '.')
            at++;
        else
            break;
    }
    return (size_t)(at - l->at);
}

/* With its quotes; what is not closed ends with the line. */
static size_t quoted_length(const struct lexer *l, char close)
{
    const char *at = l->at + 1;

    while (at < l->end && *at != close && *at != '\n') {
        if (*at == '\\' && close != '>' && at + 1 < l->end && at[1] != '\n')
            at++;
        at++;
    }
    return (size_t)(at - l->at) + (at < l->end && *at == close);
}

static size_t punctuator_length(const struct lexer *l)
{
    size_t i;

    for (i = 0; i < COUNT(punctuators); i++)
        if (*l->at == *punctuators[i] && is_at(l, punctuators[i]))
            return strlen(punctuators[i]);
    return *l->at && strchr("{}[]()<>;:,.?+-*/%&|^!~=#", *l->at) ? 1 : 0;
}

/* Whether a < opens the name of an included file. */
static bool is_include(const struct lexer *l)
{
    const struct netcl_tokens *tokens = l->tokens;

    return l->is_directive && *l->at == '<' && tokens->count >= 2 &&
           tokens->items[tokens->count - 2].kind == NETCL_TOKEN_DIRECTIVE &&
           netcl_token_is(&tokens->items[tokens->count - 1], "include");
}

static void add_punctuator(struct lexer *l)
{
    size_t length = punctuator_length(l);

    if (!length) {
        add(l, NETCL_TOKEN_OTHER, 1);
    } else if (*l->at == '#' && length == 1 && l->is_line_start) {
        l->is_directive = true;
        add(l, NETCL_TOKEN_DIRECTIVE, 1);
    } else {
        add(l, NETCL_TOKEN_PUNCTUATOR, length);
    }
}

static void add_next(struct lexer *l)
{
    char c = *l->at;

    if (is_name_start(c))
        add(l, NETCL_TOKEN_NAME, name_length(l));
    else if (isdigit((unsigned char)c) || (c == '.' && l->at + 1 < l->end &&
                                           isdigit((unsigned char)l->at[1])))
        add(l, NETCL_TOKEN_NUMBER, number_length(l));
    else if (c == '"')
        add(l, NETCL_TOKEN_TEXT, quoted_length(l, c));
    else if (c == '\'')
        add(l, NETCL_TOKEN_CHARACTER, quoted_length(l, c));
    else if (is_include(l))
        add(l, NETCL_TOKEN_TEXT, quoted_length(l, '>'));
    else
        add_punctuator(l);
}

int netcl_lexer_read(const char *source, size_t length,
                     struct netcl_tokens *tokens)
{
    struct lexer l = {.tokens = tokens, .is_line_start = true};
    size_t joined = 0;
    char *text = join_lines(source, length, &joined);

    *tokens = (struct netcl_tokens){NULL, 0, NULL};
    /* Each token is at least a byte of the source and adds a NUL. */
    tokens->storage = malloc(2 * length + 1);
    l.is_failed = !text || !tokens->storage;
    l.spelling = tokens->storage;
    l.at = text;
    l.end = text ? text + joined : NULL;
    while (!l.is_failed && l.at < l.end)
        if (!skip_blank(&l))
            add_next(&l);
    end_line(&l);
    free(text);
    if (l.is_failed) {
        netcl_lexer_free(tokens);
        return -ENOMEM;
    }
    return 0;
}

void netcl_lexer_free(struct netcl_tokens *tokens)
{
    free(tokens->items);
    free(tokens->storage);
    *tokens = (struct netcl_tokens){NULL, 0, NULL};
}
