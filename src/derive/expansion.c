/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/expansion.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these it is taken to have no end. */
#define MOST_TOKENS ((size_t)1 << 18)
#define DEEPEST 16
#define MOST_PARAMS 32

struct range {
    const struct netcl_token *first;
    size_t count;
};

struct reader {
    const struct netcl_unit *unit;
    const bool *is_reached;
};

static int put(struct netcl_expansion *to, const struct netcl_token *token)
{
    size_t capacity = to->capacity ? 2 * to->capacity : 256;
    struct netcl_token *items;

    if (to->count == MOST_TOKENS)
        return -ENOTSUP;
    if (to->count == to->capacity) {
        items = realloc(to->items, capacity * sizeof(*items));
        if (!items)
            return -ENOMEM;
        to->items = items;
        to->capacity = capacity;
    }
    to->items[to->count++] = *token;
    return 0;
}

/* Whether the branches around it are left out for certain. */
static bool is_left_out(const struct netcl_unit *unit, int condition)
{
    return condition >= 0 && netcl_condition_state(unit, condition) == 0;
}

/* NULL: no macro. -ENOTSUP: which one it is depends. */
static int find_macro(const struct reader *reader, const char *name,
                      const struct netcl_entity **out)
{
    const struct netcl_unit *unit = reader->unit;
    const struct netcl_declared *found;
    size_t i, count;

    *out = NULL;
    found = netcl_unit_find(unit, name, &count);
    for (i = 0; i < count; i++) {
        const struct netcl_entity *entity = &unit->entities[found[i].entity];

        if (entity->kind != NETCL_ENTITY_DEFINE ||
            is_left_out(unit, entity->condition))
            continue;
        if (*out || !reader->is_reached[found[i].entity] ||
            netcl_condition_state(unit, entity->condition) != 1)
            return -ENOTSUP;
        *out = entity;
    }
    return 0;
}

/* What is between commas; the number of the token behind the last ), or 0. */
static size_t split(const struct range *text, size_t open, struct range *parts,
                    size_t *count)
{
    size_t i, first = open + 1;
    int depth = 0;

    *count = 0;
    for (i = open; i < text->count; i++) {
        const struct netcl_token *token = &text->first[i];

        depth += netcl_token_is(token, "(");
        depth -= netcl_token_is(token, ")");
        if (depth && !(depth == 1 && netcl_token_is(token, ",")))
            continue;
        if (*count == MOST_PARAMS)
            return 0;
        parts[*count].first = &text->first[first];
        parts[(*count)++].count = i - first;
        first = i + 1;
        if (!depth)
            return i + 1;
    }
    return 0;
}

static int expand(const struct reader *reader, const struct range *text,
                  int depth, struct netcl_expansion *to);

static const struct range *argument_of(const struct range *params,
                                       const struct range *arguments,
                                       size_t count,
                                       const struct netcl_token *token)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (params[i].count && !strcmp(params[i].first->text, token->text))
            return &arguments[i];
    return NULL;
}

static int substitute(const struct netcl_entity *macro,
                      const struct range *arguments, size_t argument_count,
                      struct netcl_expansion *to)
{
    struct range params[MOST_PARAMS], line = {macro->first, macro->count};
    size_t i, k, count = 0, body_count;
    const struct netcl_token *body =
        netcl_entity_macro_body(macro, &body_count);
    int err = 0;

    if (macro->is_function_like &&
        (!split(&line, 3, params, &count) || count != argument_count))
        return -ENOTSUP;
    for (i = 0; !err && i < body_count; i++) {
        const struct range *argument =
            argument_of(params, arguments, count, &body[i]);

        if (netcl_token_is(&body[i], "#") || netcl_token_is(&body[i], "##"))
            return -ENOTSUP;
        if (!argument)
            err = put(to, &body[i]);
        for (k = 0; !err && argument && k < argument->count; k++)
            err = put(to, &argument->first[k]);
    }
    return err;
}

/* The macro at token i of the text; *end: the token behind it. */
static int expand_macro(const struct reader *reader, const struct range *text,
                        size_t i, const struct netcl_entity *macro, int depth,
                        struct netcl_expansion *to, size_t *end)
{
    struct netcl_expansion inner = {NULL, 0, 0};
    struct range arguments[MOST_PARAMS], rest;
    size_t count = 0;
    int err;

    *end = i + 1;
    if (macro->is_function_like) {
        if (i + 1 >= text->count || !netcl_token_is(&text->first[i + 1], "("))
            return -ENOTSUP;
        *end = split(text, i + 1, arguments, &count);
        if (!*end)
            return -ENOTSUP;
    }
    err = substitute(macro, arguments, count, &inner);
    rest = (struct range){inner.items, inner.count};
    if (!err)
        err = expand(reader, &rest, depth + 1, to);
    free(inner.items);
    return err;
}

static int expand(const struct reader *reader, const struct range *text,
                  int depth, struct netcl_expansion *to)
{
    const struct netcl_entity *macro = NULL;
    const struct netcl_token *token;
    size_t i = 0;
    int err = depth > DEEPEST ? -ENOTSUP : 0;

    while (!err && i < text->count) {
        token = &text->first[i];
        macro = NULL;
        if (token->kind == NETCL_TOKEN_NAME && !(token->is_directive && !depth))
            err = find_macro(reader, token->text, &macro);
        if (!err && macro) {
            err = expand_macro(reader, text, i, macro, depth, to, &i);
            continue;
        }
        if (!err && (depth || !token->is_directive))
            err = put(to, token);
        i++;
    }
    return err;
}

int netcl_expansion_read(const struct netcl_unit *unit, const bool *is_reached,
                         const struct netcl_entity *entity,
                         struct netcl_expansion *out)
{
    struct reader reader = {unit, is_reached};
    struct range text = {entity->first, entity->count};
    int err;

    *out = (struct netcl_expansion){NULL, 0, 0};
    err = expand(&reader, &text, 0, out);
    if (err)
        netcl_expansion_free(out);
    return err;
}

void netcl_expansion_free(struct netcl_expansion *expansion)
{
    free(expansion->items);
    *expansion = (struct netcl_expansion){NULL, 0, 0};
}
