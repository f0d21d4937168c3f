/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/probing.h"

#include <stdlib.h>

#include "derive/flow.h"
#include "match/slice.h"

/* ---- declarations ---------------------------------------------------------
 */

/* The words of a type from i on, and where they end; UNKNOWN: no type. */
static enum netcl_word read_type(const struct netcl_names *names, size_t *i)
{
    enum netcl_word kind = NETCL_WORD_UNKNOWN, word;

    for (;; (*i)++) {
        if (netcl_names_is(names, *i, "__attribute__")) {
            *i = netcl_names_close(names, *i + 1);
            continue;
        }
        word = netcl_names_type_at(names, *i);
        if (word == NETCL_WORD_UNKNOWN)
            return kind;
        if (word == NETCL_WORD_QUALIFIER)
            continue;
        if (kind != NETCL_WORD_UNKNOWN && kind != word)
            return NETCL_WORD_UNKNOWN;
        kind = word;
    }
}

/* How many. */
static unsigned skip_stars(const struct netcl_names *names, size_t *i)
{
    unsigned count = 0;

    while (netcl_names_is(names, *i, "*") ||
           netcl_names_type_at(names, *i) == NETCL_WORD_QUALIFIER)
        count += netcl_names_is(names, (*i)++, "*");
    return count;
}

/* name[2][N] and its attribute; false: something else. */
static bool read_declarator(struct netcl_names *names, size_t *i,
                            enum netcl_word kind)
{
    size_t end, name;
    unsigned depth = skip_stars(names, i);

    name = *i;
    if (name >= names->token_count ||
        names->tokens[name].kind != NETCL_TOKEN_NAME)
        return false;
    for (++*i; netcl_names_is(names, *i, "["); *i = end + 1, depth++) {
        end = netcl_names_close(names, *i);
        if (netcl_names_has_real(names, *i + 1, end) ||
            !netcl_flow_is_fine(names, *i + 1, end, NETCL_WORD_INTEGER))
            return false;
    }
    if (netcl_names_is(names, *i, "__attribute__"))
        *i = netcl_names_close(names, *i + 1) + 1;
    return netcl_names_add(names, names->tokens[name].text, kind, depth);
}

/* A pointer to reals that is set to something else: integers, perhaps. */
static bool is_odd_pointer(const struct netcl_names *names, size_t from,
                           size_t equals, size_t to, enum netcl_word kind)
{
    for (; from < equals; from++)
        if (netcl_names_is(names, from, "*"))
            return kind == NETCL_WORD_REAL &&
                   !netcl_names_has_real(names, equals + 1, to);
    return false;
}

/* int i = 0, n; behind its type, which ends at i. */
static bool judge_declaration(struct netcl_names *names, size_t i, size_t to,
                              enum netcl_word kind)
{
    size_t from, end;

    do {
        from = i;
        if (!read_declarator(names, &i, kind))
            return false;
        end = netcl_names_seek(names, i, to, ",");
        if (netcl_names_is(names, i, "=")
                ? !netcl_flow_is_fine(names, i + 1, end, kind) ||
                      is_odd_pointer(names, from, i, end, kind)
                : i != end)
            return false;
        i = end + 1;
    } while (end < to);
    return true;
}

/* ---- statements -----------------------------------------------------------
 */

static bool judge_statement(struct netcl_names *names, size_t from, size_t to,
                            enum netcl_word result)
{
    enum netcl_word kind;
    size_t i = from;

    if (netcl_names_is(names, from, "return"))
        return netcl_flow_is_fine(names, from + 1, to, result);
    kind = read_type(names, &i);
    if (i > from)
        return (kind == NETCL_WORD_REAL || kind == NETCL_WORD_INTEGER) &&
               judge_declaration(names, i, to, kind);
    return netcl_flow_is_fine(names, from, to, NETCL_WORD_VOID);
}

/* if (...), for (...; ...; ...): no real decides what is done. */
static bool judge_header(struct netcl_names *names, size_t open, size_t close)
{
    size_t from, end;

    for (from = open + 1; from < close; from = end + 1) {
        end = netcl_names_seek(names, from, close, ";");
        if (!judge_statement(names, from, end, NETCL_WORD_INTEGER))
            return false;
    }
    return !netcl_names_has_real(names, open + 1, close);
}

static bool judge_body(struct netcl_names *names, size_t from, size_t to,
                       enum netcl_word result)
{
    static const char *const plain[] = {";",  "{",     "}",        "else",
                                        "do", "break", "continue", NULL};
    static const char *const headers[] = {"if", "for", "while", "switch", NULL};
    size_t end;

    for (; from < to; from = end + 1) {
        end = from;
        if (netcl_names_is_any(names, from, plain))
            continue;
        if (netcl_names_is(names, from, "case") ||
            netcl_names_is(names, from, "default")) {
            while (end < to && !netcl_names_is(names, end, ":"))
                end++;
            if (netcl_names_has_real(names, from + 1, end))
                return false;
        } else if (netcl_names_is_any(names, from, headers)) {
            end = netcl_names_close(names, from + 1);
            if (!judge_header(names, from + 1, end))
                return false;
        } else {
            end = netcl_names_seek(names, from, to, ";");
            if (!judge_statement(names, from, end, result))
                return false;
        }
    }
    return true;
}

/* ---- functions -------------------------------------------------------------
 */

static void look_at(struct netcl_names *names,
                    const struct netcl_expansion *text)
{
    names->tokens = text->items;
    names->token_count = text->count;
}

