/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/rounding.h"

#include <stdlib.h>
#include <string.h>

#include "match/lexer.h"

/* More real variables than this in one function: taken for the worst. */
#define MOST_REALS 256

/* One function or macro as it is read. */
struct reading {
    const struct netcl_unit *unit;
    const char *aliases[MOST_REALS]; /* types and macros that hold reals */
    size_t alias_count;
    const struct netcl_entity *entity;
    const char *reals[MOST_REALS]; /* names of real variables */
    size_t real_count;
    /* Of the statement so far. */
    bool has_real, has_integer;
    int header; /* depth of the brackets of an if, for, ...; 0: none */
    int depth;
};

static bool starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* float, float4, double2, half: but not float_n. */
static bool is_real_type(const char *text)
{
    static const char *const types[] = {"float", "double", "half"};
    size_t i;

    for (i = 0; i < sizeof(types) / sizeof(*types); i++)
        if (starts_with(text, types[i]) &&
            strspn(text + strlen(types[i]), "0123456789") ==
                strlen(text + strlen(types[i])))
            return true;
    return false;
}

/* 0.5f, 1e-3, 2.f; but not 0.0f, whose products are zeros. */
static bool is_real_number(const struct netcl_token *token)
{
    const char *text = token->text;

    if (token->kind != NETCL_TOKEN_NUMBER || starts_with(text, "0x") ||
        starts_with(text, "0X"))
        return false;
    return strpbrk(text, ".eEfF") && strtod(text, NULL) != 0;
}

static bool is_one_of(const char *text, const char *const *set)
{
    for (; *set; set++)
        if (!strcmp(text, *set))
            return true;
    return false;
}

static void add_real(struct reading *reading, const char *name)
{
    if (reading->real_count < MOST_REALS)
        reading->reals[reading->real_count++] = name;
}

static bool has_reals(const struct netcl_entity *entity)
{
    size_t i;

    for (i = 0; i < entity->count; i++)
        if (is_real_type(entity->first[i].text) ||
            is_real_number(&entity->first[i]))
            return true;
    return false;
}

