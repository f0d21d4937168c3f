/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cuts a source into its top-level declarations without knowing C's grammar:
 * brackets are counted, a { behind a ) opens a function's body, and a ; ends
 * everything else. Where #if branches open brackets differently, each branch
 * starts from the count at its #if.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "match/unit.h"

#define BRANCHES_MAX 64
#define ROUNDS_MAX 64 /* of macros that name macros */

struct cutter {
    struct netcl_unit *unit;
    const struct netcl_token *tokens;
    size_t count;
    size_t at;
    int linkages; /* extern "C" { that are open */
    /* The declaration being read. */
    size_t first;
    size_t head;       /* where the body's { is, once it is known */
    int depth;         /* of open brackets */
    bool has_body;     /* it is a function */
    bool has_value;    /* an = came by */
    bool is_attribute; /* within __attribute__((...)) */
    bool is_tangled;
    const struct netcl_token *last; /* but for attributes */
    const struct netcl_token *name; /* before the last ( outside of brackets */
    int branches[BRANCHES_MAX];     /* depth at each open #if */
    size_t branch_count;
};

static bool is_name(const struct netcl_token *token)
{
    return token && token->kind == NETCL_TOKEN_NAME;
}

/* Whether a #define of this name has the flag at this offset. */
static bool has_flag(const struct netcl_unit *unit, const char *name,
                     size_t flag)
{
    size_t count, i;
    const struct netcl_declared *found = netcl_unit_find(unit, name, &count);
    const struct netcl_entity *entity;

    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (entity->kind == NETCL_ENTITY_DEFINE &&
            *(const bool *)((const char *)entity + flag))
            return true;
    }
    return false;
}

#define IS_MAKER offsetof(struct netcl_entity, is_maker)
#define IS_KERNEL offsetof(struct netcl_entity, is_kernel)

/* One round: true if a macro's flags grew. */
static bool spread_flags(const struct netcl_unit *unit,
                         struct netcl_entity *macro)
{
    bool was_maker = macro->is_maker, was_kernel = macro->is_kernel;
    size_t count, i;
    const struct netcl_token *body = netcl_entity_macro_body(macro, &count);

    for (i = 0; i < count; i++) {
        if (netcl_token_is(&body[i], "{") || netcl_token_is(&body[i], ";") ||
            has_flag(unit, body[i].text, IS_MAKER))
            macro->is_maker = true;
        if (netcl_token_is(&body[i], "kernel") ||
            has_flag(unit, body[i].text, IS_KERNEL))
            macro->is_kernel = true;
    }
    return macro->is_maker != was_maker || macro->is_kernel != was_kernel;
}

/* What macros do when they are expanded, through other macros too. */
static void flag_macros(struct netcl_unit *unit)
{
    bool is_growing = true;
    size_t i, rounds;

    for (rounds = 0; is_growing && rounds < ROUNDS_MAX; rounds++) {
        is_growing = false;
        for (i = 0; i < unit->entity_count; i++)
            if (unit->entities[i].kind == NETCL_ENTITY_DEFINE &&
                spread_flags(unit, &unit->entities[i]))
                is_growing = true;
    }
    if (is_growing)
        unit->is_opaque = true;
}

/* Brackets that a macro opens and leaves open hide where things end. */
static void check_balance(struct netcl_unit *unit)
{
    const struct netcl_token *body;
    size_t i, k, count;
    int depth;

    for (i = 0; i < unit->entity_count; i++) {
        if (unit->entities[i].kind != NETCL_ENTITY_DEFINE)
            continue;
        body = netcl_entity_macro_body(&unit->entities[i], &count);
        depth = 0;
        for (k = 0; k < count; k++)
            depth +=
                netcl_token_is(&body[k], "{") - netcl_token_is(&body[k], "}");
        if (depth)
            unit->is_opaque = true;
    }
}

