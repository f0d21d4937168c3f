/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "match/loader.h"

static int read_tunables(struct netcl_loader *loader,
                         const struct netcl_json_at *object,
                         struct netcl_kernel_entry *entry, int slot)
{
    struct netcl_json_at list, item = {0};
    struct netcl_tunable *tunables;
    const char **names;
    const char *name;
    size_t count;
    int err;

    if (netcl_json_find(object, "tunables", &list))
        return 0;
    err = netcl_json_expect_list(&list);
    count = netcl_json_count(&list);
    if (!err && count > NETCL_TUNABLES_MAX)
        return netcl_json_fail(&list, "has more than %d names",
                               NETCL_TUNABLES_MAX);
    tunables = netcl_arena_take(loader->arena, count, sizeof(*tunables));
    names = netcl_arena_take(loader->arena, count, sizeof(*names));
    if (!tunables || !names)
        return -ENOMEM;
    while (!err && netcl_json_next(&list, &item)) {
        err = netcl_json_text(&item, &name);
        if (!err)
            err = netcl_loader_new_name(&item, name);
        if (err)
            break;
        names[item.index] = netcl_arena_text(loader->arena, name);
        if (!names[item.index])
            return -ENOMEM;
        tunables[item.index].name = names[item.index];
        tunables[item.index].slot = slot + (int)item.index;
    }
    entry->tunables = tunables;
    entry->tunable_names = names;
    entry->tunable_count = count;
    return err;
}

static void release_param(void *param)
{
    netcl_param_free(param);
}

static int read_type(struct netcl_loader *loader,
                     const struct netcl_json_at *object, struct netcl_arg *arg)
{
    struct netcl_json_at at;
    const char *text;
    int err = netcl_json_need(object, "type", &at);

    if (!err)
        err = netcl_json_text(&at, &text);
    if (err)
        return err;
    err = netcl_signature_parse_type(text, &arg->type);
    if (err == -EINVAL)
        return netcl_json_fail(&at, "\"%s\" is not a type", text);
    if (err)
        return err;
    if (arg->type.is_pointer)
        arg->kind = arg->type.space == NETCL_SPACE_LOCAL ? NETCL_ARG_LOCAL
                                                         : NETCL_ARG_BUFFER;
    else if (arg->type.is_image)
        arg->kind = NETCL_ARG_IMAGE;
    else if (!strcmp(arg->type.type, "sampler_t"))
        arg->kind = NETCL_ARG_SAMPLER;
    else if (arg->type.lanes == 1 && netcl_scalar_is_integer(arg->type.scalar))
        arg->kind = NETCL_ARG_INTEGER;
    else if (arg->type.lanes == 1 && arg->type.scalar != NETCL_SCALAR_NONE)
        arg->kind = NETCL_ARG_REAL;
    else
        arg->kind = NETCL_ARG_OTHER;
    return netcl_arena_keep(loader->arena, &arg->type, release_param);
}

static int read_arg(struct netcl_loader *loader,
                    const struct netcl_json_at *object, struct netcl_arg *arg,
                    int slot)
{
    static const char *const keys[] = {"name", "type", "elements", "access",
                                       NULL};
    struct netcl_json_at at;
    int err = netcl_json_expect_keys(object, keys);

    arg->slot = arg->bytes_slot = arg->sizes_slot = -1;
    if (!err)
        err = netcl_loader_text(loader, object, "name", true, &arg->name);
    if (!err)
        err = read_type(loader, object, arg);
    if (err)
        return err;
    if (arg->kind == NETCL_ARG_BUFFER)
        arg->bytes_slot = slot;
    if (arg->kind == NETCL_ARG_IMAGE)
        arg->sizes_slot = slot;
    if (arg->kind == NETCL_ARG_INTEGER)
        arg->slot = slot;
    if (netcl_json_find(object, "name", &at))
        return -EINVAL;
    if (arg->kind == NETCL_ARG_INTEGER)
        return netcl_loader_new_name(&at, arg->name);
    if (!netcl_loader_is_name(arg->name))
        return netcl_json_fail(&at, "\"%s\" is not a name", arg->name);
    return 0;
}

/* Buffers say how far and how they are used, images how; nothing else may. */
static int read_use(struct netcl_loader *loader,
                    const struct netcl_json_at *object,
                    const struct netcl_kernel_entry *entry,
                    struct netcl_arg *arg)
{
    static const char *const accesses[] = {"read", "write", "readwrite", NULL};
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_LAUNCH |
                                          NETCL_SCOPE_ARGS |
                                          NETCL_SCOPE_TUNABLES,
                                      entry->family, entry, NULL};
    struct netcl_json_at at;
    int access, err;

    if (arg->kind != NETCL_ARG_BUFFER &&
        !netcl_json_find(object, "elements", &at))
        return netcl_json_fail(&at, "is only for buffers");
    if (arg->kind != NETCL_ARG_BUFFER && arg->kind != NETCL_ARG_IMAGE)
        return netcl_json_find(object, "access", &at)
                   ? 0
                   : netcl_json_fail(&at, "is only for buffers and images");
    err = netcl_json_need(object, "access", &at);
    if (!err)
        err = netcl_json_choice(&at, accesses, &access);
    if (err)
        return err;
    arg->access = (unsigned)access + 1; /* as enum netcl_access */
    if (arg->kind == NETCL_ARG_IMAGE)
        return 0;
    err = netcl_json_need(object, "elements", &at);
    return err ? err : netcl_loader_expr(loader, &at, &scope, &arg->elements);
}

static int check_twice(const struct netcl_json_at *at,
                       const struct netcl_arg *args, size_t index)
{
    size_t i;

    for (i = 0; i < index; i++)
        if (!strcmp(args[i].name, args[index].name))
            return netcl_json_fail(at, "\"%s\" is there twice",
                                   args[index].name);
    return 0;
}

int netcl_argument_read_all(struct netcl_loader *loader,
                            const struct netcl_json_at *object,
                            struct netcl_kernel_entry *entry)
{
    struct netcl_json_at list, item = {0};
    struct netcl_arg *args;
    int err = netcl_json_need(object, "args", &list), one;

    if (!err)
        err = netcl_json_expect_list(&list);
    if (err)
        return err;
    args =
        netcl_arena_take(loader->arena, netcl_json_count(&list), sizeof(*args));
    if (!args)
        return -ENOMEM;
    while (netcl_json_next(&list, &item)) {
        one = read_arg(loader, &item, &args[item.index],
                       loader->own_base + NETCL_ARG_SLOTS * (int)item.index);
        if (!one)
            one = check_twice(&item, args, item.index);
        if (one)
            return one;
        entry->arg_count++;
    }
    entry->args = args;
    err = read_tunables(loader, object, entry,
                        loader->own_base +
                            NETCL_ARG_SLOTS * (int)entry->arg_count);
    item = (struct netcl_json_at){0};
    while (!err && netcl_json_next(&list, &item))
        err = read_use(loader, &item, entry, &args[item.index]);
    return err;
}
