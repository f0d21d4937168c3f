/* SPDX-License-Identifier: Apache-2.0 */
#include "match/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/options.h"
#include "match/slice.h"

int netcl_unit_grow(void **items, size_t *capacity, size_t count, size_t size)
{
    size_t more = *capacity ? *capacity * 2 : 32;
    void *fresh;

    if (count < *capacity)
        return 0;
    fresh = realloc(*items, more * size);
    if (!fresh)
        return -ENOMEM;
    *items = fresh;
    *capacity = more;
    return 0;
}

int netcl_unit_declare(struct netcl_unit *unit, const char *name, size_t entity)
{
    void *items = unit->declared;
    int err = netcl_unit_grow(&items, &unit->declared_capacity,
                              unit->declared_count, sizeof(*unit->declared));

    if (err)
        return err;
    unit->declared = items;
    unit->declared[unit->declared_count++] =
        (struct netcl_declared){name, entity, 0};
    if (!unit->entities[entity].name[0])
        unit->entities[entity].name = name;
    return 0;
}

struct netcl_entity *netcl_unit_add(struct netcl_unit *unit)
{
    void *items = unit->entities;
    struct netcl_entity *entity;

    if (netcl_unit_grow(&items, &unit->entity_capacity, unit->entity_count,
                        sizeof(*unit->entities)))
        return NULL;
    unit->entities = items;
    entity = &unit->entities[unit->entity_count++];
    *entity = (struct netcl_entity){.name = "", .condition = -1};
    return entity;
}

bool netcl_entity_is_macro(const struct netcl_entity *entity)
{
    return entity->kind == NETCL_ENTITY_DEFINE ||
           entity->kind == NETCL_ENTITY_UNDEF;
}

const struct netcl_token *
netcl_entity_macro_body(const struct netcl_entity *entity, size_t *count)
{
    size_t i = 3; /* # define NAME */

    if (entity->is_function_like)
        while (i < entity->count && !netcl_token_is(&entity->first[i++], ")"))
            ;
    *count = entity->count > i ? entity->count - i : 0;
    return entity->first + i;
}

bool netcl_unit_is_macro(const struct netcl_unit *unit, const char *name)
{
    size_t count, i;
    const struct netcl_declared *found = netcl_unit_find(unit, name, &count);

    for (i = 0; i < count; i++)
        if (unit->entities[found[i].entity].kind == NETCL_ENTITY_DEFINE)
            return true;
    return false;
}

const struct netcl_entity *netcl_unit_function(const struct netcl_unit *unit,
                                               const char *name, size_t index)
{
    size_t count, i;
    const struct netcl_declared *found = netcl_unit_find(unit, name, &count);
    const struct netcl_entity *entity;

    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (entity->kind == NETCL_ENTITY_FUNCTION && index-- == 0)
            return entity;
    }
    return NULL;
}

/* A line that is a #define or #undef. */
static int add_line(struct netcl_unit *unit, enum netcl_entity_kind kind,
                    const struct netcl_token *line, size_t count, size_t at)
{
    struct netcl_entity *entity = netcl_unit_add(unit);

    if (!entity)
        return -ENOMEM;
    entity->kind = kind;
    entity->first = line;
    entity->count = count;
    entity->position = at;
    entity->is_function_like = kind == NETCL_ENTITY_DEFINE && count > 3 &&
                               netcl_token_is(&line[3], "(") &&
                               !line[3].is_after_space;
    return netcl_unit_declare(unit, line[2].text, unit->entity_count - 1);
}

static int add_condition(struct netcl_unit *unit,
                         const struct netcl_token *line, size_t count,
                         size_t position, int previous, int outer)
{
    void *items = unit->conditions;
    int err = netcl_unit_grow(&items, &unit->condition_capacity,
                              unit->condition_count, sizeof(*unit->conditions));

    if (err)
        return err;
    unit->conditions = items;
    unit->conditions[unit->condition_count++] = (struct netcl_condition){
        line, count, previous, outer, position, -1, -1};
    return 0;
}

/* #if and its kin: moves *current, the branch that lines are in. */
static int read_branch(struct netcl_unit *unit, const struct netcl_token *line,
                       size_t count, size_t position, int *current)
{
    const char *word = line[1].text;
    int previous = -1, outer = *current, err;

    if (!strcmp(word, "endif")) {
        if (*current >= 0)
            *current = unit->conditions[*current].outer;
        return 0;
    }
    if (!strncmp(word, "el", 2)) { /* elif, else */
        if (*current < 0)
            return 0;
        previous = *current;
        outer = unit->conditions[previous].outer;
    }
    err = add_condition(unit, line, count, position, previous, outer);
    if (!err)
        *current = (int)unit->condition_count - 1;
    return err;
}

