/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/uniform.h"

#include <stdint.h>
#include <string.h>

#include "derive/vocabulary.h"

static const struct netcl_token *token(const struct netcl_uniform *u, size_t i)
{
    return &u->tree->tokens[i];
}

static bool is(const struct netcl_uniform *u, size_t i, const char *text)
{
    return netcl_statement_is(u->tree, i, text);
}

static bool is_name(const struct netcl_uniform *u, size_t i)
{
    return i < u->tree->token_count && token(u, i)->kind == NETCL_TOKEN_NAME;
}

/* The x of v.x and p->x. */
static bool is_member(const struct netcl_uniform *u, size_t i)
{
    return i && (is(u, i - 1, ".") || is(u, i - 1, "->"));
}

/* A name that an operator may have on its left. */
static bool is_operand(const struct netcl_uniform *u, size_t i)
{
    return is_name(u, i) && !is(u, i, "else") && !is(u, i, "return");
}

/* An operator that has nothing on its left. */
static bool is_unary(const struct netcl_uniform *u, size_t i, size_t from)
{
    return i == from ||
           !(is_operand(u, i - 1) || is(u, i - 1, ")") || is(u, i - 1, "]") ||
             token(u, i - 1)->kind == NETCL_TOKEN_NUMBER);
}

static struct netcl_uniform_local *find(const struct netcl_uniform *u, size_t i)
{
    int k;

    if (!is_name(u, i) || is_member(u, i))
        return NULL;
    for (k = 0; k < u->count; k++)
        if (!strcmp(u->locals[k].name, token(u, i)->text))
            return (struct netcl_uniform_local *)&u->locals[k];
    return NULL;
}

static const struct netcl_param *find_param(const struct netcl_uniform *u,
                                            size_t i)
{
    size_t k;

    for (k = 0; k < u->signature->count; k++)
        if (!strcmp(u->signature->params[k].name, token(u, i)->text))
            return &u->signature->params[k];
    return NULL;
}

bool netcl_uniform_varies(const struct netcl_uniform *u, size_t i)
{
    const struct netcl_uniform_local *local = find(u, i);

    return local && local->varies;
}

/* ---- what is assigned to --------------------------------------------------
 */

bool netcl_uniform_assigns(const struct netcl_uniform *u, size_t i)
{
    static const char *const operators[] = {
        "=",  "+=", "-=",  "*=",  "/=", "%=", "&=",
        "|=", "^=", "<<=", ">>=", "++", "--"};
    size_t k;

    if (token(u, i)->kind != NETCL_TOKEN_PUNCTUATOR)
        return false;
    for (k = 0; k < sizeof(operators) / sizeof(*operators); k++)
        if (netcl_token_is(token(u, i), operators[k]))
            return true;
    return false;
}

/* Backwards from token i: the [ that the ] there closes. */
static size_t open_of(const struct netcl_uniform *u, size_t i)
{
    int depth = 0;

    for (; i; i--) {
        depth += is(u, i, "]") - is(u, i, "[");
        if (!depth)
            break;
    }
    return i;
}

/* *p = 1, also behind if (...); but not float *p = a. */
static bool is_behind_star(const struct netcl_uniform *u, size_t i)
{
    return i > 1 && is(u, i - 1, "*") && !is_operand(u, i - 2);
}

size_t netcl_uniform_target(const struct netcl_uniform *u, size_t i)
{
    bool is_prefix = (is(u, i, "++") || is(u, i, "--")) && is_unary(u, i, 0);
    size_t at = is_prefix ? i + 1 : i - 1;

    if (is_prefix)
        return is_name(u, at) && !is(u, at + 1, "[") && !is(u, at + 1, "->")
                   ? at
                   : SIZE_MAX;
    while (is_name(u, at) && is_member(u, at)) {
        if (is(u, at - 1, "->"))
            return SIZE_MAX;
        at -= 2;
    }
    return is_name(u, at) && !is_behind_star(u, at) ? at : SIZE_MAX;
}

