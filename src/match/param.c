/* SPDX-License-Identifier: Apache-2.0 */
#include "match/param.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "match/unit.h"

#define EXPANSIONS_MAX 16
#define WORDS_MAX 64

/* A parameter or typedef, taken apart. Texts point into the unit. */
struct words {
    const struct netcl_unit *unit;
    const char *name; /* NULL: none yet */
    const char *base; /* NULL: none yet */
    const char *tag;  /* struct, union or enum before the base */
    enum netcl_space space;
    unsigned stars;
    unsigned access;
    bool is_const, is_volatile, is_restrict;
    bool is_unsigned, is_signed;
    unsigned longs; /* how many times `long` */
    size_t count;   /* words so far, macros expanded */
};

static int take_all(struct words *w, const struct netcl_token *tokens,
                    size_t count, int expansions);

/* The definition of a macro that holds here; *err: several may. */
static const struct netcl_entity *find_macro(const struct netcl_unit *unit,
                                             const char *name, int *err)
{
    const struct netcl_entity *entity, *chosen = NULL;
    const struct netcl_declared *found;
    size_t count = 0, i;

    *err = 0;
    found = unit ? netcl_unit_find(unit, name, &count) : NULL;
    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (!netcl_entity_is_macro(entity) ||
            netcl_condition_state(unit, entity->condition) == 0)
            continue;
        if (chosen || entity->kind == NETCL_ENTITY_UNDEF)
            *err = -ENOTSUP;
        chosen = entity;
    }
    return chosen;
}

static int expand(struct words *w, const struct netcl_entity *macro,
                  int expansions)
{
    size_t count;
    const struct netcl_token *body = netcl_entity_macro_body(macro, &count);

    if (macro->is_function_like || expansions == EXPANSIONS_MAX)
        return -ENOTSUP;
    return take_all(w, body, count, expansions + 1);
}

static bool take_space(struct words *w, const char *word)
{
    if (!strcmp(word, "global"))
        w->space = NETCL_SPACE_GLOBAL;
    else if (!strcmp(word, "constant"))
        w->space = NETCL_SPACE_CONSTANT;
    else if (!strcmp(word, "local"))
        w->space = NETCL_SPACE_LOCAL;
    else
        return !strcmp(word, "private") || !strcmp(word, "register");
    return true;
}

static bool take_qualifier(struct words *w, const char *word)
{
    if (!strcmp(word, "const"))
        w->is_const |= !w->stars;
    else if (!strcmp(word, "volatile"))
        w->is_volatile |= !w->stars;
    else if (!strcmp(word, "restrict"))
        w->is_restrict = true;
    else if (!strcmp(word, "read_only"))
        w->access = NETCL_ACCESS_READ;
    else if (!strcmp(word, "write_only"))
        w->access = NETCL_ACCESS_WRITE;
    else if (!strcmp(word, "read_write"))
        w->access = NETCL_ACCESS_READ | NETCL_ACCESS_WRITE;
    else
        return take_space(w, word);
    return true;
}

/* Words of `unsigned long int` and so on. */
static bool take_base(struct words *w, const char *word)
{
    if (w->base && strcmp(w->base, "int") && strcmp(w->base, "short"))
        return false;
    if (!strcmp(word, "unsigned"))
        w->is_unsigned = true;
    else if (!strcmp(word, "signed"))
        w->is_signed = true;
    else if (!strcmp(word, "long"))
        w->longs++;
    else if (!strcmp(word, "int") || !strcmp(word, "short"))
        w->base = w->base && !strcmp(w->base, "short") ? w->base : word;
    else if (!strcmp(word, "char") && !w->base)
        w->base = word;
    else
        return false;
    return true;
}

static bool has_base(const struct words *w)
{
    return w->base || w->is_unsigned || w->is_signed || w->longs;
}

static int take_name(struct words *w, const struct netcl_token *token,
                     int expansions)
{
    int err;
    const struct netcl_entity *macro = find_macro(w->unit, token->text, &err);

    if (err)
        return err;
    if (macro)
        return expand(w, macro, expansions);
    if (take_qualifier(w, token->text) || take_base(w, token->text))
        return 0;
    if (!strcmp(token->text, "struct") || !strcmp(token->text, "union") ||
        !strcmp(token->text, "enum"))
        w->tag = token->text;
    else if (!has_base(w))
        w->base = token->text;
    else if (!w->name)
        w->name = token->text;
    else
        return -ENOTSUP;
    return 0;
}

/* Behind the bracket group that opens at token i. */
static size_t skip_group(const struct netcl_token *tokens, size_t count,
                         size_t i)
{
    int depth = 0;

    for (; i < count; i++) {
        depth +=
            netcl_token_is(&tokens[i], "(") || netcl_token_is(&tokens[i], "[");
        depth -=
            netcl_token_is(&tokens[i], ")") || netcl_token_is(&tokens[i], "]");
        if (!depth)
            return i + 1;
    }
    return i;
}

/* Attributes that change the type are beyond us. */
static int check_attribute(const struct netcl_token *tokens, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strstr(tokens[i].text, "vector") || strstr(tokens[i].text, "mode"))
            return -ENOTSUP;
    return 0;
}

static int take_all(struct words *w, const struct netcl_token *tokens,
                    size_t count, int expansions)
{
    size_t i = 0, next;
    int err = 0;

    while (!err && i < count) {
        if (++w->count > WORDS_MAX)
            return -ENOTSUP;
        next = i + 1;
        if (netcl_token_is(&tokens[i], "__attribute__")) {
            next = skip_group(tokens, count, i + 1);
            err = check_attribute(tokens + i, next - i);
        } else if (netcl_token_is(&tokens[i], "[")) {
            w->stars++;
            next = skip_group(tokens, count, i);
        } else if (netcl_token_is(&tokens[i], "*")) {
            w->stars++;
        } else if (tokens[i].kind == NETCL_TOKEN_NAME) {
            err = take_name(w, &tokens[i], expansions);
        } else {
            return -ENOTSUP;
        }
        i = next;
    }
    return err;
}

