/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "match/unit.h"

enum { NO = 0, YES = 1, UNKNOWN = -1 };

static bool is(const struct netcl_condition *c, size_t i, const char *spelling)
{
    return i < c->count && netcl_token_is(&c->first[i], spelling);
}

/* Names that compilers and OpenCL's headers may define without being asked. */
static bool is_reserved(const char *name)
{
    static const char *const prefixes[] = {
        "_",     "cl_",    "CL_",   "CLK_",   "FP_",   "FLT_",  "DBL_",
        "HALF_", "M_",     "CHAR_", "SCHAR_", "INT_",  "UINT_", "UCHAR_",
        "SHRT_", "USHRT_", "LONG_", "ULONG_", "HUGE_", "NAN",   "INFINITY",
        "NULL",  "true",   "false", "MAXFLOAT"};
    size_t i;

    for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

int netcl_condition_macro(const struct netcl_unit *unit, const char *name,
                          size_t position, const struct netcl_entity **macro)
{
    size_t count, i;
    const struct netcl_declared *found = netcl_unit_find(unit, name, &count);
    const struct netcl_entity *entity;
    int state = is_reserved(name) ? UNKNOWN : NO, holds;

    *macro = NULL;
    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (!netcl_entity_is_macro(entity) || entity->position >= position)
            continue;
        holds = netcl_condition_state(unit, entity->condition);
        if (holds == NO)
            continue;
        state = holds == UNKNOWN ? UNKNOWN
                                 : entity->kind == NETCL_ENTITY_DEFINE;
        *macro = state == YES ? entity : NULL;
    }
    return state;
}

static int is_defined(const struct netcl_unit *unit,
                      const struct netcl_condition *c, const char *name)
{
    const struct netcl_entity *macro;

    return netcl_condition_macro(unit, name, c->position, &macro);
}

static int invert(int state)
{
    return state == UNKNOWN ? UNKNOWN : !state;
}

/* The name in `defined X` or `defined(X)` from token i on to the line's end. */
static const char *defined_name(const struct netcl_condition *c, size_t i)
{
    if (!is(c, i++, "defined"))
        return NULL;
    if (i + 1 == c->count)
        return c->first[i].text;
    if (i + 3 == c->count && is(c, i, "(") && is(c, i + 2, ")"))
        return c->first[i + 1].text;
    return NULL;
}

/*
 * An include guard: `#ifndef X` around the only `#define X`, an empty one. No
 * compiler has that name of its own.
 */
static bool is_include_guard(const struct netcl_unit *unit,
                             const struct netcl_condition *c)
{
    size_t count, i, macros = 0, body = 1;
    const struct netcl_declared *found =
        netcl_unit_find(unit, c->first[2].text, &count);
    const struct netcl_entity *entity;
    bool is_inside = false;

    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (!netcl_entity_is_macro(entity))
            continue;
        macros++;
        if (entity->kind != NETCL_ENTITY_DEFINE || entity->condition < 0)
            continue;
        is_inside = &unit->conditions[entity->condition] == c;
        netcl_entity_macro_body(entity, &body);
    }
    return macros == 1 && is_inside && body == 0;
}

/* The branch's own condition, whatever is before and around it. */
static int own_state(const struct netcl_unit *unit,
                     const struct netcl_condition *c)
{
    if (is(c, 1, "else"))
        return YES;
    if (c->count < 3)
        return UNKNOWN;
    if (is(c, 1, "ifdef"))
        return is_defined(unit, c, c->first[2].text);
    if (is(c, 1, "ifndef") && is_include_guard(unit, c))
        return YES;
    if (is(c, 1, "ifndef"))
        return invert(is_defined(unit, c, c->first[2].text));
    if (is(c, 1, "if") || is(c, 1, "elif"))
        return netcl_predicate_state(unit, c);
    return UNKNOWN;
}

static int both(int a, int b)
{
    if (a == NO || b == NO)
        return NO;
    return a == YES && b == YES ? YES : UNKNOWN;
}

/* With that of what is around it and before it, which come first. */
static int full_state(const struct netcl_unit *unit,
                      const struct netcl_condition *c)
{
    int state = both(netcl_condition_state(unit, c->outer), own_state(unit, c));
    int before = c->previous;

    for (; before >= 0; before = unit->conditions[before].previous)
        state = both(state, invert(unit->conditions[before].own));
    return state;
}

void netcl_condition_read_all(struct netcl_unit *unit)
{
    struct netcl_condition *c;
    size_t i;

    for (i = 0; i < unit->condition_count; i++) {
        c = &unit->conditions[i];
        c->own = own_state(unit, c);
        c->state = full_state(unit, c);
    }
}

int netcl_condition_state(const struct netcl_unit *unit, int condition)
{
    return condition < 0 ? YES : unit->conditions[condition].state;
}

bool netcl_condition_is_around(const struct netcl_unit *unit, int outer,
                               int inner)
{
    while (inner >= 0 && inner != outer)
        inner = unit->conditions[inner].outer;
    return inner == outer;
}

bool netcl_condition_is_guard(const struct netcl_condition *c, const char *name)
{
    const char *guarded = NULL;

    if (c->count == 3 && is(c, 1, "ifndef"))
        guarded = c->first[2].text;
    else if (is(c, 1, "if") && is(c, 2, "!"))
        guarded = defined_name(c, 3);
    return guarded && !strcmp(guarded, name);
}
