/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/license.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "derive/rounding.h"
#include "derive/usage.h"
#include "derive/weave.h"
#include "match/slice.h"

/* What a slice mentions beyond enum netcl_fact. */
enum {
    HAS_PASTE = 1 << 0, /* names may be made that nobody sees */
    HAS_VOLATILE = 1 << 1,
    HAS_REQUIRED = 1 << 2, /* reqd_work_group_size */
    HAS_STATE = 1 << 3,    /* memory that outlives the launch */
    HAS_ASM = 1 << 4,
    HAS_FENCE = 1 << 5,
    HAS_LINE = 1 << 6,
    HAS_OURS = 1 << 7, /* names that begin like ours */
    HAS_LINEAR = 1 << 8,
    HAS_ID = 1 << 9 /* asks for its global id or size outside the kernel */
};

static const struct {
    const char *word;
    unsigned marks;
} words[] = {
    {"##", HAS_PASTE},
    {"volatile", HAS_VOLATILE},
    {"reqd_work_group_size", HAS_REQUIRED},
    {"__reqd_work_group_size__", HAS_REQUIRED},
    {"asm", HAS_ASM},
    {"__asm__", HAS_ASM},
    {"__asm", HAS_ASM},
    {"mem_fence", HAS_FENCE},
    {"read_mem_fence", HAS_FENCE},
    {"write_mem_fence", HAS_FENCE},
    {"__LINE__", HAS_LINE},
    {"__COUNTER__", HAS_LINE},
    {"get_global_linear_id", HAS_LINEAR},
};

static unsigned marks_of_word(const struct netcl_token *token)
{
    size_t i;

    if (!strncmp(token->text, "netcl_", 6))
        return HAS_OURS;
    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (netcl_token_is(token, words[i].word))
            return words[i].marks;
    return 0;
}

/* Variables at file scope, or static ones of a function. */
static bool has_state(const struct netcl_entity *entity)
{
    bool is_function = entity->kind == NETCL_ENTITY_FUNCTION;
    bool is_typedef = netcl_token_is(&entity->first[0], "typedef");
    size_t i;

    if (entity->kind == NETCL_ENTITY_INVOCATION)
        return true;
    for (i = is_function ? entity->head : 0; i < entity->count; i++)
        if (netcl_token_is(&entity->first[i], "static") && is_function)
            return true;
    if (entity->kind != NETCL_ENTITY_DECLARATION || is_typedef)
        return false;
    for (i = 0; i < entity->count; i++) {
        if (netcl_token_is(&entity->first[i], "(") ||
            netcl_token_is(&entity->first[i], "{"))
            return false; /* a prototype, a struct */
        if (netcl_token_is(&entity->first[i], "global"))
            return true;
    }
    return false;
}

static unsigned marks_of(const struct netcl_entity *entity,
                         const struct netcl_entity *own)
{
    unsigned marks = has_state(entity) ? HAS_STATE : 0;
    size_t i;

    for (i = 0; i < entity->count; i++) {
        marks |= marks_of_word(&entity->first[i]);
        if (entity != own && entity->kind == NETCL_ENTITY_FUNCTION &&
            (netcl_token_is(&entity->first[i], "get_global_id") ||
             netcl_token_is(&entity->first[i], "get_global_size")))
            marks |= HAS_ID;
    }
    return marks;
}

/* ---- the parameters' tokens --------------------------------------------- */

static bool find_list(struct netcl_license *license)
{
    const struct netcl_entity *function = license->function;
    size_t i;
    int depth = 0;

    license->keyword = SIZE_MAX;
    for (i = 0; i < function->head; i++) {
        const struct netcl_token *token = &function->first[i];

        if (netcl_token_is(token, "kernel") && !depth)
            license->keyword = i;
        if (netcl_token_is(token, "(") && !depth++ && i &&
            !strcmp(token[-1].text, function->name)) {
            license->name = i - 1;
            license->list = i + 1;
        } else if (netcl_token_is(token, ")") && !--depth && license->list &&
                   !license->list_end) {
            license->list_end = i;
        }
    }
    return license->list_end != 0;
}

static void set_param(struct netcl_license *license, size_t index, size_t first,
                      size_t end)
{
    struct netcl_license_param *param = &license->params[index];
    const char *name = license->signature.params[index].name;
    size_t i;

    param->first = first;
    param->count = end - first;
    for (i = first; i < end && *name; i++)
        if (!strcmp(license->function->first[i].text, name)) {
            param->name = i;
            param->is_found = i + 1 == end; /* no array behind it */
        }
}

