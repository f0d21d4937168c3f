/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a declaration declares: tags, enumerators, declarators. */
#include <errno.h>
#include <string.h>

#include "match/unit.h"

struct reader {
    struct netcl_unit *unit;
    size_t entity;
    const struct netcl_token *tokens;
    size_t count;
    bool has_name;
};

static bool is(const struct reader *r, size_t i, const char *spelling)
{
    return i < r->count && netcl_token_is(&r->tokens[i], spelling);
}

static bool is_name(const struct reader *r, size_t i)
{
    return i < r->count && r->tokens[i].kind == NETCL_TOKEN_NAME;
}

static bool opens(const struct reader *r, size_t i)
{
    return is(r, i, "(") || is(r, i, "[") || is(r, i, "{");
}

static bool closes(const struct reader *r, size_t i)
{
    return is(r, i, ")") || is(r, i, "]") || is(r, i, "}");
}

static int declare(struct reader *r, size_t i)
{
    r->has_name = true;
    return netcl_unit_declare(r->unit, r->tokens[i].text, r->entity);
}

/* Behind the group that opens at i. */
static size_t skip_group(const struct reader *r, size_t i)
{
    int depth = 0;

    for (; i < r->count; i++) {
        depth += opens(r, i);
        depth -= closes(r, i);
        if (!depth)
            return i + 1;
    }
    return i;
}

static size_t skip_attributes(const struct reader *r, size_t i)
{
    while (is(r, i, "__attribute__"))
        i = skip_group(r, i + 1);
    return i;
}

/* The names in { A, B = 1, ... } whose { is at i. */
static int read_enumerators(struct reader *r, size_t i)
{
    int depth = 0, err = 0;

    for (; !err && i < r->count; i++) {
        depth += opens(r, i);
        depth -= closes(r, i);
        if (!depth)
            break;
        if (depth == 1 && (is(r, i, "{") || is(r, i, ",")) && is_name(r, i + 1))
            err = declare(r, i + 1);
    }
    return err;
}

/* struct, union and enum with their body, at any depth. */
static int read_tags(struct reader *r)
{
    size_t i, next;
    int err = 0;

    for (i = 0; !err && i < r->count; i++) {
        if (!is(r, i, "struct") && !is(r, i, "union") && !is(r, i, "enum"))
            continue;
        next = skip_attributes(r, i + 1);
        if (is_name(r, next) && is(r, next + 1, "{"))
            err = declare(r, next++);
        if (!err && is(r, i, "enum") && is(r, next, "{"))
            err = read_enumerators(r, next);
    }
    return err;
}

/* The names in (*name), and more rather than less. */
static int read_pointer(struct reader *r, size_t i)
{
    size_t end = skip_group(r, i);
    int err = 0;

    for (; !err && i < end; i++)
        if (is_name(r, i))
            err = declare(r, i);
    return err;
}

/* The name before each , ; = [ or ( that is in no bracket. */
static int read_declarators(struct reader *r)
{
    size_t i = 0, name = r->count;
    bool is_open = true; /* no = [ ( : since the last comma */
    int err = 0;

    while (!err && i < r->count) {
        i = skip_attributes(r, i);
        if (is(r, i, ",") || is(r, i, ";")) {
            if (name < r->count)
                err = declare(r, name);
            name = r->count;
            is_open = true;
        } else if (is_open && is_name(r, i)) {
            name = i;
        } else if (is(r, i, "(") && is(r, i + 1, "*")) {
            err = read_pointer(r, i);
        }
        if (is(r, i, "="))
            is_open = false;
        if (opens(r, i)) {
            is_open = is_open && is(r, i, "{");
            if (is_open)
                name = r->count;
            i = skip_group(r, i);
        } else {
            i++;
        }
    }
    return err;
}

static bool has_directive(const struct reader *r)
{
    size_t i;

    for (i = 0; i < r->count; i++)
        if (r->tokens[i].is_directive)
            return true;
    return false;
}

int netcl_declared_read(struct netcl_unit *unit, size_t entity)
{
    struct reader r = {.unit = unit,
                       .entity = entity,
                       .tokens = unit->entities[entity].first,
                       .count = unit->entities[entity].count};
    int err = read_tags(&r);

    if (!err)
        err = read_declarators(&r);
    /* Branches within may declare this or that. */
    if (!r.has_name || has_directive(&r))
        unit->entities[entity].is_always = true;
    return err;
}
