/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/statement.h"

#include <string.h>

#define DEEPEST 24

struct reader {
    struct netcl_statements *tree;
    size_t at;
    int depth;
};

static int read_statement(struct reader *r);

bool netcl_statement_is(const struct netcl_statements *tree, size_t i,
                        const char *text)
{
    return i < tree->token_count && netcl_token_is(&tree->tokens[i], text);
}

size_t netcl_statement_close(const struct netcl_statements *tree, size_t i)
{
    int depth = 0;

    for (; i < tree->token_count; i++) {
        if (tree->tokens[i].kind != NETCL_TOKEN_PUNCTUATOR)
            continue;
        if (strchr("([{", *tree->tokens[i].text))
            depth++;
        else if (strchr(")]}", *tree->tokens[i].text) && !--depth)
            return i;
    }
    return i;
}

/* The next `text` that is in no bracket, from i on; token_count: none. */
static size_t seek(const struct netcl_statements *tree, size_t i,
                   const char *text)
{
    while (i < tree->token_count && !netcl_statement_is(tree, i, text)) {
        if (netcl_statement_is(tree, i, "(") ||
            netcl_statement_is(tree, i, "[") ||
            netcl_statement_is(tree, i, "{"))
            i = netcl_statement_close(tree, i);
        if (i < tree->token_count)
            i++;
    }
    return i;
}

static bool is_here(const struct reader *r, const char *text)
{
    return netcl_statement_is(r->tree, r->at, text);
}

static struct netcl_statement *add(struct reader *r,
                                   enum netcl_statement_kind kind)
{
    struct netcl_statement *item;

    if (r->tree->count == NETCL_STATEMENT_MOST)
        return NULL;
    item = &r->tree->items[r->tree->count++];
    *item = (struct netcl_statement){
        .kind = kind,
        .all = {r->at, r->at},
        .first = NETCL_STATEMENT_NONE,
        .body = NETCL_STATEMENT_NONE,
        .other = NETCL_STATEMENT_NONE,
        .next = NETCL_STATEMENT_NONE,
    };
    return item;
}

static int finish(const struct reader *r, struct netcl_statement *item)
{
    item->all.to = r->at;
    return (int)(item - r->tree->items);
}

static int read_block(struct reader *r)
{
    struct netcl_statement *block = add(r, NETCL_STATEMENT_BLOCK);
    int *link, child;

    if (!block)
        return NETCL_STATEMENT_NONE;
    link = &block->body;
    for (r->at++; !is_here(r, "}"); link = &r->tree->items[child].next) {
        child = read_statement(r);
        if (child == NETCL_STATEMENT_NONE)
            return NETCL_STATEMENT_NONE;
        *link = child;
    }
    r->at++;
    return finish(r, block);
}

/* The brackets behind `if` and the like: what is in them. */
static bool read_brackets(struct reader *r, struct netcl_span *span)
{
    if (!netcl_statement_is(r->tree, r->at + 1, "("))
        return false;
    span->from = r->at + 2;
    span->to = netcl_statement_close(r->tree, r->at + 1);
    r->at = span->to + 1;
    return span->to < r->tree->token_count;
}

static int read_if(struct reader *r)
{
    struct netcl_statement *item = add(r, NETCL_STATEMENT_IF);

    if (!item || !read_brackets(r, &item->condition))
        return NETCL_STATEMENT_NONE;
    item->body = read_statement(r);
    if (item->body != NETCL_STATEMENT_NONE && is_here(r, "else")) {
        r->at++;
        item->other = read_statement(r);
        if (item->other == NETCL_STATEMENT_NONE)
            return NETCL_STATEMENT_NONE;
    }
    return item->body == NETCL_STATEMENT_NONE ? NETCL_STATEMENT_NONE
                                              : finish(r, item);
}

static int read_while(struct reader *r)
{
    struct netcl_statement *item = add(r, NETCL_STATEMENT_LOOP);

    if (!item || !read_brackets(r, &item->condition))
        return NETCL_STATEMENT_NONE;
    item->body = read_statement(r);
    return item->body == NETCL_STATEMENT_NONE ? NETCL_STATEMENT_NONE
                                              : finish(r, item);
}