/* name[...] before token i, and perhaps .x: the name's token, or SIZE_MAX. */
static size_t subscripted(const struct netcl_uniform *u, size_t i)
{
    while (i > 1 && is_name(u, i - 1) && is(u, i - 2, "."))
        i -= 2;
    while (i && is(u, i - 1, "]"))
        i = open_of(u, i - 1);
    return i && is(u, i, "[") && is_name(u, i - 1) ? i - 1 : SIZE_MAX;
}

size_t netcl_uniform_changed(const struct netcl_uniform *u, size_t i)
{
    size_t at = netcl_uniform_target(u, i);

    return at == SIZE_MAX ? subscripted(u, i) : at;
}

static void set(struct netcl_uniform *u, struct netcl_uniform_local *local)
{
    u->has_changed |= !local->varies;
    local->varies = true;
}

/* All that these tokens assign to. */
static void set_targets(struct netcl_uniform *u, struct netcl_span span)
{
    const struct netcl_param *param;
    struct netcl_uniform_local *local;
    size_t i, at;

    for (i = span.from; i < span.to; i++) {
        if (!netcl_uniform_assigns(u, i))
            continue;
        at = netcl_uniform_changed(u, i);
        local = at == SIZE_MAX ? NULL : find(u, at);
        param = at == SIZE_MAX ? NULL : find_param(u, at);
        if (local)
            set(u, local);
        else if (param && !(param->is_pointer && is(u, at + 1, "[")))
            u->has_failed = true; /* an argument of its own, for each */
    }
}

/* ---- values ---------------------------------------------------------------
 */

/* get_global_id(0), of another dimension; *i: its last token. */
static bool is_shared_id(const struct netcl_uniform *u, size_t *i)
{
    const char *digit = is(u, *i + 1, "(") ? token(u, *i + 2)->text : "";

    if (!*digit || digit[1] || *digit < '0' || *digit > '2' ||
        !is(u, *i + 3, ")"))
        return false;
    *i += 3;
    return (unsigned)(*digit - '0') != u->dimension;
}

/* A function whose result depends on its arguments alone. */
static bool is_plain_call(const struct netcl_uniform *u, size_t i)
{
    enum netcl_word word = netcl_vocabulary_call(token(u, i)->text);

    return word == NETCL_WORD_REAL_CALL || word == NETCL_WORD_EQUAL_CALL ||
           word == NETCL_WORD_INTEGER_CALL || is(u, i, "get_global_size");
}

bool netcl_uniform_is(const struct netcl_uniform *u, struct netcl_span span)
{
    size_t i;

    for (i = span.from; i < span.to; i++) {
        if (netcl_uniform_varies(u, i) || is(u, i, "[") || is(u, i, "->"))
            return false;
        if ((is(u, i, "&") || is(u, i, "*")) && is_unary(u, i, span.from))
            return false;
        if (is_name(u, i) && is(u, i + 1, "(")) {
            if (is(u, i, "get_global_id") ? !is_shared_id(u, &i)
                                          : !is_plain_call(u, i))
                return false;
        }
    }
    return true;
}

bool netcl_uniform_is_pure(const struct netcl_uniform *u,
                           struct netcl_span span)
{
    size_t i, at;

    for (i = span.from; i < span.to; i++) {
        if (is_name(u, i) && is(u, i + 1, "(") && !is_plain_call(u, i) &&
            !is(u, i, "get_global_id"))
            return false;
        if (!netcl_uniform_assigns(u, i))
            continue;
        at = netcl_uniform_target(u, i);
        if (at == SIZE_MAX || !find(u, at))
            return false;
    }
    return true;
}

bool netcl_uniform_is_together(const struct netcl_uniform *u, int loop)
{
    const struct netcl_statement *item = &u->tree->items[loop];

    return netcl_uniform_is(u, item->condition) &&
           netcl_uniform_is(u, item->step) &&
           (item->first == NETCL_STATEMENT_NONE ||
            netcl_uniform_is(u, u->tree->items[item->first].all)) &&
           !netcl_statement_has(u->tree, item->body, NETCL_STATEMENT_LEAVE);
}