static bool is_among(const char *const *names, size_t count, const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* typedef float real; #define REAL float; #define HALF 0.5f */
static void collect_aliases(struct reading *reading, const bool *is_reached)
{
    const struct netcl_entity *entity;
    size_t i, k;

    for (i = 0; i < reading->unit->entity_count; i++) {
        entity = &reading->unit->entities[i];
        if (!is_reached[i] || !has_reals(entity))
            continue;
        if (entity->kind == NETCL_ENTITY_DEFINE && entity->name &&
            reading->alias_count < MOST_REALS)
            reading->aliases[reading->alias_count++] = entity->name;
        if (entity->kind != NETCL_ENTITY_DECLARATION)
            continue;
        for (k = 0; k < entity->count; k++)
            if (entity->first[k].kind == NETCL_TOKEN_NAME &&
                reading->alias_count < MOST_REALS)
                reading->aliases[reading->alias_count++] =
                    entity->first[k].text;
    }
}

static bool is_real_word(const struct reading *reading, const char *text)
{
    return is_real_type(text) ||
           is_among(reading->aliases, reading->alias_count, text);
}

/*
 * The names behind a real type: float a = 1, b, c. Pointers are not among
 * them: what they point to is known to no compiler.
 */
static void collect(struct reading *reading)
{
    const struct netcl_entity *entity = reading->entity;
    size_t i, k;
    int depth;

    for (i = 0; i + 1 < entity->count; i++) {
        if (!is_real_word(reading, entity->first[i].text))
            continue;
        for (k = i + 1, depth = 0; k < entity->count && depth >= 0; k++) {
            const struct netcl_token *token = &entity->first[k];

            if (netcl_token_is(token, ";") || netcl_token_is(token, "{") ||
                (netcl_token_is(token, ",") && i < entity->head))
                break;
            depth += netcl_token_is(token, "(") || netcl_token_is(token, "[");
            depth -= netcl_token_is(token, ")") || netcl_token_is(token, "]");
            if (!depth && token->kind == NETCL_TOKEN_NAME &&
                (k == i + 1 || netcl_token_is(&token[-1], ",")))
                add_real(reading, token->text);
        }
    }
}

static bool is_known_real(const struct reading *reading, const char *name)
{
    return is_among(reading->reals, reading->real_count, name);
}

/* A function or macro of the program's own that knows integers only. */
static bool is_integral(const struct netcl_unit *unit, const char *name)
{
    bool is_found = false;
    size_t i;

    for (i = 0; i < unit->entity_count; i++) {
        const struct netcl_entity *entity = &unit->entities[i];

        if ((entity->kind != NETCL_ENTITY_FUNCTION &&
             entity->kind != NETCL_ENTITY_DEFINE) ||
            !entity->name || strcmp(entity->name, name))
            continue;
        if (has_reals(entity))
            return false;
        is_found = true;
    }
    return is_found;
}

/* Calls that make no real of an integer; get_*_size() is one that we know. */
static void note_call(struct reading *reading, const char *name)
{
    static const char *const plain[] = {
        "min",   "max",     "abs",    "clamp",  "mul24",  "mad24", "mul_hi",
        "any",   "all",     "select", "sizeof", "barrier", "if",   "for",
        "while", "switch",  "return", "mem_fence", NULL};
    static const char *const sizes[] = {"get_global_size", "get_local_size",
                                        "get_num_groups", NULL};

    if (is_one_of(name, sizes))
        reading->has_integer = true;
    else if (!starts_with(name, "get_") && !starts_with(name, "vload") &&
             !starts_with(name, "vstore") && !starts_with(name, "atom") &&
             !starts_with(name, "as_") && !is_one_of(name, plain) &&
             !is_integral(reading->unit, name))
        reading->has_real = true;
}

/* A pointer that the function is given: nobody knows what is behind it. */
static bool is_given_pointer(const struct netcl_entity *entity,
                             const char *name)
{
    size_t i;

    for (i = 1; i < entity->head; i++)
        if (!strcmp(entity->first[i].text, name) &&
            (netcl_token_is(&entity->first[i - 1], "*") ||
             netcl_token_is(&entity->first[i - 1], "restrict") ||
             netcl_token_is(&entity->first[i - 1], "const")))
            return true;
    return false;
}

static void note_name(struct reading *reading, const struct netcl_token *token,
                      const struct netcl_token *next)
{
    static const char *const words[] = {
        "return", "else", "const", "do", "case", "default", "break",
        "continue", "private", "__private", "restrict", "unsigned", "struct",
        "true", "false", NULL};

    if (next && netcl_token_is(next, "("))
        note_call(reading, token->text);
    else if (is_real_word(reading, token->text) ||
             is_known_real(reading, token->text))
        reading->has_real = true;
    else if (!(next && netcl_token_is(next, "[") &&
               is_given_pointer(reading->entity, token->text)) &&
             !netcl_token_is(&token[-1], ".") &&
             !netcl_token_is(&token[-1], "->") &&
             !is_one_of(token->text, words))
        reading->has_integer = true;
}

/* A cast to a real type, or a function that converts. */
static bool is_conversion(const struct reading *reading,
                          const struct netcl_token *token,
                          const struct netcl_token *next)
{
    return starts_with(token->text, "convert_float") ||
           starts_with(token->text, "convert_double") ||
           starts_with(token->text, "convert_half") ||
           (is_real_word(reading, token->text) && next &&
            netcl_token_is(next, ")") &&
            netcl_token_is(&token[-1], "("));
}

/* Whether the statement ends here, having mixed the two. */
static bool is_mixed_end(struct reading *reading,
                         const struct netcl_token *token)
{
    bool ends_header = netcl_token_is(token, ")") &&
                       reading->header == reading->depth + 1;
    bool is_mixed = reading->has_real && reading->has_integer;

    if (!netcl_token_is(token, ";") && !netcl_token_is(token, "{") &&
        !netcl_token_is(token, "}") && !ends_header)
        return false;
    if (ends_header)
        reading->header = 0;
    reading->has_real = reading->has_integer = false;
    return is_mixed;
}

static size_t skip_index(const struct netcl_entity *entity, size_t i)
{
    int depth = 0;

    for (; i < entity->count; i++) {
        depth += netcl_token_is(&entity->first[i], "[");
        depth -= netcl_token_is(&entity->first[i], "]");
        if (!depth)
            break;
    }
    return i;
}

static void open_header(struct reading *reading, const struct netcl_token *at)
{
    static const char *const words[] = {"if", "for", "while", "switch", NULL};

    if (is_one_of(at->text, words) && !reading->header)
        reading->header = reading->depth + 1;
}

static bool mixes(struct reading *reading, size_t from)
{
    const struct netcl_entity *entity = reading->entity;
    size_t i;

    for (i = from; i < entity->count; i++) {
        const struct netcl_token *token = &entity->first[i];
        const struct netcl_token *next =
            i + 1 < entity->count ? token + 1 : NULL;

        if (netcl_token_is(token, "["))
            i = skip_index(entity, i);
        reading->depth += netcl_token_is(token, "(");
        reading->depth -= netcl_token_is(token, ")");
        if (is_mixed_end(reading, token) || is_conversion(reading, token, next))
            return true;
        if (is_real_number(token))
            reading->has_real = true;
        if (token->kind != NETCL_TOKEN_NAME)
            continue;
        open_header(reading, token);
        note_name(reading, token, next);
    }
    return reading->has_real && reading->has_integer;
}

static bool depends(struct reading *reading, const struct netcl_entity *entity)
{
    bool is_function = entity->kind == NETCL_ENTITY_FUNCTION;

    if (!is_function && entity->kind != NETCL_ENTITY_DEFINE)
        return false;
    reading->entity = entity;
    reading->real_count = 0;
    reading->has_real = reading->has_integer = false;
    reading->header = reading->depth = 0;
    collect(reading);
    return reading->real_count == MOST_REALS ||
           mixes(reading, is_function ? entity->head : 3);
}

bool netcl_rounding_depends(const struct netcl_unit *unit,
                            const bool *is_reached)
{
    struct reading reading = {.unit = unit};
    size_t i;

    collect_aliases(&reading, is_reached);
    if (reading.alias_count == MOST_REALS)
        return true;
    for (i = 0; i < unit->entity_count; i++)
        if (is_reached[i] && depends(&reading, &unit->entities[i]))
            return true;
    return false;
}