/* Whether there are as many as the signature says. */
static bool find_params(struct netcl_license *license)
{
    const struct netcl_token *tokens = license->function->first;
    size_t i, first = license->list, index = 0;
    int depth = 0;

    if (!license->signature.count)
        return true;
    for (i = license->list; i <= license->list_end; i++) {
        depth += netcl_token_is(&tokens[i], "(");
        if (i < license->list_end)
            depth -= netcl_token_is(&tokens[i], ")");
        if (i < license->list_end &&
            (depth || !netcl_token_is(&tokens[i], ",")))
            continue;
        if (index >= license->signature.count)
            return false;
        set_param(license, index++, first, i);
        first = i + 1;
    }
    return index == license->signature.count;
}

/* ---- what is allowed --------------------------------------------------------
 */

/*
 * No reals: of a product of two constants compilers make one, rounded, where
 * they would have contracted it with the sum around it.
 */
static bool is_literal_type(const struct netcl_param *param)
{
    return !param->is_pointer && param->lanes == 1 &&
           netcl_scalar_is_integer(param->scalar) && !param->is_volatile;
}

static void judge_param(struct netcl_license *license,
                        const struct netcl_unit *unit, size_t i, bool has_cast)
{
    const struct netcl_param *type = &license->signature.params[i];
    struct netcl_license_param *param = &license->params[i];
    unsigned usage;

    if (!type->is_pointer) {
        param->may_literal = param->is_found && is_literal_type(type);
        return;
    }
    param->is_read_only =
        type->space == NETCL_SPACE_CONSTANT || (type->is_const && !has_cast);
    if (!param->is_found || type->space != NETCL_SPACE_GLOBAL)
        return;
    usage = netcl_usage_read(unit, license->function, type->name);
    param->is_read_only |= !(usage & NETCL_USAGE_MAY_WRITE);
    param->is_write_only =
        !(usage & NETCL_USAGE_MAY_READ) && !has_cast && !param->is_read_only;
    param->may_restrict = !type->is_restrict && !type->is_volatile &&
                          !(usage & NETCL_USAGE_COMPARED);
}

/* Several functions of that name under conditions: in place is beyond us. */
static bool is_only_one(const struct netcl_unit *unit, const char *kernel)
{
    return !netcl_unit_function(unit, kernel, 1);
}

static bool has_attribute(const struct netcl_license *license)
{
    size_t i;

    for (i = 0; i < license->function->head; i++)
        if (netcl_token_is(&license->function->first[i], "__attribute__"))
            return true;
    return false;
}

static bool are_all_named(const struct netcl_license *license)
{
    size_t i;

    for (i = 0; i < license->signature.count; i++)
        if (!license->params[i].is_found)
            return false;
    return license->signature.count > 0;
}

static bool mentions(const struct netcl_license *license, const char *name)
{
    const struct netcl_entity *function = license->function;
    size_t i;

    for (i = function->head; i < function->count; i++)
        if (netcl_token_is(&function->first[i], name))
            return true;
    return false;
}

/* No number becomes a pointer, and no element can hold one. */
static bool is_contained(const struct netcl_license *license, bool has_cast,
                         unsigned marks)
{
    const struct netcl_param *param = license->signature.params;
    size_t i;

    for (i = 0; i < license->signature.count; i++, param++)
        if (param->scalar == NETCL_SCALAR_NONE && !param->is_image &&
            !netcl_type_is_opaque(param->type))
            return false;
    return !has_cast && !(marks & HAS_PASTE);
}

