/* SPDX-License-Identifier: Apache-2.0 */
#include "match/loader.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"

static bool is_same(const char *known, const char *name, size_t length)
{
    return strlen(known) == length && !memcmp(known, name, length);
}

static int find_fixed(const struct netcl_scope *scope, const char *name,
                      size_t length)
{
    int slot = netcl_slot_find(name, length);
    unsigned needed = NETCL_SCOPE_DEVICE;

    if (slot >= NETCL_SLOT_groups_0)
        needed = NETCL_SCOPE_GROUPS;
    else if (slot >= NETCL_SLOT_work_dim)
        needed = NETCL_SCOPE_LAUNCH;
    return scope->bits & needed ? slot : -1;
}

/* `bytes_NAME`: NAME, else NULL. */
static const char *bytes_of(const char *name, size_t *length)
{
    if (*length <= 6 || memcmp(name, "bytes_", 6))
        return NULL;
    *length -= 6;
    return name + 6;
}

/* width_ARG and so on: which of an image's sizes. */
static int find_size(const struct netcl_arg *arg, const char *name,
                     size_t length)
{
    static const char *const sizes[NETCL_ARG_SLOTS] = {"width_", "height_",
                                                       "depth_", "layers_"};
    size_t i, head;

    for (i = 0; arg->sizes_slot >= 0 && i < NETCL_ARG_SLOTS; i++) {
        head = strlen(sizes[i]);
        if (length > head && !memcmp(name, sizes[i], head) &&
            is_same(arg->name, name + head, length - head))
            return arg->sizes_slot + (int)i;
    }
    return -1;
}

static int find_role(const struct netcl_scope *scope, const char *name,
                     size_t length)
{
    size_t i, rest = length;
    const char *buffer = bytes_of(name, &rest);
    const struct netcl_role *role;

    for (i = 0;
         scope->bits & NETCL_SCOPE_ROLES && i < scope->family->role_count;
         i++) {
        role = &scope->family->roles[i];
        if (role->kind == NETCL_ROLE_BUFFER) {
            if (buffer && is_same(role->name, buffer, rest))
                return role->slot;
        } else if (role->kind <= NETCL_ROLE_ULONG && !role->is_passed &&
                   is_same(role->name, name, length)) {
            return role->slot;
        }
    }
    return -1;
}

static int find_arg(const struct netcl_scope *scope, const char *name,
                    size_t length)
{
    size_t i, rest = length;
    const char *buffer = bytes_of(name, &rest);
    const struct netcl_arg *arg;

    for (i = 0; scope->bits & NETCL_SCOPE_ARGS && i < scope->entry->arg_count;
         i++) {
        arg = &scope->entry->args[i];
        if (arg->slot >= 0 && is_same(arg->name, name, length))
            return arg->slot;
        if (arg->bytes_slot >= 0 && buffer && is_same(arg->name, buffer, rest))
            return arg->bytes_slot;
        if (find_size(arg, name, length) >= 0)
            return find_size(arg, name, length);
    }
    return -1;
}

static int find_tunable(const struct netcl_scope *scope, const char *name,
                        size_t length)
{
    size_t i;

    for (i = 0;
         scope->bits & NETCL_SCOPE_TUNABLES && i < scope->entry->tunable_count;
         i++)
        if (is_same(scope->entry->tunables[i].name, name, length))
            return scope->entry->tunables[i].slot;
    return -1;
}

static int find_define(const struct netcl_scope *scope, const char *name,
                       size_t length)
{
    size_t i;

    for (i = 0;
         scope->bits & NETCL_SCOPE_DEFINES && i < scope->variant->define_count;
         i++)
        if (scope->variant->defines[i].slot >= 0 &&
            is_same(scope->variant->defines[i].name, name, length))
            return scope->variant->defines[i].slot;
    return -1;
}

static int resolve(void *context, const char *name, size_t length)
{
    int (*const finders[])(const struct netcl_scope *, const char *, size_t) = {
        find_fixed, find_arg, find_tunable, find_role, find_define};
    size_t i;
    int slot = -1;

    for (i = 0; slot < 0 && i < sizeof(finders) / sizeof(finders[0]); i++)
        slot = finders[i](context, name, length);
    return slot;
}

static void release_expr(void *expr)
{
    netcl_expr_free(expr);
}

