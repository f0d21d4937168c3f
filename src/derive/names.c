/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/names.h"

static const struct netcl_name *find(const struct netcl_name *items,
                                     size_t count, const char *text)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (!strcmp(items[i].text, text))
            return &items[i];
    return NULL;
}

static bool add(struct netcl_name *items, size_t *count, const char *text,
                enum netcl_word kind, unsigned depth)
{
    const struct netcl_name *known = find(items, *count, text);

    if (known)
        return known->kind == kind && known->depth == depth;
    if (*count == NETCL_NAMES_MOST ||
        (kind != NETCL_WORD_REAL && kind != NETCL_WORD_INTEGER))
        return false;
    items[*count].text = text;
    items[*count].depth = depth;
    items[(*count)++].kind = kind;
    return true;
}

bool netcl_names_add_type(struct netcl_names *names, const char *text,
                          enum netcl_word kind)
{
    return add(names->types, &names->type_count, text, kind, 0);
}

bool netcl_names_add(struct netcl_names *names, const char *text,
                     enum netcl_word kind, unsigned depth)
{
    return add(names->items, &names->count, text, kind, depth);
}

bool netcl_names_is(const struct netcl_names *names, size_t i, const char *text)
{
    return i < names->token_count && netcl_token_is(&names->tokens[i], text);
}

bool netcl_names_is_any(const struct netcl_names *names, size_t i,
                        const char *const *set)
{
    for (; *set; set++)
        if (netcl_names_is(names, i, *set))
            return true;
    return false;
}

enum netcl_word netcl_names_type(const struct netcl_names *names,
                                 const char *text)
{
    const struct netcl_name *known =
        find(names->types, names->type_count, text);

    return known ? known->kind : netcl_vocabulary_type(text);
}

const struct netcl_names_function *
netcl_names_function(const struct netcl_names *names, const char *text)
{
    size_t i;

    for (i = 0; i < names->function_count; i++)
        if (!strcmp(names->functions[i].name, text))
            return &names->functions[i];
    return NULL;
}

/* What a call brings. */
static enum netcl_word kind_of_call(const struct netcl_names *names,
                                    const char *text)
{
    const struct netcl_names_function *own = netcl_names_function(names, text);

    if (own)
        return own->result;
    switch (netcl_vocabulary_call(text)) {
    case NETCL_WORD_UNKNOWN:
        return NETCL_WORD_UNKNOWN;
    case NETCL_WORD_REAL_CALL:
        return NETCL_WORD_REAL;
    case NETCL_WORD_INTEGER_CALL:
        return NETCL_WORD_INTEGER;
    default: /* its arguments say it */
        return NETCL_WORD_VOID;
    }
}

static enum netcl_word kind_of_name(const struct netcl_names *names, size_t i)
{
    const struct netcl_token *token = &names->tokens[i];
    const struct netcl_name *known =
        find(names->items, names->count, token->text);
    enum netcl_word kind = netcl_names_type(names, token->text);

    if (known)
        return known->kind;
    if (kind == NETCL_WORD_QUALIFIER)
        return NETCL_WORD_VOID;
    if (kind != NETCL_WORD_UNKNOWN)
        return kind == NETCL_WORD_VOID ? NETCL_WORD_UNKNOWN : kind;
    if (i + 1 < names->token_count && netcl_token_is(token + 1, "("))
        return kind_of_call(names, token->text);
    return netcl_vocabulary_constant(token->text);
}

enum netcl_word netcl_names_kind(const struct netcl_names *names, size_t i)
{
    const struct netcl_token *token = &names->tokens[i];

    switch (token->kind) {
    case NETCL_TOKEN_NAME:
        if (i && netcl_token_is(token - 1, "."))
            return NETCL_WORD_VOID; /* what is before it says it */
        return kind_of_name(names, i);
    case NETCL_TOKEN_NUMBER:
        return netcl_vocabulary_is_real(token) ? NETCL_WORD_REAL
                                               : NETCL_WORD_INTEGER;
    case NETCL_TOKEN_CHARACTER:
        return NETCL_WORD_INTEGER;
    case NETCL_TOKEN_PUNCTUATOR:
        return netcl_token_is(token, "->") ? NETCL_WORD_UNKNOWN
                                           : NETCL_WORD_VOID;
    default:
        return NETCL_WORD_UNKNOWN;
    }
}

bool netcl_names_has_real(const struct netcl_names *names, size_t from,
                          size_t to)
{
    for (; from < to; from++)
        if (netcl_names_kind(names, from) == NETCL_WORD_REAL)
            return true;
    return false;
}

bool netcl_names_are_known(const struct netcl_names *names, size_t from,
                           size_t to)
{
    for (; from < to; from++)
        if (netcl_names_kind(names, from) == NETCL_WORD_UNKNOWN)
            return false;
    return true;
}

static int step(const struct netcl_token *token)
{
    if (netcl_token_is(token, "(") || netcl_token_is(token, "[") ||
        netcl_token_is(token, "{"))
        return 1;
    return netcl_token_is(token, ")") || netcl_token_is(token, "]") ||
                   netcl_token_is(token, "}")
               ? -1
               : 0;
}

size_t netcl_names_close(const struct netcl_names *names, size_t i)
{
    int depth = 0;

    for (; i < names->token_count; i++) {
        depth += step(&names->tokens[i]);
        if (depth <= 0)
            break;
    }
    return i;
}

enum netcl_word netcl_names_type_at(const struct netcl_names *names, size_t i)
{
    if (i >= names->token_count || names->tokens[i].kind != NETCL_TOKEN_NAME)
        return NETCL_WORD_UNKNOWN;
    return netcl_names_type(names, names->tokens[i].text);
}

size_t netcl_names_seek(const struct netcl_names *names, size_t from, size_t to,
                        const char *text)
{
    for (; from < to && !netcl_names_is(names, from, text); from++)
        from = netcl_names_close(names, from);
    return from < to ? from : to;
}

bool netcl_names_is_pointer(const struct netcl_names *names, size_t i)
{
    const struct netcl_name *known =
        find(names->items, names->count, names->tokens[i].text);
    unsigned depth;

    if (!known || (i && netcl_names_is(names, i - 1, ".")))
        return false;
    for (i++, depth = known->depth; depth && netcl_names_is(names, i, "[");
         depth--)
        i = netcl_names_close(names, i) + 1;
    return depth > 0;
}
