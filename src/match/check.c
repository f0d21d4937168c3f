/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "match/loader.h"

/* What a buffer holds, where random numbers would not do. */
static int read_contents(struct netcl_loader *loader,
                         const struct netcl_json_at *list,
                         struct netcl_check_value *value)
{
    struct netcl_json_at item = {0};
    double *numbers;
    int err = netcl_json_expect_list(list);

    value->content_count = netcl_json_count(list);
    if (!err && !value->content_count)
        return netcl_json_fail(list, "is empty");
    numbers =
        netcl_arena_take(loader->arena, value->content_count, sizeof(*numbers));
    if (!numbers)
        return -ENOMEM;
    value->contents = numbers;
    while (!err && netcl_json_next(list, &item))
        err = netcl_json_real(&item, &numbers[item.index]);
    return err;
}

/* ["rgba uint8", WIDTH, HEIGHT]: a format, and sizes as for the type. */
static int read_image(struct netcl_loader *loader,
                      const struct netcl_json_at *list,
                      const struct netcl_scope *scope,
                      struct netcl_check_value *value)
{
    static const char *const formats[] = {
        "r uint8", "rgba uint8", "rgba unorm8", "r float", "rgba float", NULL};
    struct netcl_json_at item = {0};
    int format = 0, err = netcl_json_expect_list(list);

    if (!err && (netcl_json_count(list) < 2 || netcl_json_count(list) > 4))
        err = netcl_json_fail(list, "is not a format and 1 to 3 sizes");
    while (!err && netcl_json_next(list, &item))
        err = item.index
                  ? netcl_loader_expr(loader, &item, scope,
                                      &value->size.size[item.index - 1])
                  : netcl_json_choice(&item, formats, &format);
    value->format = (enum netcl_check_format)format;
    value->size.dimensions = (unsigned)netcl_json_count(list) - 1;
    return err;
}

static int read_value(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      const struct netcl_scope *scope,
                      const struct netcl_arg *arg,
                      struct netcl_check_value *value)
{
    value->is_given = true;
    if (arg->kind == NETCL_ARG_INTEGER)
        return netcl_json_integer(at, &value->integer);
    if (arg->kind == NETCL_ARG_REAL)
        return netcl_json_real(at, &value->number);
    if (arg->kind == NETCL_ARG_LOCAL)
        return netcl_loader_expr(loader, at, scope, &value->bytes);
    if (arg->kind == NETCL_ARG_BUFFER && arg->type.scalar != NETCL_SCALAR_HALF)
        return read_contents(loader, at, value);
    if (arg->kind == NETCL_ARG_IMAGE)
        return read_image(loader, at, scope, value);
    return netcl_json_fail(at, "is no argument that can have a value");
}

static int read_member(struct netcl_loader *loader,
                       const struct netcl_json_at *at,
                       const struct netcl_scope *scope,
                       struct netcl_check_value *values)
{
    size_t i;

    if (!strcmp(at->key, "global") || !strcmp(at->key, "local"))
        return 0;
    for (i = 0; i < scope->entry->arg_count; i++)
        if (!strcmp(scope->entry->args[i].name, at->key))
            return read_value(loader, at, scope, &scope->entry->args[i],
                              &values[i]);
    return netcl_json_fail(at, "is not an argument");
}

static int read_ranges(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       const struct netcl_scope *scope,
                       struct netcl_check *check)
{
    struct netcl_json_at at;
    int err = netcl_json_need(object, "global", &at);

    if (!err)
        err = netcl_loader_range(loader, &at, false, scope, &check->global);
    if (err || netcl_json_find(object, "local", &at))
        return err;
    err = netcl_loader_range(loader, &at, true, scope, &check->local);
    if (!err && check->local.dimensions &&
        check->local.dimensions != check->global.dimensions)
        err =
            netcl_json_fail(&at, "has %u sizes, but global has %u",
                            check->local.dimensions, check->global.dimensions);
    return err;
}

/* Reals have values of their own accord; sizes do not. */
static int check_given(const struct netcl_json_at *object,
                       const struct netcl_kernel_entry *entry,
                       const struct netcl_check_value *values)
{
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if (!values[i].is_given && (entry->args[i].kind == NETCL_ARG_INTEGER ||
                                    entry->args[i].kind == NETCL_ARG_IMAGE ||
                                    entry->args[i].kind == NETCL_ARG_LOCAL))
            return netcl_json_fail(object, "has no value for \"%s\"",
                                   entry->args[i].name);
    return 0;
}

static int read_check(struct netcl_loader *loader,
                      const struct netcl_json_at *object,
                      const struct netcl_scope *scope,
                      struct netcl_check *check)
{
    struct netcl_check_value *values = netcl_arena_take(
        loader->arena, scope->entry->arg_count, sizeof(*values));
    struct netcl_json_at item = {0};
    int err = netcl_json_expect_object(object);

    if (!values)
        return -ENOMEM;
    check->values = values;
    while (!err && netcl_json_next(object, &item))
        err = read_member(loader, &item, scope, values);
    if (!err)
        err = check_given(object, scope->entry, values);
    return err ? err : read_ranges(loader, object, scope, check);
}

int netcl_check_read_all(struct netcl_loader *loader,
                         const struct netcl_json_at *object,
                         struct netcl_kernel_entry *entry)
{
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_ARGS |
                                          NETCL_SCOPE_TUNABLES,
                                      loader->family, entry, NULL};
    struct netcl_json_at list, item = {0};
    struct netcl_check *checks;
    int err;

    if (netcl_json_find(object, "check", &list))
        return 0;
    err = netcl_json_expect_list(&list);
    entry->check_count = netcl_json_count(&list);
    checks =
        netcl_arena_take(loader->arena, entry->check_count, sizeof(*checks));
    if (!checks)
        return -ENOMEM;
    entry->checks = checks;
    while (!err && netcl_json_next(&list, &item))
        err = read_check(loader, &item, &scope, &checks[item.index]);
    return err;
}