/* ---- statements -----------------------------------------------------------
 */

static void visit(struct netcl_uniform *u, int statement, bool is_divided);

/* From i on, the next of , ; = [ that is in no bracket. */
static size_t seek_end(const struct netcl_uniform *u, size_t i, bool is_name)
{
    int depth = 0;

    for (; i < u->tree->token_count; i++) {
        if (!depth && (is(u, i, ",") || is(u, i, ";") ||
                       (is_name && (is(u, i, "=") || is(u, i, "[")))))
            break;
        depth += is(u, i, "(") + is(u, i, "[") + is(u, i, "{");
        depth -= is(u, i, ")") + is(u, i, "]") + is(u, i, "}");
    }
    return i;
}

bool netcl_uniform_declares(const struct netcl_uniform *u,
                            struct netcl_span declaration,
                            struct netcl_declarator *out)
{
    size_t from = out->all.to + 1;

    if (!out->all.to) { /* the first: what is before it is the type */
        from = seek_end(u, declaration.from, true) - 1;
        while (from > declaration.from + 1 && is(u, from - 1, "*"))
            from--;
        out->type = (struct netcl_span){declaration.from, from};
    }
    if (from >= declaration.to)
        return false;
    out->all = (struct netcl_span){from, seek_end(u, from, false)};
    out->name = seek_end(u, from, true) - 1;
    return true;
}

/* int a = 1, *b, c[3]; each name, and whether it is an array. */
static void declare(struct netcl_uniform *u, struct netcl_span span)
{
    struct netcl_declarator one = {.name = 0};

    while (netcl_uniform_declares(u, span, &one)) {
        if (one.name < one.all.from || !is_name(u, one.name) ||
            is_member(u, one.name) || find_param(u, one.name) ||
            u->count == NETCL_UNIFORM_LOCALS) {
            u->has_failed = true;
            return;
        }
        if (!find(u, one.name))
            u->locals[u->count++] =
                (struct netcl_uniform_local){token(u, one.name)->text, false};
        if (is(u, one.name + 1, "["))
            set(u, find(u, one.name)); /* an array for each */
    }
}

static void collect(struct netcl_uniform *u)
{
    int i;

    for (i = 0; i < u->tree->count; i++)
        if (u->tree->items[i].kind == NETCL_STATEMENT_DECLARATION)
            declare(u, u->tree->items[i].all);
}

static void visit_declaration(struct netcl_uniform *u, struct netcl_span span,
                              bool is_divided)
{
    struct netcl_declarator one = {.name = 0};

    while (netcl_uniform_declares(u, span, &one))
        if (is_divided || !netcl_uniform_is(u, one.all))
            set(u, find(u, one.name));
}

bool netcl_uniform_has_address(const struct netcl_uniform *u, const char *name)
{
    size_t i, k;

    for (i = 1; i < u->tree->token_count; i++) {
        if (!is(u, i, "&") ||
            !(is_unary(u, i, 0) || is(u, i - 1, ")"))) /* a cast, perhaps */
            continue;
        for (k = i + 1; is(u, k, "("); k++)
            ;
        if (is(u, k, name))
            return true;
    }
    return false;
}

/* Whose address is taken, it may be changed where nobody sees it. */
static void visit_addresses(struct netcl_uniform *u)
{
    int i;

    for (i = 0; i < u->count; i++)
        if (netcl_uniform_has_address(u, u->locals[i].name))
            set(u, &u->locals[i]);
}

static void visit_block(struct netcl_uniform *u, int child, bool is_divided)
{
    for (; child != NETCL_STATEMENT_NONE; child = u->tree->items[child].next)
        visit(u, child, is_divided);
}

