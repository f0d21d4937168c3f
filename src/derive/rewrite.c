/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/rewrite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "derive/literal.h"
#include "derive/printer.h"
#include "derive/weave.h"

struct rewrite {
    struct netcl_printer printer;
    const struct netcl_unit *unit;
    const struct netcl_license *license;
    const struct netcl_recipe *recipe;
    const struct netcl_rewrite_launch *launch;
};

static const char pick[] =
    "#define netcl_pick(d, x, y, z, w) \\\n"
    "    ((d) == 0 ? (x) : (d) == 1 ? (y) : (d) == 2 ? (z) : (size_t)(w))\n";
static const char ids[] =
    "#define netcl_global_id(d) \\\n"
    "    netcl_pick(d, netcl_id_0, netcl_id_1, netcl_id_2, 0)\n"
    "#define netcl_global_size(d) \\\n"
    "    netcl_pick(d, netcl_n_0, netcl_n_1, netcl_n_2, 1)\n";

static bool has_items(const struct rewrite *r)
{
    return r->recipe->items > 1;
}

/* ---- in place -------------------------------------------------------------
 */

static const struct netcl_token *token_at(const struct rewrite *r, size_t i)
{
    return &r->license->function->first[i];
}

/* Behind the token before the name: `float *` becomes `float *restrict`. */
static void restrict_param(struct rewrite *r, size_t i)
{
    const struct netcl_license_param *param = &r->license->params[i];
    const struct netcl_param *type = &r->license->signature.params[i];

    if (param->may_restrict)
        netcl_printer_insert(&r->printer, token_at(r, param->name - 1),
                             "restrict");
    /* In front it would be the pointer's own where a typedef hides the *. */
    if (param->is_read_only && param->may_restrict && !type->is_const &&
        netcl_token_is(token_at(r, param->name - 1), "*"))
        netcl_printer_insert(&r->printer, token_at(r, param->first - 1),
                             "const");
}

static bool is_literal(const struct rewrite *r, size_t i)
{
    return r->recipe->has_literals && r->launch->literals[i] &&
           r->license->params[i].may_literal;
}

/* int n = 5; */
static void write_literal(const struct rewrite *r, size_t i,
                          struct netcl_str *out)
{
    const struct netcl_license_param *param = &r->license->params[i];

    netcl_printer_write_plain(token_at(r, param->first), param->count, out);
    netcl_str_append(out, " = ");
    netcl_literal_write(r->license->signature.params[i].scalar,
                        r->launch->literals[i], out);
    netcl_str_append(out, ";");
}

/* The parameter gets another name, and the body begins with its value. */
static void fix_param(struct rewrite *r, size_t i)
{
    const struct netcl_license_param *param = &r->license->params[i];
    struct netcl_str text = NETCL_STR_INIT;
    char *name;

    if (!is_literal(r, i))
        return;
    write_literal(r, i, &text);
    name = netcl_str_format("netcl_arg_%zu", i);
    if (text.failed || !name) {
        r->printer.failed = true;
    } else {
        netcl_printer_replace(&r->printer, token_at(r, param->name), name);
        netcl_printer_insert(
            &r->printer, token_at(r, r->license->function->head), text.text);
    }
    free(name);
    netcl_str_free(&text);
}

static bool is_of_source(const struct rewrite *r,
                         const struct netcl_entity *entity)
{
    return entity->position >= r->unit->options.count;
}

static void rename_in(struct rewrite *r, const struct netcl_entity *entity,
                      const char *name, const char *ours)
{
    size_t i;

    for (i = 0; i < entity->count; i++)
        if (netcl_token_is(&entity->first[i], name))
            netcl_printer_replace(&r->printer, &entity->first[i], ours);
}

/* ---- the local size -------------------------------------------------------
 */

/* In dimension d, whoever chose it. */
static uint64_t local_size(const struct rewrite *r, unsigned d)
{
    if (r->recipe->local_kind == NETCL_RECIPE_LOCAL_SIZE)
        return d < r->recipe->local_dimensions ? r->recipe->local[d] : 1;
    return d < r->launch->dimensions ? r->launch->local[d] : 1;
}

static void write_local(const struct rewrite *r, struct netcl_str *out)
{
    netcl_str_printf(out,
                     "#define netcl_local_size(d) \\\n"
                     "    netcl_pick(d, (size_t)%" PRIu64 ", (size_t)%" PRIu64
                     ", (size_t)%" PRIu64 ", 1)\n",
                     local_size(r, 0), local_size(r, 1), local_size(r, 2));
}

