/* SPDX-License-Identifier: Apache-2.0 */
#include "match/link.h"

#include <errno.h>
#include <string.h>

#include "match/unit.h"

int netcl_link_find(struct netcl_unit *const *units, size_t count,
                    const char *kernel, size_t *index)
{
    const struct netcl_entity *entity;
    size_t i, found = count;

    for (i = 0; i < count; i++) {
        entity = netcl_unit_function(units[i], kernel, 0);
        if (!entity || !entity->is_kernel)
            continue;
        if (found < count)
            return -EEXIST;
        found = i;
    }
    if (found == count)
        return -ENOENT;
    *index = found;
    return 0;
}

static bool has_token(const struct netcl_tokens *tokens, const char *spelling)
{
    size_t i;

    for (i = 0; i < tokens->count; i++)
        if (netcl_token_is(&tokens->items[i], spelling))
            return true;
    return false;
}

/* Names that no token shows. */
static bool makes_names(const struct netcl_unit *unit)
{
    return unit->is_opaque || has_token(&unit->source, "##") ||
           has_token(&unit->options, "##");
}

static bool takes_from(const struct netcl_unit *unit,
                       const struct netcl_unit *other)
{
    const struct netcl_token *token = unit->source.items;
    const struct netcl_token *end = token + unit->source.count;

    for (; token < end; token++)
        if (token->kind == NETCL_TOKEN_NAME &&
            netcl_unit_function(other, token->text, 0) &&
            !netcl_unit_function(unit, token->text, 0))
            return true;
    return false;
}

bool netcl_link_is_alone(struct netcl_unit *const *units, size_t count,
                         size_t index)
{
    const struct netcl_unit *unit = units[index];
    size_t i;

    if (makes_names(unit) || has_token(&unit->source, "extern"))
        return false;
    for (i = 0; i < count; i++)
        if (i != index && (makes_names(units[i]) || takes_from(unit, units[i])))
            return false;
    return true;
}

/* ---- merging --------------------------------------------------------- */

enum group { MACROS, FUNCTIONS, DECLARATIONS, GROUPS };

static enum group group_of(const struct netcl_entity *entity)
{
    if (netcl_entity_is_macro(entity))
        return MACROS;
    return entity->kind == NETCL_ENTITY_FUNCTION ? FUNCTIONS : DECLARATIONS;
}

static bool is_same_entity(const struct netcl_entity *a,
                           const struct netcl_entity *b)
{
    size_t i;

    if (a->kind != b->kind || a->count != b->count)
        return false;
    for (i = 0; i < a->count; i++)
        if (strcmp(a->first[i].text, b->first[i].text))
            return false;
    return true;
}

/* The next of a group from *at on, or NULL. */
static const struct netcl_entity *next_of(const struct netcl_unit *unit,
                                          const struct netcl_declared *declared,
                                          size_t count, enum group group,
                                          size_t *at)
{
    const struct netcl_entity *entity;

    while (*at < count) {
        entity = &unit->entities[declared[(*at)++].entity];
        if (group_of(entity) == group)
            return entity;
    }
    return NULL;
}

/* What both say of a name in a group: the same, or only one says anything. */
static bool agree(const struct netcl_unit *a, const struct netcl_unit *b,
                  const char *name, enum group group)
{
    size_t a_count, b_count, i = 0, j = 0;
    const struct netcl_declared *in_a = netcl_unit_find(a, name, &a_count);
    const struct netcl_declared *in_b = netcl_unit_find(b, name, &b_count);
    const struct netcl_entity *x = next_of(a, in_a, a_count, group, &i);
    const struct netcl_entity *y = next_of(b, in_b, b_count, group, &j);

    if (!x != !y)
        return group != MACROS;
    for (; x && y; x = next_of(a, in_a, a_count, group, &i),
                   y = next_of(b, in_b, b_count, group, &j))
        if (!is_same_entity(x, y))
            return false;
    return !x && !y;
}

static bool is_option(const struct netcl_unit *unit, const char *name)
{
    size_t i;

    for (i = 0; i < unit->options.count; i++)
        if (!strcmp(unit->options.items[i].text, name))
            return true;
    return false;
}

/* A macro is defined, or asked for by its guard, before it is used. */
static bool is_first_defined(const struct netcl_unit *unit, size_t at)
{
    const struct netcl_tokens *tokens = &unit->source;
    size_t i;

    if (is_option(unit, tokens->items[at].text))
        return true;
    for (i = 0; i < at; i++)
        if (!strcmp(tokens->items[i].text, tokens->items[at].text))
            return true; /* looked at there */
    return at > 0 && tokens->items[at].is_directive &&
           (netcl_token_is(&tokens->items[at - 1], "define") ||
            netcl_token_is(&tokens->items[at - 1], "ifndef"));
}

/* Whether token `at` of the unit means the same behind the other unit. */
static bool keeps_meaning(const struct netcl_unit *unit,
                          const struct netcl_unit *other, size_t at)
{
    const char *name = unit->source.items[at].text;
    size_t count;
    enum group group;

    if (!netcl_unit_find(other, name, &count))
        return true;
    if (!netcl_unit_find(unit, name, &count))
        return false;
    for (group = MACROS; group < GROUPS; group++)
        if (!agree(unit, other, name, group))
            return false;
    return !netcl_unit_is_macro(unit, name) || is_first_defined(unit, at);
}

static bool stays_as_it_is(const struct netcl_unit *unit,
                           const struct netcl_unit *other)
{
    size_t i;

    for (i = 0; i < unit->source.count; i++)
        if (unit->source.items[i].kind == NETCL_TOKEN_NAME &&
            !keeps_meaning(unit, other, i))
            return false;
    return true;
}

/* Whether all it declares is known, and nothing holds from there on. */
static bool is_plain(const struct netcl_unit *unit)
{
    size_t i;

    if (makes_names(unit) || has_token(&unit->source, "overloadable"))
        return false;
    for (i = 0; i < unit->entity_count; i++)
        if (unit->entities[i].is_always ||
            unit->entities[i].kind == NETCL_ENTITY_INVOCATION ||
            unit->entities[i].kind == NETCL_ENTITY_PRAGMA)
            return false;
    return true;
}

bool netcl_link_may_merge(struct netcl_unit *const *units, size_t count)
{
    size_t i, j;

    for (i = 0; i < count; i++) {
        if (!is_plain(units[i]))
            return false;
        for (j = 0; j < count; j++)
            if (i != j && !stays_as_it_is(units[i], units[j]))
                return false;
    }
    return true;
}
