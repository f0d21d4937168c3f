/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/weave.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "derive/expansion.h"
#include "derive/keep.h"
#include "derive/uniform.h"
#include "derive/vocabulary.h"

#define MOST_KEPT 16

/* P[index], which is a variable while a loop runs. */
struct kept {
    const char *name;
    struct netcl_span index;
    size_t param;
};

struct weave {
    const struct netcl_license *license;
    struct netcl_weave_plan plan;
    struct netcl_expansion text;
    struct netcl_statements tree;
    struct netcl_uniform uniform;
    struct kept kept[MOST_KEPT];
    int kept_count;
    int loops; /* that were woven */
    bool failed;
    struct netcl_str *out;
};

static void write_statement(struct weave *w, int statement);

static const struct netcl_token *token(const struct weave *w, size_t i)
{
    return &w->tree.tokens[i];
}

static bool is(const struct weave *w, size_t i, const char *text)
{
    return netcl_statement_is(&w->tree, i, text);
}

/* ---- reading ---------------------------------------------------------------
 */

/* Its { in the text; SIZE_MAX: something else is there. */
static size_t find_body(const struct weave *w)
{
    size_t i, close;

    for (i = 0; i + 1 < w->text.count; i++)
        if (!strcmp(w->text.items[i].text, w->license->function->name) &&
            netcl_token_is(&w->text.items[i + 1], "("))
            break;
    close = netcl_statement_close(&w->tree, i + 1);
    return is(w, close + 1, "{") ? close + 1 : SIZE_MAX;
}

static bool has_directive(const struct netcl_entity *function)
{
    size_t i;

    for (i = 0; i < function->count; i++)
        if (function->first[i].is_directive)
            return true;
    return false;
}

/* get_global_id(1), nothing that has to be computed, and the dimension's own.
 */
static bool has_plain_ids(const struct weave *w)
{
    static const char *const digits[] = {"0", "1", "2"};
    bool has_own = false;
    size_t i;

    for (i = 0; i < w->text.count; i++) {
        if (!is(w, i, "get_global_id"))
            continue;
        if (!(is(w, i + 1, "(") && is(w, i + 3, ")") &&
              (is(w, i + 2, "0") || is(w, i + 2, "1") || is(w, i + 2, "2"))))
            return false;
        has_own |= is(w, i + 2, digits[w->plan.dimension]);
    }
    return has_own;
}

/* A function of the program's own by the name of one that is known. */
static bool has_namesake(const struct weave *w, const struct netcl_unit *unit)
{
    size_t i;

    for (i = 0; i < unit->entity_count; i++)
        if (w->license->is_reached[i] &&
            unit->entities[i].kind == NETCL_ENTITY_FUNCTION &&
            netcl_vocabulary_call(unit->entities[i].name) != NETCL_WORD_UNKNOWN)
            return true;
    return false;
}

static bool read_body(struct weave *w, const struct netcl_unit *unit)
{
    size_t body;

    if (!w->license->may_items || has_directive(w->license->function) ||
        has_namesake(w, unit) ||
        netcl_expansion_read(unit, w->license->is_reached, w->license->function,
                             &w->text))
        return false;
    w->tree.tokens = w->text.items;
    w->tree.token_count = w->text.count;
    body = find_body(w);
    return body != SIZE_MAX && has_plain_ids(w) &&
           netcl_statement_read(&w->tree, w->text.items, w->text.count, body) &&
           netcl_uniform_read(&w->uniform, &w->tree, &w->license->signature,
                              w->plan.dimension);
}

/* ---- tokens ---------------------------------------------------------------
 */

/* The variable that P[index] at token i is now, or -1. */
static int kept_at(const struct weave *w, size_t i)
{
    int k;

    for (k = 0; k < w->kept_count; k++)
        if (is(w, i, w->kept[k].name) && is(w, i + 1, "[") &&
            netcl_keep_is_same(&w->tree, w->kept[k].index, i + 2))
            return k;
    return -1;
}

static void write_id(struct weave *w, size_t i, unsigned item)
{
    unsigned d = (unsigned)(*token(w, i + 2)->text - '0');

    if (d == w->plan.dimension)
        netcl_str_printf(w->out, " (netcl_id_%u + %u * netcl_by)", d, item);
    else
        netcl_str_printf(w->out, " netcl_id_%u", d);
}

/* As they are for one item. */
static void write_tokens(struct weave *w, struct netcl_span span, unsigned item)
{
    size_t i;
    int kept;

    for (i = span.from; i < span.to; i++) {
        kept = kept_at(w, i);
        if (kept >= 0) {
            netcl_str_printf(w->out, " netcl_a%d_%u", kept, item);
            i += w->kept[kept].index.to - w->kept[kept].index.from + 2;
        } else if (is(w, i, "get_global_id")) {
            write_id(w, i, item);
            i += 3;
        } else if (is(w, i, "get_global_size")) {
            netcl_str_append(w->out, " netcl_global_size");
        } else if (netcl_uniform_varies(&w->uniform, i)) {
            netcl_str_printf(w->out, " netcl_w%u_%s", item, token(w, i)->text);
        } else {
            netcl_str_printf(w->out, " %s", token(w, i)->text);
        }
    }
}