static void visit_if(struct netcl_uniform *u, int statement, bool is_divided)
{
    const struct netcl_statement *item = &u->tree->items[statement];

    bool is_same = netcl_uniform_is(u, item->condition);

    is_divided |= !u->is_guard[statement] && !is_same;
    if (is_divided || !is_same)
        set_targets(u, item->condition);
    visit(u, item->body, is_divided);
    visit(u, item->other, is_divided);
}

static void visit(struct netcl_uniform *u, int statement, bool is_divided)
{
    const struct netcl_statement *item;

    if (statement == NETCL_STATEMENT_NONE)
        return;
    item = &u->tree->items[statement];
    switch (item->kind) {
    case NETCL_STATEMENT_BLOCK:
        visit_block(u, item->body, is_divided);
        break;
    case NETCL_STATEMENT_DECLARATION:
        visit_declaration(u, item->all, is_divided);
        break;
    case NETCL_STATEMENT_IF:
        visit_if(u, statement, is_divided);
        break;
    case NETCL_STATEMENT_LOOP:
        is_divided |= !netcl_uniform_is_together(u, statement);
        visit(u, item->first, is_divided);
        if (is_divided)
            set_targets(u, item->condition);
        if (is_divided || !netcl_uniform_is(u, item->step))
            set_targets(u, item->step);
        visit(u, item->body, is_divided);
        break;
    default:
        if (is_divided || !netcl_uniform_is(u, item->all))
            set_targets(u, item->all);
    }
}

/* ---- guards ----------------------------------------------------------------
 */

bool netcl_uniform_is_exit(const struct netcl_uniform *u,
                           const struct netcl_statement *item)
{
    const struct netcl_statement *body = &u->tree->items[item->body];

    if (body->kind == NETCL_STATEMENT_BLOCK &&
        body->body != NETCL_STATEMENT_NONE)
        body = &u->tree->items[body->body];
    return is(u, body->all.from, "return") &&
           body->next == NETCL_STATEMENT_NONE;
}

/*
 * Ifs that stand in front of all that the kernel does, so that nothing has
 * happened yet where one item does not pass.
 */
static void find_guards(struct netcl_uniform *u, int statement)
{
    const struct netcl_statement *item;

    for (; statement != NETCL_STATEMENT_NONE; statement = item->next) {
        item = &u->tree->items[statement];
        if (item->kind == NETCL_STATEMENT_BLOCK &&
            item->next == NETCL_STATEMENT_NONE) {
            find_guards(u, item->body);
            return;
        }
        if (item->kind == NETCL_STATEMENT_IF &&
            item->other == NETCL_STATEMENT_NONE &&
            netcl_uniform_is_pure(u, item->condition) &&
            (netcl_uniform_is_exit(u, item) ||
             item->next == NETCL_STATEMENT_NONE)) {
            u->is_guard[statement] = true;
            if (netcl_uniform_is_exit(u, item))
                continue;
            find_guards(u, item->body);
            return;
        }
        if ((item->kind != NETCL_STATEMENT_DECLARATION &&
             item->kind != NETCL_STATEMENT_EXPRESSION) ||
            !netcl_uniform_is_pure(u, item->all))
            return;
    }
}

/* Assignments to something that cannot be told, and subscripts of no name. */
static bool is_understood(const struct netcl_uniform *u)
{
    size_t i;

    for (i = 1; i < u->tree->token_count; i++)
        if (netcl_uniform_assigns(u, i) &&
            netcl_uniform_changed(u, i) == SIZE_MAX)
            return false;
    return true;
}

bool netcl_uniform_read(struct netcl_uniform *u,
                        const struct netcl_statements *tree,
                        const struct netcl_signature *signature,
                        unsigned dimension)
{
    memset(u, 0, sizeof(*u));
    u->tree = tree;
    u->signature = signature;
    u->dimension = dimension;
    collect(u);
    if (u->has_failed || !is_understood(u))
        return false;
    find_guards(u, tree->items[0].body);
    visit_addresses(u);
    do {
        u->has_changed = false;
        visit(u, 0, false);
    } while (u->has_changed && !u->has_failed);
    return !u->has_failed;
}