/* `unsigned long` is ulong, and so on. */
static const char *builtin_name(const struct words *w)
{
    static const char *const names[][2] = {{"char", "uchar"},
                                           {"short", "ushort"},
                                           {"int", "uint"},
                                           {"long", "ulong"}};
    const char *base = w->base ? w->base : "int";
    size_t i;

    if (w->longs)
        base = "long";
    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!strcmp(base, names[i][0]))
            return names[i][w->is_unsigned];
    return base;
}

/* The typedef of a name that holds here; *err: several may. */
static const struct netcl_entity *find_typedef(const struct netcl_unit *unit,
                                               const char *name, int *err)
{
    const struct netcl_entity *entity, *chosen = NULL;
    const struct netcl_declared *found;
    size_t count = 0, i;

    *err = 0;
    found = unit ? netcl_unit_find(unit, name, &count) : NULL;
    for (i = 0; i < count; i++) {
        entity = &unit->entities[found[i].entity];
        if (entity->kind != NETCL_ENTITY_DECLARATION ||
            !netcl_token_is(entity->first, "typedef") ||
            netcl_condition_state(unit, entity->condition) == 0)
            continue;
        if (chosen)
            *err = -ENOTSUP;
        chosen = entity;
    }
    return chosen;
}

/* typedef struct tag { ... } name: its tag, or NULL. */
static const char *struct_tag(const struct netcl_entity *entity,
                              const char **keyword)
{
    if (entity->count < 4 || !netcl_token_is(&entity->first[3], "{") ||
        entity->first[2].kind != NETCL_TOKEN_NAME)
        return NULL;
    *keyword = entity->first[1].text;
    return entity->first[2].text;
}

static bool has_bracket(const struct netcl_entity *entity)
{
    size_t i;

    for (i = 0; i < entity->count; i++)
        if (netcl_token_is(&entity->first[i], "{"))
            return true;
    return false;
}

static void merge(struct words *w, const struct words *alias)
{
    if (w->space == NETCL_SPACE_PRIVATE)
        w->space = alias->space;
    w->base = alias->base;
    w->tag = alias->tag;
    w->stars += alias->stars;
    w->access |= alias->access;
    w->is_const =
        alias->stars ? alias->is_const : w->is_const | alias->is_const;
    w->is_volatile |= alias->is_volatile;
    w->is_restrict |= alias->is_restrict;
    w->is_unsigned = alias->is_unsigned;
    w->longs = alias->longs;
}

/* Follows typedefs until the base is built in, or a struct. */
static int resolve(struct words *w, int expansions)
{
    const struct netcl_entity *entity;
    struct words alias = {.unit = w->unit};
    const char *tag;
    int err;

    if (!w->base || w->tag || w->longs || w->is_unsigned)
        return 0;
    entity = find_typedef(w->unit, w->base, &err);
    if (err || !entity)
        return err;
    tag = struct_tag(entity, &w->tag);
    if (tag)
        w->base = tag;
    if (has_bracket(entity))
        return 0;
    if (expansions == EXPANSIONS_MAX || entity->count < 2)
        return -ENOTSUP;
    err = take_all(&alias, entity->first + 1, entity->count - 2, 0);
    if (err || !alias.name || strcmp(alias.name, w->base))
        return -ENOTSUP;
    merge(w, &alias);
    return resolve(w, expansions + 1);
}

static char *type_text(const struct words *w)
{
    struct netcl_str s = NETCL_STR_INIT;
    unsigned i;

    netcl_str_printf(&s, "%s%s%s%s",
                     w->space == NETCL_SPACE_LOCAL && w->stars ? "local " : "",
                     w->tag ? w->tag : "", w->tag ? " " : "", builtin_name(w));
    for (i = 0; i < w->stars; i++)
        netcl_str_append_char(&s, '*');
    return netcl_str_take(&s);
}

static int fill_in(const struct words *w, struct netcl_param *param)
{
    struct netcl_type type = {NETCL_SCALAR_NONE, 1, 0};

    if (!w->tag && w->stars < 2)
        netcl_type_find(builtin_name(w), &type);
    *param = (struct netcl_param){
        .name = strdup(w->name ? w->name : ""),
        .type = type_text(w),
        .space = w->stars ? w->space : NETCL_SPACE_PRIVATE,
        .is_pointer = w->stars > 0,
        .is_const = w->is_const,
        .is_volatile = w->is_volatile,
        .is_restrict = w->is_restrict,
        .is_image = !w->tag && netcl_type_is_image(builtin_name(w)),
        .access = w->access,
        .scalar = type.scalar,
        .lanes = type.lanes,
        .bytes = type.bytes,
    };
    if (param->is_image && !param->access)
        param->access = NETCL_ACCESS_READ;
    if (param->name && param->type)
        return 0;
    netcl_param_free(param);
    return -ENOMEM;
}

int netcl_param_read(const struct netcl_unit *unit,
                     const struct netcl_token *tokens, size_t count,
                     struct netcl_param *param)
{
    struct words w = {.unit = unit};
    int err = take_all(&w, tokens, count, 0);

    if (!err && !has_base(&w))
        err = -ENOTSUP;
    if (!err)
        err = resolve(&w, 0);
    return err ? err : fill_in(&w, param);
}
