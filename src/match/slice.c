/* SPDX-License-Identifier: Apache-2.0 */
#include "match/slice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "match/traits.h"
#include "match/unit.h"

#define OWN_NAME "\001" /* stands for the kernel's name, whatever it is */

struct slice {
    const struct netcl_unit *unit;
    const char *kernel;
    const char *const *tunables;
    size_t tunable_count;
    bool *is_reached; /* per entity */
    size_t *reached;  /* entities, in the order they were reached */
    size_t reached_count;
    size_t visited;  /* of these */
    bool *is_seen;   /* per condition */
    bool is_pasting; /* some name is made by ## */
    size_t *stamps;  /* per declared name: the last anchor run */
    size_t *anchors; /* macros that an entity's text expands */
    size_t anchor_count;
    size_t anchor_run;
};

static bool is_tunable(const struct slice *s, const char *name)
{
    size_t i;

    for (i = 0; i < s->tunable_count; i++)
        if (!strcmp(s->tunables[i], name))
            return true;
    return false;
}

static void reach(struct slice *s, size_t entity)
{
    if (s->is_reached[entity])
        return;
    if (netcl_entity_is_macro(&s->unit->entities[entity]) &&
        is_tunable(s, s->unit->entities[entity].name))
        return;
    s->is_reached[entity] = true;
    s->reached[s->reached_count++] = entity;
}

/* Behind . and -> only a macro can be meant, else it is a member's name. */
static bool is_member(const struct netcl_token *tokens, size_t i)
{
    return i && (netcl_token_is(&tokens[i - 1], ".") ||
                 netcl_token_is(&tokens[i - 1], "->"));
}

static void reach_names(struct slice *s, const struct netcl_token *tokens,
                        size_t count)
{
    const struct netcl_declared *found;
    size_t i, k, names;

    for (i = 0; i < count; i++) {
        if (tokens[i].kind != NETCL_TOKEN_NAME)
            continue;
        found = netcl_unit_find(s->unit, tokens[i].text, &names);
        for (k = 0; k < names; k++)
            if (!is_member(tokens, i) ||
                netcl_entity_is_macro(&s->unit->entities[found[k].entity]))
                reach(s, found[k].entity);
    }
}

static void reach_conditions(struct slice *s, int condition)
{
    const struct netcl_condition *c;

    while (condition >= 0 && !s->is_seen[condition]) {
        s->is_seen[condition] = true;
        c = &s->unit->conditions[condition];
        reach_names(s, c->first, c->count);
        if (c->previous >= 0)
            condition = c->previous; /* which has the same one outside */
        else
            condition = c->outer;
    }
}

static bool pastes(const struct netcl_entity *entity)
{
    size_t i;

    for (i = 0; i < entity->count; i++)
        if (netcl_token_is(&entity->first[i], "##"))
            return true;
    return false;
}

static void visit(struct slice *s, const struct netcl_entity *entity)
{
    reach_names(s, entity->first, entity->count);
    reach_conditions(s, entity->condition);
    if (entity->kind == NETCL_ENTITY_DEFINE && pastes(entity))
        s->is_pasting = true;
}

static bool is_own(const struct slice *s, const struct netcl_entity *entity)
{
    return entity->kind == NETCL_ENTITY_FUNCTION &&
           !strcmp(entity->name, s->kernel);
}

static void reach_always(struct slice *s)
{
    const struct netcl_entity *entity;
    size_t i;

    for (i = 0; i < s->unit->entity_count; i++) {
        entity = &s->unit->entities[i];
        if (is_own(s, entity) || entity->is_always || s->unit->is_opaque)
            reach(s, i);
    }
}

/* A pasted name may be any; kernels are not called by such names. */
static void reach_pasted(struct slice *s)
{
    const struct netcl_entity *entity;
    size_t i;

    for (i = 0; i < s->unit->entity_count; i++) {
        entity = &s->unit->entities[i];
        if (entity->kind != NETCL_ENTITY_FUNCTION || !entity->is_kernel)
            reach(s, i);
    }
}

static void close_slice(struct slice *s)
{
    reach_always(s);
    while (s->visited < s->reached_count) {
        visit(s, &s->unit->entities[s->reached[s->visited++]]);
        if (s->is_pasting && s->visited == s->reached_count)
            reach_pasted(s);
    }
}

static void free_slice(struct slice *s)
{
    free(s->is_reached);
    free(s->reached);
    free(s->is_seen);
    free(s->stamps);
    free(s->anchors);
}