/* Of each item in turn. */
static void write_each(struct weave *w, struct netcl_span span)
{
    unsigned item;
    size_t i;

    for (i = span.from; i < span.to; i++)
        w->failed |= is(w, i, "return");
    for (item = 0; item < w->plan.items; item++) {
        write_tokens(w, span, item);
        netcl_str_append_char(w->out, '\n');
    }
}

/* ---- sums in memory --------------------------------------------------------
 */

/* The element's type, as the source has it; false: a pointer to pointers. */
static bool write_type(const struct weave *w, size_t param,
                       struct netcl_str *out)
{
    static const char *const rest[] = {"global",     "const",    "restrict",
                                       "__restrict", "volatile", "*"};
    const struct netcl_license_param *p = &w->license->params[param];
    const struct netcl_token *at = &w->license->function->first[p->first];
    size_t i, k, stars = 0, words = 0;

    for (i = 0; i < p->name - p->first; i++) {
        stars += netcl_token_is(&at[i], "*");
        for (k = 0; k < sizeof(rest) / sizeof(*rest); k++)
            if (netcl_token_is(&at[i], rest[k]))
                break;
        if (k < sizeof(rest) / sizeof(*rest))
            continue;
        words++;
        netcl_str_printf(out, " %s", at[i].text);
    }
    return stars == 1 && words > 0;
}

static void keep(struct weave *w, int loop, size_t param)
{
    const struct netcl_param *type = &w->license->signature.params[param];
    const struct netcl_license_param *license = &w->license->params[param];
    struct netcl_str text = NETCL_STR_INIT;
    struct netcl_span index;
    int k;

    for (k = 0; k < w->kept_count; k++)
        if (w->kept[k].param == param)
            return;
    if (w->kept_count < MOST_KEPT && w->plan.is_apart && license->is_found &&
        type->space == NETCL_SPACE_GLOBAL && !type->is_volatile &&
        !license->is_read_only &&
        netcl_keep_find(&w->uniform, loop, type->name, &index) &&
        write_type(w, param, &text))
        w->kept[w->kept_count++] = (struct kept){type->name, index, param};
    netcl_str_free(&text);
}

/* P[index] to its variable before the loop, or back behind it. */
static void move_kept(struct weave *w, int k, bool is_back)
{
    const struct kept kept = w->kept[k];
    unsigned item;

    for (item = 0; item < w->plan.items; item++) {
        if (!is_back && write_type(w, kept.param, w->out))
            netcl_str_printf(w->out, " netcl_a%d_%u =", k, item);
        netcl_str_printf(w->out, " %s[", kept.name);
        write_tokens(w, kept.index, item);
        if (is_back)
            netcl_str_printf(w->out, "] = netcl_a%d_%u;\n", k, item);
        else
            netcl_str_append(w->out, "];\n");
    }
}

/* ---- statements ------------------------------------------------------------
 */

static void write_block(struct weave *w, int statement)
{
    const struct netcl_statement *item = &w->tree.items[statement];
    int child;

    netcl_str_append(w->out, " {\n");
    if (item->kind == NETCL_STATEMENT_BLOCK)
        for (child = item->body; child != NETCL_STATEMENT_NONE;
             child = w->tree.items[child].next)
            write_statement(w, child);
    else
        write_statement(w, statement);
    netcl_str_append(w->out, "}\n");
}

/* Those who do not pass, and those who leave: all are done one by one. */
static void write_guard(struct weave *w, const struct netcl_statement *item)
{
    bool is_exit = netcl_uniform_is_exit(&w->uniform, item);
    unsigned i;

    netcl_str_append(w->out, is_exit ? "if (" : "if (!(");
    for (i = 0; i < w->plan.items; i++) {
        netcl_str_append(w->out, !i ? "(" : is_exit ? " || (" : " && (");
        write_tokens(w, item->condition, i);
        netcl_str_append(w->out, ")");
    }
    netcl_str_append(w->out,
                     is_exit ? ") return false;\n" : ")) return false;\n");
    if (!is_exit)
        write_block(w, item->body);
}

static void write_if(struct weave *w, int statement)
{
    const struct netcl_statement *item = &w->tree.items[statement];

    if (w->uniform.is_guard[statement]) {
        write_guard(w, item);
    } else if (!netcl_uniform_is(&w->uniform, item->condition)) {
        write_each(w, item->all);
    } else {
        netcl_str_append(w->out, "if (");
        write_tokens(w, item->condition, 0);
        netcl_str_append(w->out, ")");
        write_block(w, item->body);
        if (item->other == NETCL_STATEMENT_NONE)
            return;
        netcl_str_append(w->out, "else");
        write_block(w, item->other);
    }
}