static void require_size(struct rewrite *r)
{
    const struct netcl_entity *entity;
    char *text =
        netcl_str_format("__attribute__((reqd_work_group_size(%" PRIu64
                         ", %" PRIu64 ", %" PRIu64 ")))",
                         local_size(r, 0), local_size(r, 1), local_size(r, 2));
    size_t i;

    if (text)
        netcl_printer_insert(&r->printer, token_at(r, r->license->keyword),
                             text);
    r->printer.failed |= !text;
    free(text);
    for (i = 0; i < r->unit->entity_count; i++) {
        entity = &r->unit->entities[i];
        if (r->license->is_reached[i] && is_of_source(r, entity))
            rename_in(r, entity, "get_local_size", "netcl_local_size");
    }
}

/* ---- several items
 * ----------------------------------------------------------- */

static void rename_ids(struct rewrite *r, const struct netcl_entity *entity)
{
    rename_in(r, entity, "get_global_id", "netcl_global_id");
    rename_in(r, entity, "get_global_size", "netcl_global_size");
}

/* The kernel becomes a function that is told its ids. */
static void make_function(struct rewrite *r)
{
    const struct netcl_license *license = r->license;
    const struct netcl_entity *entity;
    size_t i;

    netcl_printer_replace(&r->printer, token_at(r, license->keyword),
                          "static inline __attribute__((always_inline))");
    netcl_printer_replace(&r->printer, token_at(r, license->name),
                          "netcl_body");
    netcl_printer_replace(
        &r->printer, token_at(r, license->list_end),
        ", size_t netcl_id_0, size_t netcl_id_1, size_t netcl_id_2, "
        "size_t netcl_n_0, size_t netcl_n_1, size_t netcl_n_2)");
    for (i = 0; i < r->unit->entity_count; i++) {
        entity = &r->unit->entities[i];
        if (license->is_reached[i] && is_of_source(r, entity) &&
            (entity == license->function || netcl_entity_is_macro(entity)))
            rename_ids(r, entity);
    }
}

static void write_params(const struct rewrite *r, struct netcl_str *out)
{
    const struct netcl_license *license = r->license;
    size_t i;

    for (i = 0; i < license->signature.count; i++) {
        const struct netcl_license_param *param = &license->params[i];
        bool is_restrict = r->recipe->is_restrict && param->may_restrict;
        size_t before = param->name - param->first;

        netcl_str_append(out, i ? ", " : "");
        netcl_printer_write_plain(token_at(r, param->first), before, out);
        netcl_str_printf(out, " %s netcl_p%zu", is_restrict ? "restrict" : "",
                         i);
    }
    if (r->launch->has_size_args)
        netcl_str_append(out, ", ulong netcl_n_0, ulong netcl_n_1, "
                              "ulong netcl_n_2");
}

/* name(parameters, ids, sizes */
static void write_call(const struct rewrite *r, const char *name,
                       struct netcl_str *out)
{
    size_t i;
    unsigned d;

    netcl_str_printf(out, "%s(", name);
    for (i = 0; i < r->license->signature.count; i++)
        netcl_str_printf(out, "netcl_p%zu, ", i);
    for (d = 0; d < 3; d++)
        if (d == r->recipe->dimension)
            netcl_str_append(out, "netcl_x, ");
        else
            netcl_str_printf(out, "get_global_id(%u), ", d);
    netcl_str_append(out, "netcl_n_0, netcl_n_1, netcl_n_2");
}

static void write_sizes(const struct rewrite *r, struct netcl_str *out)
{
    unsigned d;

    if (r->launch->has_size_args)
        return;
    for (d = 0; d < 3; d++)
        netcl_str_printf(out, "    const size_t netcl_n_%u = %" PRIu64 "UL;\n",
                         d,
                         d < r->launch->dimensions ? r->launch->global[d] : 1);
}

/* The same parameters and literals as the body has, all items of it at once. */
static void write_woven(struct rewrite *r, struct netcl_str *out)
{
    const struct netcl_weave_plan plan = {
        r->recipe->dimension, r->recipe->items, r->launch->is_apart};
    struct netcl_str literals = NETCL_STR_INIT;
    size_t i;

    netcl_str_append(out, "static inline __attribute__((always_inline)) bool "
                          "netcl_woven(");
    for (i = 0; i < r->license->signature.count; i++) {
        const struct netcl_license_param *param = &r->license->params[i];
        bool is_fixed = is_literal(r, i);

        netcl_printer_write_plain(token_at(r, param->first),
                                  param->name - param->first, out);
        netcl_str_printf(
            out, " %s ",
            r->recipe->is_restrict && param->may_restrict ? "restrict" : "");
        if (is_fixed) {
            netcl_str_printf(out, "netcl_arg_%zu, ", i);
            write_literal(r, i, &literals);
        } else {
            netcl_str_printf(out, "%s, ", r->license->signature.params[i].name);
        }
    }
    netcl_str_append(out, "size_t netcl_id_0, size_t netcl_id_1, "
                          "size_t netcl_id_2, size_t netcl_n_0, size_t "
                          "netcl_n_1, size_t netcl_n_2, size_t netcl_by)\n{\n");
    netcl_str_append(out, literals.text ? literals.text : "");
    out->failed |=
        literals.failed || !netcl_weave_write(r->unit, r->license, &plan, out);
    netcl_str_append(out, "return true;\n}\n");
    netcl_str_free(&literals);
}

