/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "match/loader.h"

int netcl_role_find(const struct netcl_family *family, const char *name)
{
    size_t i;

    for (i = 0; i < family->role_count; i++)
        if (!strcmp(family->roles[i].name, name))
            return (int)i;
    return -1;
}

uint64_t netcl_role_mask(const struct netcl_family *family,
                         const struct netcl_expr *expr)
{
    const int *slots;
    size_t i, count = expr ? netcl_expr_slots(expr, &slots) : 0;
    uint64_t mask = 0;
    int role;

    for (i = 0; i < count; i++) {
        role = slots[i] - NETCL_SLOT_FIXED;
        if (role >= 0 && (size_t)role < family->role_count)
            mask |= UINT64_C(1) << role;
    }
    return mask;
}

/* Which image; nothing else says it. */
static int read_type(struct netcl_loader *loader,
                     const struct netcl_json_at *object,
                     struct netcl_role *role)
{
    struct netcl_json_at at;
    int err;

    if (role->kind != NETCL_ROLE_IMAGE)
        return netcl_json_find(object, "type", &at)
                   ? 0
                   : netcl_json_fail(&at, "is only for images");
    err = netcl_loader_text(loader, object, "type", true, &role->type);
    if (err || netcl_type_is_image(role->type))
        return err;
    netcl_json_find(object, "type", &at);
    return netcl_json_fail(&at, "\"%s\" is not an image's type", role->type);
}

static int read_kind(const struct netcl_json_at *object,
                     struct netcl_role *role)
{
    static const char *const kinds[] = {"buffer", "int",     "uint",   "long",
                                        "ulong",  "float",   "double", "image",
                                        "sampler", NULL};
    static const char *const accesses[] = {"read", "write", "readwrite", NULL};
    struct netcl_json_at at;
    int choice, err = netcl_json_need(object, "kind", &at);

    if (!err)
        err = netcl_json_choice(&at, kinds, &choice);
    if (err)
        return err;
    role->kind = (enum netcl_role_kind)choice;
    if (!netcl_role_is_memory(role))
        return netcl_json_find(object, "access", &at)
                   ? 0
                   : netcl_json_fail(&at, "is only for buffers and images");
    err = netcl_json_need(object, "access", &at);
    if (!err)
        err = netcl_json_choice(&at, accesses, &choice);
    if (!err)
        role->access = (unsigned)choice + 1; /* as enum netcl_access */
    return err;
}

static int read_passed(const struct netcl_json_at *object,
                       struct netcl_role *role)
{
    struct netcl_json_at at;

    if (netcl_json_find(object, "passed", &at))
        return 0;
    if (role->kind == NETCL_ROLE_BUFFER || role->kind > NETCL_ROLE_ULONG)
        return netcl_json_fail(&at, "is only for integers");
    return netcl_json_bool(&at, &role->is_passed);
}

static int read_role(struct netcl_loader *loader,
                     const struct netcl_json_at *object,
                     struct netcl_role *role)
{
    static const char *const keys[] = {"kind",   "access", "default",
                                       "passed", "type",   NULL};
    int err = netcl_json_expect_keys(object, keys);

    if (err)
        return err;
    err = netcl_loader_new_name(object, object->key);
    if (err)
        return err;
    role->name = netcl_arena_text(loader->arena, object->key);
    err = role->name ? read_kind(object, role) : -ENOMEM;
    if (!err)
        err = read_type(loader, object, role);
    return err ? err : read_passed(object, role);
}

static int read_default(struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        struct netcl_role *role)
{
    const struct netcl_scope scope = {NETCL_SCOPE_ROLES, loader->family, NULL,
                                      NULL};
    struct netcl_json_at at;

    if (netcl_json_find(object, "default", &at))
        return 0;
    role->has_default = true;
    if (netcl_role_is_memory(role) || role->kind == NETCL_ROLE_SAMPLER)
        return netcl_json_fail(&at, "can only be given for numbers");
    if (role->kind == NETCL_ROLE_FLOAT || role->kind == NETCL_ROLE_DOUBLE)
        return netcl_json_real(&at, &role->number);
    return netcl_loader_expr(loader, &at, &scope, &role->value);
}

/* Each round settles the defaults whose roles are all settled. */
static int check_circles(const struct netcl_json_at *list,
                         const struct netcl_family *family)
{
    struct netcl_json_at item = {0};
    uint64_t open = 0, before;
    size_t i;

    for (i = 0; i < family->role_count; i++)
        if (family->roles[i].value)
            open |= UINT64_C(1) << i;
    do {
        before = open;
        for (i = 0; i < family->role_count; i++)
            if (!(netcl_role_mask(family, family->roles[i].value) & open))
                open &= ~(UINT64_C(1) << i);
    } while (open != before);
    for (i = 0; open && netcl_json_next(list, &item); i++)
        if (open >> i & 1)
            return netcl_json_fail(&item, "has a default that needs itself");
    return 0;
}

static int read_all(struct netcl_loader *loader,
                    const struct netcl_json_at *list, struct netcl_role *roles)
{
    struct netcl_json_at item = {0};
    int err = 0, one;
    size_t i;

    for (i = 0; netcl_json_next(list, &item); i++) {
        roles[i].slot = NETCL_SLOT_FIXED + (int)i;
        one = read_role(loader, &item, &roles[i]);
        err = one ? one : err;
    }
    if (err)
        return err;
    loader->family->roles = roles;
    loader->family->role_count = i;
    item = (struct netcl_json_at){0};
    for (i = 0; netcl_json_next(list, &item); i++) {
        one = read_default(loader, &item, &roles[i]);
        err = one ? one : err;
    }
    return err ? err : check_circles(list, loader->family);
}

int netcl_role_read_all(struct netcl_loader *loader)
{
    struct netcl_json_at list;
    struct netcl_role *roles;
    size_t count;
    int err = netcl_json_need(&loader->root, "roles", &list);

    if (!err)
        err = netcl_json_expect_object(&list);
    if (err)
        return err;
    count = netcl_json_count(&list);
    if (count > NETCL_ROLES_MAX)
        return netcl_json_fail(&list, "has more than %d roles",
                               NETCL_ROLES_MAX);
    roles = netcl_arena_take(loader->arena, count, sizeof(*roles));
    return roles ? read_all(loader, &list, roles) : -ENOMEM;
}
