/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "match/loader.h"

/* What a range or a condition of a variant may name. */
static struct netcl_scope scope_of(const struct netcl_loader *loader,
                                   const struct netcl_variant *variant)
{
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_LAUNCH |
                                          NETCL_SCOPE_ROLES |
                                          NETCL_SCOPE_DEFINES,
                                      loader->family, NULL, variant};

    return scope;
}

static int need_expr(struct netcl_variant *variant,
                     const struct netcl_expr *expr)
{
    variant->role_mask |= netcl_role_mask(variant->family, expr);
    return 0;
}

static int read_choices(struct netcl_loader *loader,
                        const struct netcl_json_at *list,
                        struct netcl_define *define)
{
    struct netcl_json_at item = {0};
    size_t count = netcl_json_count(list);
    int64_t *choices = netcl_arena_take(loader->arena, count, sizeof(*choices));
    int err = 0;

    if (!choices)
        return -ENOMEM;
    if (!count)
        return netcl_json_fail(list, "is empty");
    while (!err && netcl_json_next(list, &item))
        err = netcl_json_integer(&item, &choices[item.index]);
    define->choices = choices;
    define->choice_count = count;
    define->is_tunable = true;
    return err;
}

static int read_fixed(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      struct netcl_define *define)
{
    int64_t *value = netcl_arena_take(loader->arena, 1, sizeof(*value));

    if (!value)
        return -ENOMEM;
    define->choices = value;
    define->choice_count = 1;
    return netcl_json_integer(at, value);
}

static int read_value(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      struct netcl_define *define)
{
    const char *text;
    int err;

    if (netcl_json_is_list(at))
        return read_choices(loader, at, define);
    if (netcl_json_is_number(at))
        return read_fixed(loader, at, define);
    if (!netcl_json_is_text(at))
        return netcl_json_fail(at, "is not a number, text or list of numbers");
    err = netcl_json_text(at, &text);
    if (err)
        return err;
    define->text = netcl_arena_text(loader->arena, text);
    return define->text ? 0 : -ENOMEM;
}

static int read_define(struct netcl_loader *loader,
                       const struct netcl_json_at *at,
                       struct netcl_define *define, int slot)
{
    bool is_function = strchr(at->key, '(') != NULL;
    int err = 0;

    define->slot = -1;
    define->name = netcl_arena_text(loader->arena, at->key);
    if (!define->name)
        return -ENOMEM;
    if (!is_function)
        err = netcl_loader_new_name(at, at->key);
    if (!err && netcl_role_find(loader->family, at->key) >= 0)
        err = netcl_json_fail(at, "\"%s\" is a role already", at->key);
    if (!err)
        err = read_value(loader, at, define);
    if (!err && is_function && define->is_tunable)
        return netcl_json_fail(at, "has parameters and cannot be tunable");
    if (!err && define->choices && !is_function)
        define->slot = slot;
    return err;
}

static int count_candidates(const struct netcl_json_at *at,
                            struct netcl_variant *variant)
{
    size_t i;

    variant->candidate_count = 1;
    for (i = 0; i < variant->define_count; i++)
        if (variant->defines[i].is_tunable) {
            variant->candidate_count *= variant->defines[i].choice_count;
            if (variant->candidate_count > NETCL_CANDIDATES_MAX)
                return netcl_json_fail(at, "has more than %d combinations",
                                       NETCL_CANDIDATES_MAX);
        }
    return 0;
}

static int read_defines(struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        struct netcl_variant *variant)
{
    struct netcl_json_at list, item = {0};
    struct netcl_define *defines;
    size_t count, last;
    int err;

    variant->candidate_count = 1;
    if (netcl_json_find(object, "define", &list))
        return 0;
    err = netcl_json_expect_object(&list);
    count = netcl_json_count(&list);
    defines = netcl_arena_take(loader->arena, count, sizeof(*defines));
    if (!defines)
        return -ENOMEM;
    while (!err && netcl_json_next(&list, &item))
        err = read_define(loader, &item, &defines[item.index],
                          loader->define_base + (int)item.index);
    variant->defines = defines;
    variant->define_count = count;
    last = (size_t)loader->define_base + count;
    if (last > loader->family->slot_count)
        loader->family->slot_count = last;
    return err ? err : count_candidates(&list, variant);
}

static int read_file(struct netcl_loader *loader,
                     const struct netcl_json_at *at,
                     struct netcl_variant *variant, const char **files,
                     struct netcl_str *source)
{
    const char *name, *bytes;
    size_t length;
    int err = netcl_json_text(at, &name);

    if (!err)
        err = netcl_loader_file(loader, at, name, &bytes, &length);
    if (err)
        return err;
    netcl_str_append_bytes(source, bytes, length);
    if (length && bytes[length - 1] != '\n')
        netcl_str_append_char(source, '\n');
    files[variant->file_count] = netcl_arena_text(loader->arena, name);
    return files[variant->file_count++] ? 0 : -ENOMEM;
}

