/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/unit.h"

struct definitions {
    const struct netcl_entity *option; /* the last -D, unless -U follows */
    const struct netcl_entity *source;
    bool is_ambiguous; /* several in the source, or #undef */
};

static void find_definitions(const struct netcl_unit *unit, const char *name,
                             struct definitions *d)
{
    size_t count, i;
    const struct netcl_declared *found = netcl_unit_find(unit, name, &count);
    const struct netcl_entity *entity;

    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (!netcl_entity_is_macro(entity))
            continue;
        if (entity->position < unit->options.count) {
            d->option = entity->kind == NETCL_ENTITY_DEFINE ? entity : NULL;
        } else {
            d->is_ambiguous |= d->source || entity->kind != NETCL_ENTITY_DEFINE;
            d->source = entity;
        }
    }
}

/*
 * The definition that holds in the kernel. A #define counts where it holds
 * whenever the kernel is there, but for an #ifndef around it alone, which
 * lets an option come first.
 */
static const struct netcl_entity *choose(const struct netcl_unit *unit,
                                         const struct netcl_entity *kernel,
                                         const char *name)
{
    struct definitions d = {NULL, NULL, false};
    int condition;
    bool is_guarded;

    find_definitions(unit, name, &d);
    if (d.is_ambiguous)
        return NULL;
    if (!d.source)
        return d.option;
    condition = d.source->condition;
    is_guarded = condition >= 0 && unit->conditions[condition].previous < 0 &&
                 netcl_condition_is_guard(&unit->conditions[condition], name);
    if (is_guarded)
        condition = unit->conditions[condition].outer;
    if (netcl_condition_state(unit, condition) != 1 &&
        !netcl_condition_is_around(unit, condition, kernel->condition))
        return NULL;
    if (d.source->position > kernel->position)
        return NULL;
    return is_guarded && d.option ? d.option : d.source;
}

static int read_literal(const char *text, int64_t *value)
{
    unsigned long long number;
    char *end;

    errno = 0;
    number = strtoull(text, &end, 0);
    if (errno || end == text || number > INT64_MAX || end[strspn(end, "uUlL")])
        return -EINVAL;
    *value = (int64_t)number;
    return 0;
}

int netcl_tunable_value(const struct netcl_unit *unit,
                        const struct netcl_entity *kernel, const char *name,
                        int64_t *value)
{
    const struct netcl_entity *macro = choose(unit, kernel, name);
    const struct netcl_token *body;
    bool is_negative;
    size_t count;
    int err;

    if (!macro || macro->is_function_like)
        return -EINVAL;
    body = netcl_entity_macro_body(macro, &count);
    while (count > 2 && netcl_token_is(body, "(") &&
           netcl_token_is(&body[count - 1], ")")) {
        body++;
        count -= 2;
    }
    is_negative = count == 2 && netcl_token_is(body, "-");
    if (count != 1 + (size_t)is_negative)
        return -EINVAL;
    err = read_literal(body[is_negative].text, value);
    if (!err && is_negative)
        *value = -*value;
    return err;
}