static int read_for(struct reader *r)
{
    struct netcl_statement *item = add(r, NETCL_STATEMENT_LOOP);
    struct netcl_span header;

    if (!item || !read_brackets(r, &header))
        return NETCL_STATEMENT_NONE;
    r->at = header.from;
    item->first = read_statement(r); /* up to its ; */
    if (item->first == NETCL_STATEMENT_NONE || r->at > header.to)
        return NETCL_STATEMENT_NONE;
    item->condition = (struct netcl_span){r->at, seek(r->tree, r->at, ";")};
    item->step = (struct netcl_span){item->condition.to + 1, header.to};
    if (item->condition.to >= header.to)
        return NETCL_STATEMENT_NONE;
    r->at = header.to + 1;
    item->body = read_statement(r);
    return item->body == NETCL_STATEMENT_NONE ? NETCL_STATEMENT_NONE
                                              : finish(r, item);
}

/* No statement of an expression begins with two names. */
static bool is_declaration(const struct netcl_statements *tree, size_t i)
{
    const struct netcl_token *token = &tree->tokens[i];

    if (token->kind != NETCL_TOKEN_NAME || i + 2 >= tree->token_count)
        return false;
    return token[1].kind == NETCL_TOKEN_NAME ||
           (netcl_token_is(&token[1], "*") &&
            token[2].kind == NETCL_TOKEN_NAME);
}

static int read_simple(struct reader *r)
{
    bool is_leave =
        is_here(r, "return") || is_here(r, "break") || is_here(r, "continue");
    struct netcl_statement *item =
        add(r, is_leave                         ? NETCL_STATEMENT_LEAVE
               : is_declaration(r->tree, r->at) ? NETCL_STATEMENT_DECLARATION
                                                : NETCL_STATEMENT_EXPRESSION);

    if (!item)
        return NETCL_STATEMENT_NONE;
    r->at = seek(r->tree, r->at, ";") + 1;
    return r->at > r->tree->token_count ? NETCL_STATEMENT_NONE
                                        : finish(r, item);
}

static int read_statement(struct reader *r)
{
    static const char *const odd[] = {"do",      "switch", "goto",   "case",
                                      "default", "else",   "struct", "typedef",
                                      "union",   "enum",   "asm"};
    int item;
    size_t i;

    for (i = 0; i < sizeof(odd) / sizeof(*odd); i++)
        if (is_here(r, odd[i]))
            return NETCL_STATEMENT_NONE;
    if (r->at + 1 >= r->tree->token_count || r->depth == DEEPEST ||
        netcl_statement_is(r->tree, r->at + 1, ":"))
        return NETCL_STATEMENT_NONE;
    r->depth++;
    if (is_here(r, "{"))
        item = read_block(r);
    else if (is_here(r, "if"))
        item = read_if(r);
    else if (is_here(r, "for"))
        item = read_for(r);
    else if (is_here(r, "while"))
        item = read_while(r);
    else
        item = read_simple(r);
    r->depth--;
    return item;
}

bool netcl_statement_read(struct netcl_statements *tree,
                          const struct netcl_token *tokens, size_t count,
                          size_t open)
{
    struct reader r = {tree, open, 0};

    tree->tokens = tokens;
    tree->token_count = count;
    tree->count = 0;
    return is_here(&r, "{") && read_block(&r) == 0;
}

bool netcl_statement_has(const struct netcl_statements *tree, int statement,
                         enum netcl_statement_kind kind)
{
    const struct netcl_statement *item;
    int child;

    if (statement == NETCL_STATEMENT_NONE)
        return false;
    item = &tree->items[statement];
    if (item->kind == kind)
        return true;
    if (item->kind != NETCL_STATEMENT_BLOCK)
        return netcl_statement_has(tree, item->first, kind) ||
               netcl_statement_has(tree, item->body, kind) ||
               netcl_statement_has(tree, item->other, kind);
    for (child = item->body; child != NETCL_STATEMENT_NONE;
         child = tree->items[child].next)
        if (netcl_statement_has(tree, child, kind))
            return true;
    return false;
}
