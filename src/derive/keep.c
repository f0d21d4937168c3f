/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/keep.h"

#include <stdint.h>
#include <string.h>

static const struct netcl_token *token(const struct netcl_uniform *u, size_t i)
{
    return &u->tree->tokens[i];
}

static bool is(const struct netcl_uniform *u, size_t i, const char *text)
{
    return netcl_statement_is(u->tree, i, text);
}

bool netcl_keep_is_same(const struct netcl_statements *tree,
                        struct netcl_span a, size_t from)
{
    size_t i;

    for (i = a.from; i < a.to; i++, from++)
        if (from >= tree->token_count ||
            strcmp(tree->tokens[i].text, tree->tokens[from].text))
            return false;
    return true;
}

/* Whether a name of the span is assigned to, or declared, within the loop. */
static bool is_changed(const struct netcl_uniform *u, struct netcl_span span,
                       struct netcl_span loop)
{
    size_t i, k, at;

    for (i = loop.from; i < loop.to; i++) {
        at = netcl_uniform_assigns(u, i) ? netcl_uniform_changed(u, i)
                                         : SIZE_MAX;
        if (at == SIZE_MAX && token(u, i)->kind == NETCL_TOKEN_NAME &&
            token(u, i - 1)->kind == NETCL_TOKEN_NAME)
            at = i; /* int x; */
        for (k = span.from; at != SIZE_MAX && k < span.to; k++)
            if (!strcmp(token(u, at)->text, token(u, k)->text))
                return true;
    }
    return false;
}

/* Arithmetic on ids and on variables that nothing points to. */
static bool is_plain(const struct netcl_uniform *u, struct netcl_span span)
{
    size_t i;

    for (i = span.from; i < span.to; i++)
        if (netcl_uniform_has_address(u, token(u, i)->text) || is(u, i, "[") ||
            is(u, i, "->") || netcl_uniform_assigns(u, i) ||
            (token(u, i)->kind == NETCL_TOKEN_NAME && is(u, i + 1, "(") &&
             !is(u, i, "get_global_id") && !is(u, i, "get_global_size")))
            return false;
    return span.to > span.from;
}

/*
 * The subscript with which the loop, and nothing else, gets at P. Everywhere
 * else P has a subscript too: no other pointer leads there.
 */
static bool find_index(const struct netcl_uniform *u, const char *name,
                       struct netcl_span loop, struct netcl_span *index)
{
    bool is_found = false;
    size_t i;

    for (i = u->tree->items[0].all.from; i < u->tree->token_count; i++) {
        if (!is(u, i, name))
            continue;
        if (!is(u, i + 1, "[") || is(u, i - 1, ".") || is(u, i - 1, "->") ||
            is(u, i - 1, "&"))
            return false;
        if (i < loop.from || i >= loop.to)
            continue;
        if (is_found && (!netcl_keep_is_same(u->tree, *index, i + 2) ||
                         !is(u, i + 2 + index->to - index->from, "]")))
            return false;
        if (!is_found)
            *index = (struct netcl_span){i + 2,
                                         netcl_statement_close(u->tree, i + 1)};
        is_found = true;
    }
    return is_found;
}

/* Whether every round of the loop assigns to P. */
static bool is_always_written(const struct netcl_uniform *u, int body,
                              const char *name, struct netcl_span index)
{
    const struct netcl_statement *item = &u->tree->items[body];
    size_t close;

    if (item->kind == NETCL_STATEMENT_BLOCK)
        body = item->body;
    for (; body != NETCL_STATEMENT_NONE; body = item->next) {
        item = &u->tree->items[body];
        close = item->all.from + 2 + index.to - index.from;
        if (item->kind == NETCL_STATEMENT_EXPRESSION &&
            is(u, item->all.from, name) && is(u, close, "]") &&
            netcl_uniform_assigns(u, close + 1))
            return true;
    }
    return false;
}

bool netcl_keep_find(const struct netcl_uniform *u, int loop, const char *name,
                     struct netcl_span *index)
{
    const struct netcl_statement *item = &u->tree->items[loop];

    return find_index(u, name, item->all, index) && is_plain(u, *index) &&
           !is_changed(u, *index, item->all) &&
           is_always_written(u, item->body, name, *index);
}
