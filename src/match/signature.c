/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A parameter is expanded (object-like macros), then its words are sorted
 * into qualifiers, base type, stars and name; a base that is a typedef is
 * read in the same way and merged.
 */
#include "match/signature.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "match/param.h"
#include "match/unit.h"

struct list {
    struct netcl_signature *out;
    size_t capacity;
};

static int add_param(struct list *list, const struct netcl_unit *unit,
                     const struct netcl_token *tokens, size_t count)
{
    struct netcl_signature *out = list->out;
    void *items = out->params;
    int err = netcl_unit_grow(&items, &list->capacity, out->count,
                              sizeof(*out->params));

    if (err)
        return err;
    out->params = items;
    err = netcl_param_read(unit, tokens, count, &out->params[out->count]);
    if (!err)
        out->count++;
    return err;
}

/* The parameters between the ( and ) of a list. */
static int read_list(const struct netcl_unit *unit,
                     const struct netcl_token *tokens, size_t count,
                     struct netcl_signature *out)
{
    struct list list = {out, 0};
    size_t i, first = 0;
    int depth = 0, err = 0;

    if (!count || (count == 1 && netcl_token_is(tokens, "void")))
        return 0;
    for (i = 0; !err && i <= count; i++) {
        if (i < count) {
            depth += netcl_token_is(&tokens[i], "(");
            depth -= netcl_token_is(&tokens[i], ")");
            if (depth || !netcl_token_is(&tokens[i], ","))
                continue;
        }
        err = add_param(&list, unit, tokens + first, i - first);
        first = i + 1;
    }
    return err;
}

static bool has_directive(const struct netcl_entity *function)
{
    size_t i;

    for (i = 0; i < function->head; i++)
        if (function->first[i].is_directive)
            return true;
    return false;
}

/* Where the list begins, behind the ( after the name; 0: not found. */
static size_t find_list(const struct netcl_entity *function, size_t *count)
{
    size_t i, first = 0;
    int depth = 0;

    for (i = 0; i < function->head; i++) {
        if (netcl_token_is(&function->first[i], "(") && !depth++ && i &&
            !strcmp(function->first[i - 1].text, function->name)) {
            first = i + 1;
        } else if (netcl_token_is(&function->first[i], ")") && !--depth &&
                   first) {
            *count = i - first;
            return first;
        }
    }
    return 0;
}

static int read_function(const struct netcl_unit *unit,
                         const struct netcl_entity *function,
                         struct netcl_signature *out)
{
    size_t first, count = 0;
    int err;

    *out = (struct netcl_signature){NULL, 0};
    if (function->is_tangled || has_directive(function) ||
        netcl_unit_is_macro(unit, function->name))
        return -ENOTSUP;
    first = find_list(function, &count);
    if (!first)
        return -ENOTSUP;
    err = read_list(unit, function->first + first, count, out);
    if (err)
        netcl_signature_free(out);
    return err;
}

static bool is_same(const struct netcl_signature *a,
                    const struct netcl_signature *b)
{
    size_t i;

    if (a->count != b->count)
        return false;
    for (i = 0; i < a->count; i++)
        if (strcmp(a->params[i].type, b->params[i].type) ||
            strcmp(a->params[i].name, b->params[i].name) ||
            a->params[i].space != b->params[i].space)
            return false;
    return true;
}

int netcl_signature_read(const struct netcl_unit *unit, const char *kernel,
                         struct netcl_signature *signature)
{
    struct netcl_signature first = {NULL, 0}, other;
    const struct netcl_entity *function;
    bool has_first = false;
    size_t i;
    int err = 0;

    for (i = 0; !err; i++) {
        function = netcl_unit_function(unit, kernel, i);
        if (!function)
            break;
        if (!function->is_tangled &&
            netcl_condition_state(unit, function->condition) == 0)
            continue;
        err = read_function(unit, function, has_first ? &other : &first);
        if (!err && has_first) {
            err = is_same(&first, &other) ? 0 : -ENOTSUP;
            netcl_signature_free(&other);
        }
        has_first = true;
    }
    if (!err && !has_first)
        err = -ENOENT;
    if (err)
        netcl_signature_free(&first);
    else
        *signature = first;
    return err;
}

int netcl_signature_parse_type(const char *text, struct netcl_param *param)
{
    struct netcl_tokens tokens;
    int err = netcl_lexer_read(text, strlen(text), &tokens);

    if (err)
        return err;
    err = tokens.count
              ? netcl_param_read(NULL, tokens.items, tokens.count, param)
              : -EINVAL;
    netcl_lexer_free(&tokens);
    if (!err && param->name[0]) {
        netcl_param_free(param);
        err = -EINVAL;
    }
    return err == -ENOTSUP ? -EINVAL : err;
}

void netcl_signature_free(struct netcl_signature *signature)
{
    size_t i;

    for (i = 0; i < signature->count; i++)
        netcl_param_free(&signature->params[i]);
    free(signature->params);
    *signature = (struct netcl_signature){NULL, 0};
}

void netcl_param_free(struct netcl_param *param)
{
    free(param->name);
    free(param->type);
    param->name = param->type = NULL;
}
