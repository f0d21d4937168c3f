/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/usage.h"

#include <string.h>

#include "derive/license.h"

static bool is_one_of(const struct netcl_token *token, const char *const *set)
{
    for (; *set; set++)
        if (netcl_token_is(token, *set))
            return true;
    return false;
}

/* The token behind the bracket group that opens at i. */
static size_t skip_group(const struct netcl_entity *function, size_t i)
{
    int depth = 0;

    for (; i < function->count; i++) {
        const struct netcl_token *token = &function->first[i];

        depth += netcl_token_is(token, "[") || netcl_token_is(token, "(");
        depth -= netcl_token_is(token, "]") || netcl_token_is(token, ")");
        if (!depth)
            return i + 1;
    }
    return i;
}

/* name[...] whose value is taken and no more. */
static bool is_read(const struct netcl_entity *function, size_t i)
{
    static const char *const before[] = {"&", "++", "--", NULL};
    static const char *const behind[] = {
        "=",  "+=", "-=",  "*=",  "/=", "%=", "&=", "|=", "^=",
        "++", "--", "<<=", ">>=", ".",  "[",  "->", NULL};
    size_t end;

    if (i + 1 >= function->count ||
        !netcl_token_is(&function->first[i + 1], "["))
        return false;
    end = skip_group(function, i + 1);
    if (end >= function->count || is_one_of(&function->first[i - 1], before) ||
        is_one_of(&function->first[end], behind))
        return false;
    /* A bracket of its own hides what is done; f(a[i]) does nothing. */
    return !netcl_token_is(&function->first[i - 1], "(") ||
           !netcl_token_is(&function->first[end], ")") ||
           function->first[i - 2].kind == NETCL_TOKEN_NAME;
}

/* name[...] = at the beginning of a statement. */
static bool is_written(const struct netcl_entity *function, size_t i)
{
    static const char *const before[] = {";", "{", "}", ")", "else", NULL};
    size_t end;

    if (i + 1 >= function->count ||
        !netcl_token_is(&function->first[i + 1], "[") ||
        !is_one_of(&function->first[i - 1], before))
        return false;
    end = skip_group(function, i + 1);
    return end < function->count && netcl_token_is(&function->first[end], "=");
}

static bool mentions(const struct netcl_entity *entity, size_t from,
                     const char *name)
{
    size_t i;

    for (i = from; i < entity->count; i++)
        if (!strcmp(entity->first[i].text, name))
            return true;
    return false;
}

/*
 * A macro that mentions the name, or takes arguments, does with it what
 * nobody sees here.
 */
static bool is_in_macro(const struct netcl_unit *unit,
                        const struct netcl_entity *function, const char *name)
{
    size_t i;

    for (i = 0; i < unit->entity_count; i++) {
        const struct netcl_entity *entity = &unit->entities[i];

        if (entity->kind == NETCL_ENTITY_DEFINE &&
            (mentions(entity, 3, name) ||
             (entity->is_function_like &&
              mentions(function, function->head, entity->name))))
            return true;
    }
    return false;
}

unsigned netcl_usage_read(const struct netcl_unit *unit,
                          const struct netcl_entity *function, const char *name)
{
    static const char *const relations[] = {"-",  "==", "!=", "<", ">",
                                            "<=", ">=", "?",  ":", NULL};
    unsigned usage = is_in_macro(unit, function, name)
                         ? NETCL_USAGE_MAY_WRITE | NETCL_USAGE_MAY_READ
                         : 0;
    size_t i;

    for (i = function->head; i < function->count; i++) {
        const struct netcl_token *token = &function->first[i];

        if (strcmp(token->text, name) || token->kind != NETCL_TOKEN_NAME)
            continue;
        if (token->is_directive || netcl_token_is(&token[-1], ".") ||
            netcl_token_is(&token[-1], "->") || !is_read(function, i))
            usage |= NETCL_USAGE_MAY_WRITE;
        if (token->is_directive || !is_written(function, i))
            usage |= NETCL_USAGE_MAY_READ;
        if (netcl_token_is(&token[1], "[") || i + 1 >= function->count)
            continue;
        if (netcl_token_is(&token[1], "=") || is_one_of(&token[1], relations) ||
            is_one_of(&token[-1], relations) || netcl_token_is(&token[-1], "&"))
            usage |= NETCL_USAGE_COMPARED;
    }
    return usage;
}

/* (T *), (T *const restrict); a bracket that ends otherwise is none. */
static bool is_end_of_cast(const struct netcl_entity *entity, size_t i)
{
    static const char *const qualifiers[] = {
        "const",    "volatile",     "restrict", "__const",
        "__global", "__restrict__", "global",   NULL};

    if (!netcl_token_is(&entity->first[i], ")"))
        return false;
    while (i && is_one_of(&entity->first[i - 1], qualifiers))
        i--;
    return i && netcl_token_is(&entity->first[i - 1], "*");
}

/* A name for a pointer's type, or an object that is looked at as another. */
static bool hides_cast(const struct netcl_entity *entity, size_t i)
{
    static const char *const words[] = {"union", "typeof", "__typeof__",
                                        "__typeof", NULL};

    return is_one_of(&entity->first[i], words) ||
           (netcl_token_is(&entity->first[0], "typedef") &&
            netcl_token_is(&entity->first[i], "*"));
}

bool netcl_usage_has_cast(const struct netcl_unit *unit, const bool *is_reached)
{
    size_t i, k;

    for (i = 0; i < unit->entity_count; i++) {
        const struct netcl_entity *entity = &unit->entities[i];

        for (k = 0; is_reached[i] && k < entity->count; k++)
            if (is_end_of_cast(entity, k) || hides_cast(entity, k))
                return true;
    }
    return false;
}

bool netcl_usage_is_plain(const struct netcl_unit *unit,
                          const struct netcl_license *license,
                          const char *function)
{
    const struct netcl_entity *entity;
    size_t i, k;

    for (i = 0; i < unit->entity_count; i++) {
        entity = &unit->entities[i];
        for (k = 0; license->is_reached[i] && k < entity->count; k++) {
            if (!netcl_token_is(&entity->first[k], function))
                continue;
            if (k + 3 >= entity->count ||
                !netcl_token_is(&entity->first[k + 1], "(") ||
                (entity->first[k + 2].kind != NETCL_TOKEN_NUMBER &&
                 entity->first[k + 2].kind != NETCL_TOKEN_NAME) ||
                !netcl_token_is(&entity->first[k + 3], ")"))
                return false;
        }
    }
    return true;
}