static bool read_params(struct netcl_names *names,
                        struct netcl_names_function *function)
{
    size_t from = function->list + 1, end = function->list_end, comma, i;
    enum netcl_word kind;

    for (; from < end; from = comma + 1) {
        i = from;
        comma = netcl_names_seek(names, from, end, ",");
        kind = read_type(names, &i);
        if (kind == NETCL_WORD_VOID && i == end)
            return true; /* (void) */
        if ((kind != NETCL_WORD_REAL && kind != NETCL_WORD_INTEGER) ||
            function->param_count == NETCL_NAMES_PARAMS)
            return false;
        function->params[function->param_count] = kind;
        function->is_pointer[function->param_count++] =
            netcl_names_is(names, i, "*") ||
            netcl_names_is(names, comma - 1, "]");
    }
    return true;
}

/* Its head: what it brings, takes, and where its parts are. */
static bool read_head(struct netcl_names *names,
                      struct netcl_names_function *function)
{
    size_t i = 0;

    look_at(names, &function->text);
    function->result = read_type(names, &i);
    if (function->result == NETCL_WORD_UNKNOWN ||
        netcl_names_is(names, i, "*") || i + 1 >= names->token_count ||
        !netcl_names_is(names, i + 1, "("))
        return false;
    function->name = names->tokens[i].text;
    if (netcl_names_function(names, function->name))
        return false; /* which one? */
    function->list = i + 1;
    function->list_end = i = netcl_names_close(names, i + 1);
    while (i < names->token_count && !netcl_names_is(names, i, "{"))
        i++;
    function->body = i;
    return i < names->token_count && read_params(names, function);
}

static bool judge_function(struct netcl_names *names,
                           const struct netcl_names_function *function)
{
    size_t from, comma, before = names->count, index = 0;
    bool is_fine = true;

    look_at(names, &function->text);
    for (from = function->list + 1; is_fine && index < function->param_count;
         from = comma + 1) {
        size_t i = from;

        comma = netcl_names_seek(names, from, function->list_end, ",");
        read_type(names, &i);
        is_fine =
            read_declarator(names, &i, function->params[index++]) && i == comma;
    }
    is_fine = is_fine && judge_body(names, function->body + 1,
                                    names->token_count, function->result);
    names->count = before;
    return is_fine;
}

/* ---- what is outside of functions ---------------------------------------- */

/* typedef float real; constant float table[] = {...}; */
static bool judge_outside(struct netcl_names *names)
{
    size_t i = 1, end = names->token_count;
    enum netcl_word kind;

    if (end && netcl_names_is(names, end - 1, ";"))
        end--;
    if (!netcl_names_is(names, 0, "typedef"))
        return judge_statement(names, 0, end, NETCL_WORD_VOID);
    kind = read_type(names, &i);
    return i + 1 == end &&
           netcl_names_add_type(names, names->tokens[i].text, kind);
}

static bool is_prototype(const struct netcl_names *names)
{
    size_t i = 0;

    return read_type(names, &i) != NETCL_WORD_UNKNOWN &&
           netcl_names_is(names, i + 1, "(");
}

static bool read_entity(struct netcl_names *names,
                        const struct netcl_unit *unit, const bool *is_reached,
                        const struct netcl_entity *entity)
{
    struct netcl_names_function *function =
        &names->functions[names->function_count];
    struct netcl_expansion text;
    bool is_fine;

    if (entity->kind == NETCL_ENTITY_DEFINE ||
        entity->kind == NETCL_ENTITY_PRAGMA)
        return true;
    if ((entity->kind != NETCL_ENTITY_FUNCTION &&
         entity->kind != NETCL_ENTITY_DECLARATION) ||
        entity->is_tangled ||
        netcl_expansion_read(unit, is_reached, entity, &text))
        return false;
    if (entity->kind == NETCL_ENTITY_FUNCTION) {
        function->text = text;
        is_fine = read_head(names, function);
        names->function_count++;
        return is_fine;
    }
    look_at(names, &text);
    is_fine = is_prototype(names) || judge_outside(names);
    netcl_expansion_free(&text);
    return is_fine;
}

static bool judge_all(struct netcl_names *names, const struct netcl_unit *unit,
                      const bool *is_reached)
{
    bool is_fine = !unit->is_opaque;
    size_t i;

    for (i = 0; is_fine && i < unit->entity_count; i++)
        is_fine = !is_reached[i] ||
                  read_entity(names, unit, is_reached, &unit->entities[i]);
    for (i = 0; is_fine && i < names->function_count; i++)
        is_fine = judge_function(names, &names->functions[i]);
    return is_fine;
}

bool netcl_probing_is_safe(const struct netcl_unit *unit, const char *kernel)
{
    bool *is_reached = calloc(unit->entity_count + 1, sizeof(*is_reached));
    struct netcl_names *names = calloc(1, sizeof(*names));
    bool is_safe = false;
    size_t i;

    if (names)
        names->functions =
            calloc(unit->entity_count + 1, sizeof(*names->functions));
    if (is_reached && names && names->functions &&
        !netcl_slice_reached(unit, kernel, is_reached))
        is_safe = judge_all(names, unit, is_reached);
    for (i = 0; names && names->functions && i < names->function_count; i++)
        netcl_expansion_free(&names->functions[i].text);
    if (names)
        free(names->functions);
    free(names);
    free(is_reached);
    return is_safe;
}