static int open_slice(struct slice *s, const struct netcl_unit *unit,
                      const char *kernel, const char *const *tunables,
                      size_t tunable_count)
{
    if (!netcl_unit_function(unit, kernel, 0))
        return -ENOENT;
    *s = (struct slice){.unit = unit,
                        .kernel = kernel,
                        .tunables = tunables,
                        .tunable_count = tunable_count};
    s->is_reached = calloc(unit->entity_count + 1, sizeof(bool));
    s->reached = calloc(unit->entity_count + 1, sizeof(size_t));
    s->is_seen = calloc(unit->condition_count + 1, sizeof(bool));
    s->stamps = calloc(unit->declared_count + 1, sizeof(size_t));
    s->anchors = calloc(unit->declared_count + 1, sizeof(size_t));
    if (!s->is_reached || !s->reached || !s->is_seen || !s->stamps ||
        !s->anchors) {
        free_slice(s);
        return -ENOMEM;
    }
    close_slice(s);
    return 0;
}

static const char *sort_name(const struct slice *s, size_t index)
{
    const struct netcl_entity *entity = &s->unit->entities[index];

    return strcmp(entity->name, s->kernel) ? entity->name : OWN_NAME;
}

static int compare_reached(const void *a, const void *b, void *context)
{
    const struct slice *s = context;
    const size_t *x = a, *y = b;
    size_t at_x = s->unit->entities[*x].position;
    size_t at_y = s->unit->entities[*y].position;
    int order = strcmp(sort_name(s, *x), sort_name(s, *y));

    return order ? order : (at_x > at_y) - (at_x < at_y);
}

static size_t line_length(const struct netcl_token *line, size_t most)
{
    size_t count = 1;

    while (count < most && !line[count - 1].is_last_of_line)
        count++;
    return count;
}

/* Lines that say nothing about what is computed, and tunables' values. */
static bool is_ignored(const struct slice *s, const struct netcl_token *line,
                       size_t count)
{
    if (count < 2)
        return true;
    if (netcl_token_is(&line[1], "line") || line[1].kind == NETCL_TOKEN_NUMBER)
        return true;
    if (netcl_token_is(&line[1], "pragma"))
        return count > 3 && netcl_token_is(&line[3], "EXTENSION");
    return count > 2 && netcl_token_is(&line[1], "define") &&
           is_tunable(s, line[2].text);
}

static uint64_t hash_number(uint64_t state, size_t number)
{
    char text[32];

    snprintf(text, sizeof(text), "%zu", number);
    return netcl_hash_text(state, text);
}

static uint64_t hash_token(const struct slice *s, uint64_t state,
                           const struct netcl_token *token)
{
    if (token->kind == NETCL_TOKEN_NAME && !strcmp(token->text, s->kernel))
        state = netcl_hash_text(state, OWN_NAME);
    else
        state = netcl_hash_bytes(state, token->text, token->length + 1);
    return token->is_last_of_line ? netcl_hash_text(state, "\n") : state;
}

static uint64_t hash_tokens(const struct slice *s, uint64_t state,
                            const struct netcl_token *tokens, size_t count)
{
    size_t i = 0, length;

    while (i < count) {
        length = 1;
        if (tokens[i].kind == NETCL_TOKEN_DIRECTIVE)
            length = line_length(&tokens[i], count - i);
        if (tokens[i].kind == NETCL_TOKEN_DIRECTIVE &&
            is_ignored(s, &tokens[i], length)) {
            i += length;
            continue;
        }
        state = hash_token(s, state, &tokens[i++]);
    }
    return netcl_hash_text(state, "\002");
}

static uint64_t hash_conditions(const struct slice *s, uint64_t state,
                                int condition)
{
    const struct netcl_condition *c;
    int branch;

    while (condition >= 0) {
        for (branch = condition; branch >= 0; branch = c->previous) {
            c = &s->unit->conditions[branch];
            state = hash_tokens(s, state, c->first, c->count);
        }
        state = netcl_hash_text(state, "\003");
        condition = s->unit->conditions[condition].outer;
    }
    return state;
}

/* Notes the macro names among the tokens that this run has not seen. */
static void add_anchors(struct slice *s, const struct netcl_token *tokens,
                        size_t count)
{
    const struct netcl_declared *found;
    size_t i, names, at;

    for (i = 0; i < count; i++) {
        if (tokens[i].kind != NETCL_TOKEN_NAME || is_tunable(s, tokens[i].text))
            continue;
        found = netcl_unit_find(s->unit, tokens[i].text, &names);
        at = found ? (size_t)(found - s->unit->declared) : 0;
        if (!found || s->stamps[at] == s->anchor_run ||
            !netcl_unit_is_macro(s->unit, found->name))
            continue;
        s->stamps[at] = s->anchor_run;
        s->anchors[s->anchor_count++] = at;
    }
}

static void add_condition_anchors(struct slice *s, int condition)
{
    const struct netcl_condition *c;

    while (condition >= 0) {
        c = &s->unit->conditions[condition];
        add_anchors(s, c->first, c->count);
        condition = c->previous >= 0 ? c->previous : c->outer;
    }
}

/* The bodies of the macro's definitions are expanded where the entity is. */
static void follow_anchor(struct slice *s, size_t at)
{
    const struct netcl_declared *declared = s->unit->declared;
    const char *name = declared[at].name;
    const struct netcl_entity *entity;

    for (; at < s->unit->declared_count; at++) {
        if (strcmp(declared[at].name, name))
            return;
        entity = &s->unit->entities[declared[at].entity];
        if (netcl_entity_is_macro(entity))
            add_anchors(s, entity->first, entity->count);
    }
}