static struct netcl_entity *add(struct cutter *c, enum netcl_entity_kind kind,
                                size_t first, size_t count)
{
    struct netcl_entity *entity = netcl_unit_add(c->unit);

    if (!entity)
        return NULL;
    entity->kind = kind;
    entity->first = c->tokens + first;
    entity->count = count;
    entity->position = c->unit->options.count + first;
    entity->condition = c->unit->condition_at[first];
    return entity;
}

/* A directive line between declarations. Macros are known already. */
static int take_line(struct cutter *c)
{
    const struct netcl_token *line = c->tokens + c->at;
    size_t count = netcl_unit_line_length(&c->unit->source, c->at);
    size_t first = c->at;
    struct netcl_entity *entity;

    c->at += count;
    if (count < 3 || !netcl_token_is(&line[1], "pragma") ||
        netcl_token_is(&line[2], "once") ||
        (count > 3 && netcl_token_is(&line[3], "EXTENSION")))
        return 0;
    entity = add(c, NETCL_ENTITY_PRAGMA, first, count);
    if (!entity)
        return -ENOMEM;
    entity->is_always = true;
    return netcl_unit_declare(c->unit, line[0].text, c->unit->entity_count - 1);
}

/* A macro that makes declarations: with its arguments, one entity. */
static int take_invocation(struct cutter *c)
{
    size_t first = c->at++;
    struct netcl_entity *entity;
    int depth = 0;

    if (c->at < c->count && netcl_token_is(&c->tokens[c->at], "("))
        for (; c->at < c->count; c->at++) {
            depth += netcl_token_is(&c->tokens[c->at], "(");
            depth -= netcl_token_is(&c->tokens[c->at], ")");
            if (!depth) {
                c->at++;
                break;
            }
        }
    entity = add(c, NETCL_ENTITY_INVOCATION, first, c->at - first);
    if (!entity)
        return -ENOMEM;
    entity->is_always = true;
    return 0;
}

/* #if and its kin within a declaration. */
static void follow_branch(struct cutter *c, const char *word)
{
    if (!strncmp(word, "if", 2)) {
        if (c->branch_count == BRANCHES_MAX) {
            c->unit->is_opaque = true;
            return;
        }
        c->branches[c->branch_count++] = c->depth;
    } else if (!strncmp(word, "el", 2) || !strcmp(word, "endif")) {
        if (!c->branch_count)
            c->is_tangled = true;
        if (word[1] == 'l') /* elif, else */
            c->depth = c->branch_count ? c->branches[c->branch_count - 1] : 0;
        else if (c->branch_count)
            c->branch_count--;
    }
}

static void skip_line(struct cutter *c)
{
    size_t count = netcl_unit_line_length(&c->unit->source, c->at);

    if (count > 1)
        follow_branch(c, c->tokens[c->at + 1].text);
    c->at += count;
}

static void open_bracket(struct cutter *c, const struct netcl_token *token)
{
    if (c->depth++)
        return;
    if (netcl_token_is(token, "(")) {
        c->is_attribute = c->last && netcl_token_is(c->last, "__attribute__");
        if (!c->is_attribute && !c->has_body)
            c->name = c->last;
    } else if (netcl_token_is(token, "{") && !c->has_value && !c->has_body &&
               c->last && netcl_token_is(c->last, ")")) {
        c->has_body = true;
        c->head = c->at;
    }
}