static void judge(struct netcl_license *license, const struct netcl_unit *unit,
                  const char *kernel, unsigned facts, unsigned marks)
{
    const unsigned order = NETCL_FACT_BARRIER | NETCL_FACT_LOCAL |
                           NETCL_FACT_LOCAL_VARIABLE | NETCL_FACT_GROUPS |
                           NETCL_FACT_ENQUEUE | NETCL_FACT_ATOMIC;
    bool has_cast = netcl_usage_has_cast(unit, license->is_reached);
    bool depends = netcl_rounding_depends(unit, license->is_reached);
    size_t i;

    license->is_contained = is_contained(license, has_cast, marks);
    license->may_local =
        !(facts & order) && !(marks & (HAS_PASTE | HAS_REQUIRED));
    license->may_rewrite = !unit->is_opaque && is_only_one(unit, kernel) &&
                           !(marks & (HAS_PASTE | HAS_LINE | HAS_OURS)) &&
                           find_list(license) && find_params(license);
    if (!license->may_rewrite) {
        license->list = license->list_end = 0;
        for (i = 0; i < license->signature.count; i++)
            license->params[i].is_read_only =
                license->signature.params[i].space == NETCL_SPACE_CONSTANT;
        return;
    }
    for (i = 0; i < license->signature.count; i++)
        judge_param(license, unit, i, has_cast);
    if (depends)
        for (i = 0; i < license->signature.count; i++)
            license->params[i].may_literal = false;
    license->may_require =
        !depends && license->keyword != SIZE_MAX && !has_attribute(license) &&
        !(marks & HAS_REQUIRED) &&
        netcl_usage_is_plain(unit, license, "get_local_size");
    license->may_items =
        license->may_local && license->keyword != SIZE_MAX &&
        !(depends && mentions(license, "get_global_size")) &&
        !(facts & NETCL_FACT_OFFSET) && !has_attribute(license) &&
        are_all_named(license) &&
        netcl_usage_is_plain(unit, license, "get_global_id") &&
        netcl_usage_is_plain(unit, license, "get_global_size") &&
        !(marks & (HAS_VOLATILE | HAS_FENCE | HAS_LINEAR | HAS_ID));
}

/* Pointers that lead nowhere we know, queues, pipes. */
static bool has_odd_param(const struct netcl_signature *signature)
{
    size_t i;

    for (i = 0; i < signature->count; i++) {
        const struct netcl_param *param = &signature->params[i];

        if (!param->is_pointer && !param->bytes &&
            netcl_type_is_opaque(param->type) &&
            strcmp(param->type, "sampler_t"))
            return true;
        if (param->is_pointer &&
            (param->space == NETCL_SPACE_PRIVATE || strstr(param->type, "**")))
            return true;
    }
    return false;
}

/* It leaves nothing behind, so there is nothing to check a variant by. */
static bool changes_nothing(const struct netcl_license *license)
{
    const struct netcl_param *param = license->signature.params;
    size_t i;

    for (i = 0; i < license->signature.count; i++, param++)
        if ((param->is_image && (param->access & NETCL_ACCESS_WRITE)) ||
            (param->is_pointer && param->space != NETCL_SPACE_LOCAL &&
             !license->params[i].is_read_only))
            return false;
    return true;
}

static int inspect(const struct netcl_unit *unit, const char *kernel,
                   struct netcl_license *license)
{
    const unsigned refused = NETCL_FACT_PRINTF | NETCL_FACT_ENQUEUE;
    unsigned facts = 0, marks = 0;
    size_t i;
    int err = netcl_slice_facts(unit, kernel, &facts);

    if (!err)
        err = netcl_slice_reached(unit, kernel, license->is_reached);
    if (err)
        return err;
    for (i = 0; i < unit->entity_count; i++)
        if (license->is_reached[i])
            marks |= marks_of(&unit->entities[i], license->function);
    if ((facts & refused) || (marks & (HAS_STATE | HAS_ASM)) ||
        has_odd_param(&license->signature))
        return -ENOTSUP;
    judge(license, unit, kernel, facts, marks);
    if (changes_nothing(license))
        return -ENOTSUP;
    return license->may_local || license->may_rewrite ? 0 : -ENOTSUP;
}

int netcl_license_open(const struct netcl_unit *unit, const char *kernel,
                       struct netcl_license *license)
{
    unsigned d;
    int err;

    memset(license, 0, sizeof(*license));
    license->function = netcl_unit_function(unit, kernel, 0);
    if (!license->function)
        return -ENOENT;
    err = netcl_signature_read(unit, kernel, &license->signature);
    if (err)
        return err;
    license->params =
        calloc(license->signature.count + 1, sizeof(*license->params));
    license->is_reached = calloc(unit->entity_count + 1, sizeof(bool));
    errno = 0;
    err = license->params && license->is_reached
              ? inspect(unit, kernel, license)
              : -ENOMEM;
    for (d = 0; !err && d < 3; d++)
        if (netcl_weave_pays(unit, license, d))
            license->may_weave |= 1U << d;
    /* What there was no memory to look at is not what may not be done. */
    if (!err && errno == ENOMEM)
        err = -ENOMEM;
    if (err)
        netcl_license_close(license);
    return err;
}

void netcl_license_close(struct netcl_license *license)
{
    netcl_signature_free(&license->signature);
    free(license->params);
    free(license->is_reached);
    memset(license, 0, sizeof(*license));
}