/* How many #define and #undef lines of the name come before. */
static size_t count_before(const struct slice *s, size_t at, size_t position)
{
    const struct netcl_declared *declared = s->unit->declared;
    const char *name = declared[at].name;
    const struct netcl_entity *entity;
    size_t count = 0;

    for (; at < s->unit->declared_count; at++) {
        if (strcmp(declared[at].name, name))
            break;
        entity = &s->unit->entities[declared[at].entity];
        count += netcl_entity_is_macro(entity) && entity->position < position;
    }
    return count;
}

static int compare_sizes(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/*
 * A macro means what was last defined before its use, so which definitions
 * come before an entity is part of the entity.
 */
static uint64_t hash_anchors(struct slice *s, uint64_t state,
                             const struct netcl_entity *entity)
{
    const char *name;
    size_t i, before;

    s->anchor_run++;
    s->anchor_count = 0;
    if (!netcl_entity_is_macro(entity))
        add_anchors(s, entity->first, entity->count);
    add_condition_anchors(s, entity->condition);
    for (i = 0; i < s->anchor_count; i++)
        follow_anchor(s, s->anchors[i]);
    if (s->anchor_count)
        qsort(s->anchors, s->anchor_count, sizeof(size_t), compare_sizes);
    for (i = 0; i < s->anchor_count; i++) {
        name = s->unit->declared[s->anchors[i]].name;
        before = count_before(s, s->anchors[i], entity->position);
        state = netcl_hash_text(state, name);
        state = hash_number(state, before);
    }
    return state;
}

/* Pragmas at file scope hold for what follows them. */
static uint64_t hash_pragmas(const struct slice *s, uint64_t state,
                             const struct netcl_entity *entity)
{
    const struct netcl_entity *other;
    size_t i, before = 0;

    for (i = 0; i < s->unit->entity_count; i++) {
        other = &s->unit->entities[i];
        before += other->kind == NETCL_ENTITY_PRAGMA &&
                  other->position < entity->position;
    }
    return hash_number(state, before);
}

static uint64_t hash_entity(struct slice *s, uint64_t state,
                            const struct netcl_entity *entity)
{
    const char kind[] = {(char)('a' + entity->kind),
                         entity->is_function_like ? '(' : ' '};

    state = netcl_hash_bytes(state, kind, sizeof(kind));
    state = hash_tokens(s, state, entity->first, entity->count);
    state = hash_conditions(s, state, entity->condition);
    if (!netcl_entity_is_macro(entity))
        state = hash_pragmas(s, state, entity);
    return hash_anchors(s, state, entity);
}

/* Before anything is sliced: most kernels have none of them. */
static int read_tunables(const struct netcl_unit *unit, const char *name,
                         const char *const *tunables, size_t tunable_count,
                         int64_t *values)
{
    const struct netcl_entity *kernel = netcl_unit_function(unit, name, 0);
    size_t i;
    int err = kernel ? 0 : -ENOENT;

    for (i = 0; !err && i < tunable_count; i++)
        err = netcl_tunable_value(unit, kernel, tunables[i], &values[i]);
    return err;
}

int netcl_slice_fingerprint(const struct netcl_unit *unit, const char *kernel,
                            const char *const *tunables, size_t tunable_count,
                            int64_t *values, uint64_t *fingerprint)
{
    uint64_t state = NETCL_HASH_INIT;
    struct slice s;
    size_t i;
    int err = read_tunables(unit, kernel, tunables, tunable_count, values);

    if (!err)
        err = open_slice(&s, unit, kernel, tunables, tunable_count);
    if (err)
        return err;
    qsort_r(s.reached, s.reached_count, sizeof(size_t), compare_reached, &s);
    for (i = 0; i < s.reached_count; i++)
        state = hash_entity(&s, state, &unit->entities[s.reached[i]]);
    *fingerprint = netcl_hash_finish(state);
    free_slice(&s);
    return 0;
}

int netcl_slice_facts(const struct netcl_unit *unit, const char *kernel,
                      unsigned *facts)
{
    const struct netcl_entity *entity;
    struct slice s;
    size_t i;
    int err = open_slice(&s, unit, kernel, NULL, 0);

    if (err)
        return err;
    *facts = 0;
    for (i = 0; i < s.reached_count; i++) {
        entity = &unit->entities[s.reached[i]];
        *facts |= netcl_traits_read(entity);
    }
    free_slice(&s);
    return 0;
}

int netcl_slice_reached(const struct netcl_unit *unit, const char *kernel,
                        bool *is_reached)
{
    struct slice s;
    int err = open_slice(&s, unit, kernel, NULL, 0);

    if (err)
        return err;
    memcpy(is_reached, s.is_reached, unit->entity_count * sizeof(bool));
    free_slice(&s);
    return 0;
}