/* Whether the token, the last of the declaration, was just read. */
static bool follow(struct cutter *c, const struct netcl_token *token,
                   const struct netcl_token **before_attribute)
{
    if (netcl_token_is(token, "(") || netcl_token_is(token, "[") ||
        netcl_token_is(token, "{")) {
        open_bracket(c, token);
    } else if (netcl_token_is(token, ")") || netcl_token_is(token, "]") ||
               netcl_token_is(token, "}")) {
        if (!c->depth)
            c->unit->is_opaque = true;
        else
            c->depth--;
        if (!c->depth && c->has_body && netcl_token_is(token, "}"))
            return true;
        if (!c->depth && c->is_attribute) {
            c->is_attribute = false;
            c->last = *before_attribute;
            return false;
        }
    } else if (!c->depth && netcl_token_is(token, ";")) {
        return true;
    } else if (!c->depth && netcl_token_is(token, "=")) {
        c->has_value = true;
    } else if (!c->depth && netcl_token_is(token, "__attribute__")) {
        *before_attribute = c->last;
    }
    if (!c->depth)
        c->last = token;
    return false;
}

static bool says_kernel(const struct netcl_unit *unit,
                        const struct netcl_token *tokens, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (netcl_token_is(&tokens[i], "kernel") ||
            has_flag(unit, tokens[i].text, IS_KERNEL))
            return true;
    return false;
}

static int finish_function(struct cutter *c, struct netcl_entity *entity)
{
    size_t index = c->unit->entity_count - 1;

    entity->kind = NETCL_ENTITY_FUNCTION;
    entity->head = c->head - c->first;
    entity->is_tangled = c->is_tangled;
    entity->is_kernel = says_kernel(c->unit, entity->first, entity->head);
    if (!is_name(c->name)) {
        entity->is_always = true;
        return 0;
    }
    return netcl_unit_declare(c->unit, c->name->text, index);
}

static void begin(struct cutter *c)
{
    c->first = c->at;
    c->head = 0;
    c->depth = 0;
    c->has_body = c->has_value = c->is_attribute = c->is_tangled = false;
    c->last = c->name = NULL;
    c->branch_count = 0;
}

static int take_declaration(struct cutter *c)
{
    const struct netcl_token *before_attribute = NULL;
    struct netcl_entity *entity;
    bool is_complete = false;

    begin(c);
    while (!is_complete && c->at < c->count) {
        if (c->tokens[c->at].kind == NETCL_TOKEN_DIRECTIVE) {
            skip_line(c);
            continue;
        }
        is_complete = follow(c, &c->tokens[c->at], &before_attribute);
        c->at++;
    }
    if (!is_complete)
        c->unit->is_opaque = true;
    entity = add(c, NETCL_ENTITY_DECLARATION, c->first, c->at - c->first);
    if (!entity)
        return -ENOMEM;
    if (c->has_body)
        return finish_function(c, entity);
    return netcl_declared_read(c->unit, c->unit->entity_count - 1);
}

/*
 * `extern "C" {` and its }, which C++ hosts share headers by: what is inside is
 * at file scope all the same.
 */
static bool take_linkage(struct cutter *c)
{
    const struct netcl_token *token = c->tokens + c->at;

    if (c->linkages && netcl_token_is(token, "}")) {
        c->linkages--;
        c->at++;
        return true;
    }
    if (c->count - c->at < 3 || !netcl_token_is(token, "extern") ||
        token[1].kind != NETCL_TOKEN_TEXT || !netcl_token_is(token + 2, "{"))
        return false;
    c->linkages++;
    c->at += 3;
    return true;
}

int netcl_entity_read_all(struct netcl_unit *unit)
{
    struct cutter c = {.unit = unit,
                       .tokens = unit->source.items,
                       .count = unit->source.count};
    const struct netcl_token *token;
    int err = 0;

    check_balance(unit);
    flag_macros(unit);
    while (!err && c.at < c.count) {
        token = &c.tokens[c.at];
        if (token->kind == NETCL_TOKEN_DIRECTIVE)
            err = take_line(&c);
        else if (netcl_token_is(token, ";"))
            c.at++;
        else if (take_linkage(&c))
            continue;
        else if (is_name(token) && has_flag(unit, token->text, IS_MAKER))
            err = take_invocation(&c);
        else
            err = take_declaration(&c);
    }
    if (c.linkages)
        unit->is_opaque = true;
    return err;
}