static int parse(struct netcl_loader *loader, const char *text,
                 const struct netcl_scope *scope, const struct netcl_expr **out,
                 char *error, size_t error_size)
{
    struct netcl_expr *expr;
    int err = netcl_expr_parse(text, resolve, (void *)(uintptr_t)scope, &expr,
                               error, error_size);

    if (!err)
        err = netcl_arena_keep(loader->arena, expr, release_expr);
    if (!err)
        *out = expr;
    return err;
}

int netcl_loader_try_expr(struct netcl_loader *loader, const char *text,
                          const struct netcl_scope *scope,
                          const struct netcl_expr **out)
{
    return parse(loader, text, scope, out, NULL, 0);
}

int netcl_loader_expr(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      const struct netcl_scope *scope,
                      const struct netcl_expr **out)
{
    char number[32], error[160];
    const char *text = number;
    int64_t value;
    int err;

    if (netcl_json_is_number(at)) {
        err = netcl_json_integer(at, &value);
        if (!err)
            snprintf(number, sizeof(number), "%lld", (long long)value);
    } else if (netcl_json_is_text(at)) {
        err = netcl_json_text(at, &text);
    } else {
        return netcl_json_fail(at, "is not an expression");
    }
    if (err)
        return err;
    err = parse(loader, text, scope, out, error, sizeof(error));
    if (err == -EINVAL)
        netcl_json_fail(at, "\"%s\" %s", text, error);
    return err;
}

int netcl_loader_expr_member(struct netcl_loader *loader,
                             const struct netcl_json_at *object,
                             const char *key, const struct netcl_scope *scope,
                             const struct netcl_expr **out)
{
    struct netcl_json_at at;

    if (netcl_json_find(object, key, &at))
        return 0;
    return netcl_loader_expr(loader, &at, scope, out);
}

int netcl_loader_range(struct netcl_loader *loader,
                       const struct netcl_json_at *at, bool may_be_null,
                       const struct netcl_scope *scope,
                       struct netcl_range *range)
{
    struct netcl_json_at item = {0};
    size_t count = netcl_json_count(at);
    int err;

    if (may_be_null && netcl_json_is_null(at))
        return 0;
    err = netcl_json_expect_list(at);
    if (!err && (count < 1 || count > 3))
        return netcl_json_fail(at, "has %zu sizes, not 1 to 3", count);
    while (!err && netcl_json_next(at, &item))
        err = netcl_loader_expr(loader, &item, scope,
                                &range->size[range->dimensions++]);
    return err;
}

int netcl_loader_text(struct netcl_loader *loader,
                      const struct netcl_json_at *object, const char *key,
                      bool is_needed, const char **out)
{
    struct netcl_json_at at;
    const char *text;
    char *copy;
    int err;

    if (!is_needed && netcl_json_find(object, key, &at))
        return 0;
    err = netcl_json_need(object, key, &at);
    if (!err)
        err = netcl_json_text(&at, &text);
    if (err)
        return err;
    copy = netcl_arena_text(loader->arena, text);
    if (!copy)
        return -ENOMEM;
    *out = copy;
    return 0;
}

bool netcl_loader_is_name(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return !*name;
}

int netcl_loader_new_name(const struct netcl_json_at *at, const char *name)
{
    if (!netcl_loader_is_name(name))
        return netcl_json_fail(at, "\"%s\" is not a name", name);
    if (netcl_slot_find(name, strlen(name)) >= 0)
        return netcl_json_fail(at, "\"%s\" has a meaning already", name);
    return 0;
}

int netcl_loader_file(struct netcl_loader *loader,
                      const struct netcl_json_at *at, const char *name,
                      const char **bytes, size_t *length)
{
    char *path, *fresh;
    int err;

    if (!*name || strchr(name, '/'))
        return netcl_json_fail(at, "\"%s\" is not a file of this folder", name);
    path = netcl_str_format("%s/%s", loader->family->folder, name);
    if (!path)
        return -ENOMEM;
    err = netcl_file_read_trusted(path, &fresh, length);
    free(path);
    if (err == -EPERM)
        netcl_json_fail(at,
                        "\"%s\" is refused: others could have written it: own "
                        "it, and chmod go-w it",
                        name);
    else if (err)
        netcl_json_fail(at, "\"%s\" cannot be read: %s", name, strerror(-err));
    if (err)
        return err;
    *bytes = fresh;
    loader->digest = netcl_hash_text(loader->digest, name);
    loader->digest = netcl_hash_bytes(loader->digest, fresh, *length + 1);
    return netcl_arena_keep(loader->arena, fresh, free);
}