static int read_files(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      struct netcl_variant *variant, struct netcl_str *source)
{
    struct netcl_json_at item = {0};
    size_t count = netcl_json_count(at);
    const char **files =
        netcl_arena_take(loader->arena, count + 1, sizeof(*files));
    int err = 0;

    if (!files)
        return -ENOMEM;
    variant->files = files;
    if (!netcl_json_is_list(at))
        return read_file(loader, at, variant, files, source);
    if (!count)
        return netcl_json_fail(at, "is empty");
    while (!err && netcl_json_next(at, &item))
        err = read_file(loader, &item, variant, files, source);
    return err;
}

static int read_source(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_variant *variant)
{
    struct netcl_str source = NETCL_STR_INIT;
    struct netcl_json_at at;
    int err = netcl_json_need(object, "source", &at);

    if (err)
        return err;
    err = read_files(loader, &at, variant, &source);
    variant->source_length = source.length;
    if (!err) {
        variant->source = netcl_arena_bytes(
            loader->arena, source.text ? source.text : "", source.length);
        err = source.failed || !variant->source ? -ENOMEM : 0;
    }
    netcl_str_free(&source);
    return err;
}

static int read_scratch(struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        struct netcl_variant *variant)
{
    struct netcl_scope scope = scope_of(loader, variant);
    struct netcl_json_at list, item = {0};
    struct netcl_scratch *scratch;
    int err;

    if (netcl_json_find(object, "scratch", &list))
        return 0;
    scope.bits |= NETCL_SCOPE_GROUPS;
    err = netcl_json_expect_object(&list);
    scratch = netcl_arena_take(loader->arena, netcl_json_count(&list),
                               sizeof(*scratch));
    if (!scratch)
        return -ENOMEM;
    variant->scratch = scratch;
    while (!err && netcl_json_next(&list, &item)) {
        scratch[item.index].name = netcl_arena_text(loader->arena, item.key);
        if (!scratch[item.index].name)
            return -ENOMEM;
        err = netcl_loader_new_name(&item, item.key);
        if (!err && netcl_role_find(loader->family, item.key) >= 0)
            err = netcl_json_fail(&item, "is a role already");
        if (!err)
            err = netcl_loader_expr(loader, &item, &scope,
                                    &scratch[item.index].bytes);
        if (!err)
            need_expr(variant, scratch[item.index].bytes);
        variant->scratch_count++;
    }
    return err;
}

static int read_launch_arg(const struct netcl_json_at *at,
                           struct netcl_variant *variant,
                           struct netcl_launch_arg *arg)
{
    const char *name;
    int role, err = netcl_json_text(at, &name);
    size_t i;

    if (err)
        return err;
    role = netcl_role_find(variant->family, name);
    if (role >= 0) {
        arg->index = (size_t)role;
        variant->role_mask |= UINT64_C(1) << role;
        return 0;
    }
    for (i = 0; i < variant->scratch_count; i++)
        if (!strcmp(variant->scratch[i].name, name)) {
            arg->is_scratch = true;
            arg->index = i;
            return 0;
        }
    return netcl_json_fail(at, "\"%s\" is neither a role nor scratch", name);
}

static int read_launch_args(struct netcl_loader *loader,
                            const struct netcl_json_at *object,
                            struct netcl_variant *variant,
                            struct netcl_launch *launch)
{
    struct netcl_json_at list, item = {0};
    struct netcl_launch_arg *args;
    int err = netcl_json_need(object, "args", &list);

    if (!err)
        err = netcl_json_expect_list(&list);
    if (err)
        return err;
    launch->arg_count = netcl_json_count(&list);
    args = netcl_arena_take(loader->arena, launch->arg_count, sizeof(*args));
    if (!args)
        return -ENOMEM;
    launch->args = args;
    while (!err && netcl_json_next(&list, &item))
        err = read_launch_arg(&item, variant, &args[item.index]);
    return err;
}

static int read_ranges(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_variant *variant,
                       struct netcl_launch *launch)
{
    struct netcl_scope scope = scope_of(loader, variant);
    struct netcl_json_at at;
    unsigned i;
    int err = netcl_json_need(object, "global", &at);

    if (!err)
        err = netcl_loader_range(loader, &at, false, &scope, &launch->global);
    if (!err && !netcl_json_find(object, "local", &at)) {
        err = netcl_loader_range(loader, &at, true, &scope, &launch->local);
        if (!err && launch->local.dimensions &&
            launch->local.dimensions != launch->global.dimensions)
            err = netcl_json_fail(&at, "has %u sizes, but global has %u",
                                  launch->local.dimensions,
                                  launch->global.dimensions);
    }
    if (err)
        return err;
    for (i = 0; i < launch->global.dimensions; i++)
        need_expr(variant, launch->global.size[i]);
    for (i = 0; i < launch->local.dimensions; i++)
        need_expr(variant, launch->local.size[i]);
    return 0;
}

static int read_launch(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_variant *variant,
                       struct netcl_launch *launch)
{
    int err =
        netcl_loader_text(loader, object, "kernel", true, &launch->kernel);

    if (!err)
        err = read_launch_args(loader, object, variant, launch);
    return err ? err : read_ranges(loader, object, variant, launch);
}

/*
 * Where a later launch fails, the program's own kernel still has to find its
 * buffers as they were.
 */