static bool is_branch(const char *word)
{
    static const char *const words[] = {"if",   "ifdef",   "ifndef",
                                        "elif", "elifdef", "elifndef",
                                        "else", "endif"};
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

static int read_line(struct netcl_unit *unit, const struct netcl_token *line,
                     size_t count, size_t position, int *current)
{
    const char *word = count > 1 ? line[1].text : "";

    if (is_branch(word))
        return read_branch(unit, line, count, position, current);
    if (!strcmp(word, "include") || !strcmp(word, "include_next") ||
        !strcmp(word, "import"))
        unit->has_include = true;
    if (count < 3 || line[2].kind != NETCL_TOKEN_NAME)
        return 0;
    if (!strcmp(word, "define"))
        return add_line(unit, NETCL_ENTITY_DEFINE, line, count, position);
    if (!strcmp(word, "undef"))
        return add_line(unit, NETCL_ENTITY_UNDEF, line, count, position);
    return 0;
}

size_t netcl_unit_line_length(const struct netcl_tokens *tokens, size_t first)
{
    size_t i = first;

    while (i + 1 < tokens->count && !tokens->items[i].is_last_of_line)
        i++;
    return i + 1 - first;
}

/* What the options say has no condition, and no token to look it up by. */
static void note_condition(struct netcl_unit *unit, bool is_source,
                           size_t first, size_t count, int condition)
{
    size_t i;

    for (i = first; is_source && i < first + count; i++)
        unit->condition_at[i] = condition;
}

/* Macros and conditions. */
static int read_lines(struct netcl_unit *unit,
                      const struct netcl_tokens *tokens, size_t offset)
{
    bool is_source = tokens == &unit->source;
    size_t i, count, before;
    int current = -1, err = 0;

    for (i = 0; !err && i < tokens->count; i += count) {
        count = 1;
        before = unit->entity_count;
        if (tokens->items[i].kind == NETCL_TOKEN_DIRECTIVE)
            count = netcl_unit_line_length(tokens, i);
        note_condition(unit, is_source, i, count, current);
        if (tokens->items[i].kind == NETCL_TOKEN_DIRECTIVE)
            err =
                read_line(unit, tokens->items + i, count, offset + i, &current);
        if (unit->entity_count > before)
            unit->entities[before].condition = current;
    }
    return err;
}

/* Where a name is a macro too, what a declaration declares is unknown. */
static void mark_renamed(struct netcl_unit *unit)
{
    struct netcl_entity *entity;
    size_t i;

    for (i = 0; i < unit->declared_count; i++) {
        entity = &unit->entities[unit->declared[i].entity];
        if (!netcl_entity_is_macro(entity) &&
            netcl_unit_is_macro(unit, unit->declared[i].name))
            entity->is_always = true;
    }
}

static int read_tokens(struct netcl_unit *unit, const char *source,
                       size_t length, const char *options)
{
    struct netcl_options taken;
    int err = netcl_options_read(options, &taken);

    if (err)
        return err;
    unit->compiler_options = taken.compiler;
    err =
        netcl_lexer_read(taken.defines, strlen(taken.defines), &unit->options);
    free(taken.defines);
    free(taken.folders);
    if (err)
        return err;
    err = netcl_lexer_read(source, length, &unit->source);
    if (err)
        return err;
    unit->condition_at = calloc(unit->source.count + 1, sizeof(int));
    return unit->condition_at ? 0 : -ENOMEM;
}

static int read_entities(struct netcl_unit *unit)
{
    int err = read_lines(unit, &unit->options, 0);

    if (!err)
        err = read_lines(unit, &unit->source, unit->options.count);
    if (!err && unit->has_include)
        err = -ENOTSUP;
    if (!err)
        err = netcl_unit_index(unit); /* so that macros can be found */
    if (!err)
        netcl_condition_read_all(unit);
    if (!err)
        err = netcl_entity_read_all(unit);
    if (!err)
        err = netcl_unit_index(unit);
    if (!err)
        mark_renamed(unit);
    return err;
}

int netcl_unit_open(const char *source, size_t length, const char *options,
                    struct netcl_unit **out)
{
    struct netcl_unit *unit = calloc(1, sizeof(*unit));
    int err;

    if (!unit)
        return -ENOMEM;
    atomic_init(&unit->references, 1);
    err = read_tokens(unit, source, length, options);
    if (!err)
        err = read_entities(unit);
    if (err) {
        netcl_unit_close(unit);
        return err;
    }
    *out = unit;
    return 0;
}

struct netcl_unit *netcl_unit_retain(struct netcl_unit *unit)
{
    atomic_fetch_add(&unit->references, 1);
    return unit;
}

void netcl_unit_close(struct netcl_unit *unit)
{
    if (!unit || atomic_fetch_sub(&unit->references, 1) != 1)
        return;
    netcl_lexer_free(&unit->options);
    netcl_lexer_free(&unit->source);
    free(unit->compiler_options);
    free(unit->entities);
    free(unit->conditions);
    free(unit->declared);
    free(unit->slots);
    free(unit->condition_at);
    free(unit);
}

const char *netcl_unit_options(const struct netcl_unit *unit)
{
    return unit->compiler_options;
}

/* Kernels of one name are one kernel: they are under different conditions. */
static bool is_listed(const struct netcl_unit *unit,
                      const struct netcl_entity *entity)
{
    return entity->kind == NETCL_ENTITY_FUNCTION && entity->is_kernel &&
           entity->name[0] &&
           netcl_unit_function(unit, entity->name, 0) == entity;
}

size_t netcl_unit_kernel_count(const struct netcl_unit *unit)
{
    size_t i, count = 0;

    for (i = 0; i < unit->entity_count; i++)
        count += is_listed(unit, &unit->entities[i]);
    return count;
}

const char *netcl_unit_kernel_name(const struct netcl_unit *unit, size_t index)
{
    size_t i;

    for (i = 0; i < unit->entity_count; i++)
        if (is_listed(unit, &unit->entities[i]) && index-- == 0)
            return unit->entities[i].name;
    return NULL;
}