static void write_kernel(const struct rewrite *r, struct netcl_str *out)
{
    unsigned d = r->recipe->dimension, items = r->recipe->items;

    netcl_str_printf(out, "kernel void %s(", r->license->function->name);
    write_params(r, out);
    netcl_str_append(out, ")\n{\n");
    write_sizes(r, out);
    if (r->recipe->is_strided)
        netcl_str_printf(out,
                         "    const size_t netcl_by = get_global_size(%u);\n"
                         "    size_t netcl_x = get_global_id(%u);\n",
                         d, d);
    else
        netcl_str_printf(out,
                         "    const size_t netcl_by = 1;\n"
                         "    size_t netcl_x = get_global_id(%u) * %u;\n",
                         d, items);
    netcl_str_append(out, "    uint netcl_i;\n");
    if (r->recipe->is_woven) {
        netcl_str_printf(out,
                         "    if (netcl_x + %u * netcl_by < netcl_n_%u &&\n"
                         "        ",
                         items - 1, d);
        write_call(r, "netcl_woven", out);
        netcl_str_append(out, ", netcl_by))\n        return;\n");
    }
    netcl_str_printf(out,
                     "#pragma unroll%s\n"
                     "    for (netcl_i = 0; netcl_i < %u; netcl_i++) {\n"
                     "        if (netcl_x < netcl_n_%u)\n            ",
                     r->recipe->is_woven ? " 1" : "", items, d);
    write_call(r, "netcl_body", out);
    netcl_str_append(out, ");\n        netcl_x += netcl_by;\n    }\n}\n");
}

/* ---- all of it
 * ------------------------------------------------------------------ */

/* Compilers take their time for each kernel of a source. */
static void drop_others(struct rewrite *r)
{
    const struct netcl_entity *entity;
    size_t i;

    for (i = 0; i < r->unit->entity_count; i++) {
        entity = &r->unit->entities[i];
        if (entity->kind == NETCL_ENTITY_FUNCTION && entity->is_kernel &&
            !entity->is_tangled && !r->license->is_reached[i])
            netcl_printer_drop(&r->printer, entity->first, entity->count);
    }
}

static void apply(struct rewrite *r)
{
    size_t i;

    for (i = 0; i < r->license->signature.count; i++) {
        if (r->recipe->is_restrict)
            restrict_param(r, i);
        fix_param(r, i);
    }
    if (r->recipe->is_required)
        require_size(r);
    if (has_items(r))
        make_function(r);
    drop_others(r);
}

bool netcl_rewrite_is_legal(const struct netcl_license *license,
                            const struct netcl_recipe *recipe)
{
    bool changes_local = recipe->local_kind != NETCL_RECIPE_LOCAL_KEEP;

    if (netcl_recipe_is_rewrite(recipe) && !license->may_rewrite)
        return false;
    if (recipe->items > 1 && !license->may_items)
        return false;
    if (recipe->is_woven && !(license->may_weave >> recipe->dimension & 1))
        return false;
    if (recipe->is_required &&
        (recipe->local_kind == NETCL_RECIPE_LOCAL_DRIVER || recipe->items > 1 ||
         !license->may_require))
        return false;
    return !changes_local || license->may_local;
}

char *netcl_rewrite(const struct netcl_unit *unit,
                    const struct netcl_license *license,
                    const struct netcl_recipe *recipe,
                    const struct netcl_rewrite_launch *launch)
{
    struct rewrite r = {
        {NULL, NULL, NULL, NULL, false}, unit, license, recipe, launch};
    struct netcl_str out = NETCL_STR_INIT;

    if (netcl_printer_open(unit, &r.printer)) {
        netcl_printer_close(&r.printer);
        return NULL;
    }
    apply(&r);
    if (has_items(&r) || recipe->is_required)
        netcl_str_append(&out, pick);
    if (has_items(&r))
        netcl_str_append(&out, ids);
    if (recipe->is_required)
        write_local(&r, &out);
    netcl_printer_write(&r.printer, &out);
    if (recipe->is_woven)
        write_woven(&r, &out);
    if (has_items(&r))
        write_kernel(&r, &out);
    out.failed |= r.printer.failed;
    netcl_printer_close(&r.printer);
    return netcl_str_take(&out);
}