static int check_early(const struct netcl_json_at *at,
                       const struct netcl_family *family,
                       const struct netcl_launch *launch)
{
    const struct netcl_role *role;
    size_t i;

    for (i = 0; i < launch->arg_count; i++) {
        role = &family->roles[launch->args[i].index];
        if (!launch->args[i].is_scratch && netcl_role_is_memory(role) &&
            role->access == (NETCL_ACCESS_READ | NETCL_ACCESS_WRITE))
            return netcl_json_fail(at,
                                   "\"%s\" is read and written: only the last "
                                   "launch may have it",
                                   role->name);
    }
    return 0;
}

static int read_several(struct netcl_loader *loader,
                        const struct netcl_json_at *list,
                        struct netcl_variant *variant,
                        struct netcl_launch *launches)
{
    static const char *const keys[] = {"kernel", "args", "global", "local",
                                       NULL};
    struct netcl_json_at item = {0};
    int err = 0;

    while (!err && netcl_json_next(list, &item)) {
        err = netcl_json_expect_keys(&item, keys);
        if (!err)
            err = read_launch(loader, &item, variant, &launches[item.index]);
        if (!err && item.index + 1 < variant->launch_count)
            err = check_early(&item, variant->family, &launches[item.index]);
    }
    return err;
}

static int read_launches(struct netcl_loader *loader,
                         const struct netcl_json_at *object,
                         struct netcl_variant *variant)
{
    static const char *const single[] = {"kernel", "args", "global", "local"};
    struct netcl_json_at list, at;
    struct netcl_launch *launches;
    bool is_list = !netcl_json_find(object, "launches", &list);
    int err = is_list ? netcl_json_expect_list(&list) : 0;
    size_t i;

    if (err)
        return err;
    variant->launch_count = is_list ? netcl_json_count(&list) : 1;
    launches = netcl_arena_take(loader->arena, variant->launch_count,
                                sizeof(*launches));
    if (!launches)
        return -ENOMEM;
    variant->launches = launches;
    if (!is_list)
        return read_launch(loader, object, variant, launches);
    for (i = 0; i < sizeof(single) / sizeof(single[0]); i++)
        if (!netcl_json_find(object, single[i], &at))
            return netcl_json_fail(&at, "cannot stand beside launches");
    if (!variant->launch_count)
        return netcl_json_fail(&list, "is empty");
    return read_several(loader, &list, variant, launches);
}

/* What may stand in a choice without an escape. */
static bool is_label(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");

    return length && !name[length] && strcmp(name, "original");
}

static int read_name(struct netcl_loader *loader,
                     const struct netcl_json_at *object,
                     struct netcl_variant *variant)
{
    const struct netcl_family *family = loader->family;
    struct netcl_json_at at;
    size_t i;
    int err = netcl_loader_text(loader, object, "name", true, &variant->name);

    if (err || netcl_json_need(object, "name", &at))
        return err ? err : -EINVAL;
    if (!is_label(variant->name))
        return netcl_json_fail(&at, "\"%s\" cannot be a variant's name",
                               variant->name);
    for (i = 0; i < family->variant_count; i++)
        if (!strcmp(family->variants[i].name, variant->name))
            return netcl_json_fail(&at, "\"%s\" is there twice", variant->name);
    return 0;
}

static int read_variant(struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        struct netcl_variant *variant)
{
    static const char *const keys[] = {
        "name", "source", "define", "options",  "requires", "kernel",
        "args", "global", "local",  "launches", "scratch",  NULL};
    struct netcl_scope scope = scope_of(loader, variant);
    int err = netcl_json_expect_keys(object, keys);

    if (!err)
        err = read_name(loader, object, variant);
    if (!err)
        err = read_source(loader, object, variant);
    if (!err)
        err = netcl_loader_text(loader, object, "options", false,
                                &variant->options);
    if (!err)
        err = read_defines(loader, object, variant);
    if (!err)
        err = netcl_loader_expr_member(loader, object, "requires", &scope,
                                       &variant->requirement);
    if (!err)
        err = read_scratch(loader, object, variant);
    if (!err)
        err = read_launches(loader, object, variant);
    if (!err)
        need_expr(variant, variant->requirement);
    return err;
}

int netcl_variant_read_all(struct netcl_loader *loader)
{
    struct netcl_family *family = loader->family;
    struct netcl_json_at list, item = {0};
    struct netcl_variant *variants, *next;
    int err = netcl_json_need(&loader->root, "variants", &list);

    if (!err)
        err = netcl_json_expect_list(&list);
    if (err)
        return err;
    variants = netcl_arena_take(loader->arena, netcl_json_count(&list),
                                sizeof(*variants));
    if (!variants)
        return -ENOMEM;
    family->variants = variants;
    while (netcl_json_next(&list, &item)) {
        next = &variants[family->variant_count];
        *next = (struct netcl_variant){
            .family = family, .index = family->variant_count, .options = ""};
        err = read_variant(loader, &item, next);
        if (err == -ENOMEM)
            return err;
        if (err)
            family->broken++;
        else
            family->variant_count++;
    }
    return 0;
}