/* A first round for sure, so that what is kept is touched as it would be. */
static void write_rounds(struct weave *w, const struct netcl_statement *loop,
                         int before)
{
    int k;

    netcl_str_append(w->out, "if (");
    write_tokens(w, loop->condition, 0);
    netcl_str_append(w->out, ") {\n");
    for (k = before; k < w->kept_count; k++)
        move_kept(w, k, false);
    netcl_str_append(w->out, "do {\n");
    write_block(w, loop->body);
    write_tokens(w, loop->step, 0);
    netcl_str_append(w->out, ";\n} while (");
    write_tokens(w, loop->condition, 0);
    netcl_str_append(w->out, ");\n");
    for (k = before; k < w->kept_count; k++)
        move_kept(w, k, true);
    w->kept_count = before;
    netcl_str_append(w->out, "}\n");
}

static void write_loop(struct weave *w, int statement)
{
    const struct netcl_statement *loop = &w->tree.items[statement];
    int before = w->kept_count;
    size_t i;

    if (!netcl_uniform_is_together(&w->uniform, statement)) {
        write_each(w, loop->all);
        return;
    }
    w->loops++;
    for (i = 0; loop->condition.to > loop->condition.from &&
                i < w->license->signature.count;
         i++)
        keep(w, statement, i);
    netcl_str_append(w->out, "{\n");
    if (loop->first != NETCL_STATEMENT_NONE)
        write_tokens(w, w->tree.items[loop->first].all, 0);
    if (w->kept_count > before) {
        write_rounds(w, loop, before);
    } else {
        netcl_str_append(w->out, "for (;");
        write_tokens(w, loop->condition, 0);
        netcl_str_append(w->out, ";");
        write_tokens(w, loop->step, 0);
        netcl_str_append(w->out, ")");
        write_block(w, loop->body);
    }
    netcl_str_append(w->out, "}\n");
}

/* Each name by itself: of some every item has its own, others are shared. */
static void write_declaration(struct weave *w, struct netcl_span span)
{
    struct netcl_declarator one = {.name = 0};
    unsigned item, items;

    while (netcl_uniform_declares(&w->uniform, span, &one)) {
        items = netcl_uniform_varies(&w->uniform, one.name) ? w->plan.items : 1;
        for (item = 0; item < items; item++) {
            write_tokens(w, one.type, item);
            write_tokens(w, one.all, item);
            netcl_str_append(w->out, ";\n");
        }
    }
}

static void write_statement(struct weave *w, int statement)
{
    const struct netcl_statement *item = &w->tree.items[statement];

    switch (item->kind) {
    case NETCL_STATEMENT_BLOCK:
        write_block(w, statement);
        break;
    case NETCL_STATEMENT_IF:
        write_if(w, statement);
        break;
    case NETCL_STATEMENT_LOOP:
        write_loop(w, statement);
        break;
    case NETCL_STATEMENT_DECLARATION:
        write_declaration(w, item->all);
        break;
    default:
        if (netcl_uniform_is(&w->uniform, item->all))
            write_tokens(w, item->all, 0);
        else
            write_each(w, item->all);
        w->failed |= item->kind == NETCL_STATEMENT_LEAVE;
    }
}

/* ---- all of it ------------------------------------------------------------
 */

static struct weave *open_weave(const struct netcl_unit *unit,
                                const struct netcl_license *license,
                                const struct netcl_weave_plan *plan,
                                struct netcl_str *out)
{
    struct weave *w = calloc(1, sizeof(*w));

    if (!w)
        return NULL;
    w->license = license;
    w->plan = *plan;
    w->out = out;
    if (read_body(w, unit))
        return w;
    netcl_expansion_free(&w->text);
    free(w);
    return NULL;
}

bool netcl_weave_write(const struct netcl_unit *unit,
                       const struct netcl_license *license,
                       const struct netcl_weave_plan *plan,
                       struct netcl_str *out)
{
    struct weave *w = open_weave(unit, license, plan, out);
    bool is_woven;

    if (!w)
        return false;
    write_block(w, 0);
    is_woven = w->loops > 0 && !w->failed && !out->failed;
    netcl_expansion_free(&w->text);
    free(w);
    return is_woven;
}

bool netcl_weave_pays(const struct netcl_unit *unit,
                      const struct netcl_license *license, unsigned dimension)
{
    const struct netcl_weave_plan plan = {dimension, 2, true};
    struct netcl_str text = NETCL_STR_INIT;
    bool pays = netcl_weave_write(unit, license, &plan, &text);

    netcl_str_free(&text);
    return pays;
}
