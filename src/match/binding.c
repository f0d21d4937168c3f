/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "match/loader.h"

static int find_arg(const struct netcl_kernel_entry *entry, const char *name)
{
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if (!strcmp(entry->args[i].name, name))
            return (int)i;
    return -1;
}

static bool fits_role(const struct netcl_arg *arg,
                      const struct netcl_role *role)
{
    static const enum netcl_scalar scalars[] = {
        [NETCL_ROLE_INT] = NETCL_SCALAR_INT,
        [NETCL_ROLE_UINT] = NETCL_SCALAR_UINT,
        [NETCL_ROLE_LONG] = NETCL_SCALAR_LONG,
        [NETCL_ROLE_ULONG] = NETCL_SCALAR_ULONG,
        [NETCL_ROLE_FLOAT] = NETCL_SCALAR_FLOAT,
        [NETCL_ROLE_DOUBLE] = NETCL_SCALAR_DOUBLE};

    if (role->kind == NETCL_ROLE_BUFFER)
        return arg->kind == NETCL_ARG_BUFFER;
    if (role->kind == NETCL_ROLE_SAMPLER)
        return arg->kind == NETCL_ARG_SAMPLER;
    if (role->kind == NETCL_ROLE_IMAGE)
        return arg->kind == NETCL_ARG_IMAGE &&
               !strcmp(arg->type.type, role->type);
    return (arg->kind == NETCL_ARG_INTEGER || arg->kind == NETCL_ARG_REAL) &&
           arg->type.scalar == scalars[role->kind];
}

/* An argument of the role's kind. */
static int bind_arg(const struct netcl_json_at *at,
                    const struct netcl_kernel_entry *entry,
                    const struct netcl_role *role,
                    struct netcl_binding *binding)
{
    static const char *const kinds[] = {
        [NETCL_ROLE_BUFFER] = "buffer", [NETCL_ROLE_INT] = "int",
        [NETCL_ROLE_UINT] = "uint",     [NETCL_ROLE_LONG] = "long",
        [NETCL_ROLE_ULONG] = "ulong",   [NETCL_ROLE_FLOAT] = "float",
        [NETCL_ROLE_DOUBLE] = "double", [NETCL_ROLE_SAMPLER] = "sampler_t"};
    bool is_fit = false;
    const char *name;
    int err = netcl_json_text(at, &name);

    if (err)
        return err;
    binding->from = NETCL_BINDING_ARG;
    binding->arg = find_arg(entry, name);
    if (binding->arg >= 0)
        is_fit = fits_role(&entry->args[binding->arg], role);
    if (!is_fit)
        return netcl_json_fail(at, "\"%s\" is not a %s argument", name,
                               role->type ? role->type : kinds[role->kind]);
    return 0;
}

static int bind_memory(const struct netcl_json_at *at,
                       const struct netcl_kernel_entry *entry,
                       const struct netcl_role *role,
                       struct netcl_binding *binding)
{
    const struct netcl_arg *arg;
    int err = bind_arg(at, entry, role, binding);

    if (err)
        return err;
    arg = &entry->args[binding->arg];
    if (role->kind == NETCL_ROLE_IMAGE && arg->access != role->access)
        return netcl_json_fail(at, "the role has another access than \"%s\"",
                               arg->name);
    if ((arg->access ^ role->access) & NETCL_ACCESS_WRITE)
        return netcl_json_fail(at, "the role is %swritten, but \"%s\" is%s",
                               role->access & NETCL_ACCESS_WRITE ? "" : "not ",
                               arg->name,
                               arg->access & NETCL_ACCESS_WRITE ? "" : " not");
    return 0;
}

static int bind(struct netcl_loader *loader, const struct netcl_json_at *at,
                struct netcl_kernel_entry *entry,
                struct netcl_binding *bindings)
{
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_LAUNCH |
                                          NETCL_SCOPE_ARGS |
                                          NETCL_SCOPE_TUNABLES,
                                      loader->family, entry, NULL};
    int index = netcl_role_find(loader->family, at->key);
    const struct netcl_role *role;

    if (index < 0)
        return netcl_json_fail(at, "is not a role of the family");
    role = &loader->family->roles[index];
    if (netcl_role_is_memory(role))
        return bind_memory(at, entry, role, &bindings[index]);
    if (role->kind <= NETCL_ROLE_ULONG && !role->is_passed) {
        bindings[index].from = NETCL_BINDING_EXPR;
        return netcl_loader_expr(loader, at, &scope, &bindings[index].value);
    }
    if (netcl_json_is_number(at) && !role->is_passed &&
        role->kind != NETCL_ROLE_SAMPLER) {
        bindings[index].from = NETCL_BINDING_NUMBER;
        return netcl_json_real(at, &bindings[index].number);
    }
    return bind_arg(at, entry, role, &bindings[index]);
}

/* A default whose roles all have values, for a role that has none. */
static bool apply_default(const struct netcl_family *family, size_t index,
                          uint64_t mask, struct netcl_binding *binding)
{
    const struct netcl_role *role = &family->roles[index];

    if (!role->has_default || (netcl_role_mask(family, role->value) & ~mask))
        return false;
    binding->from = role->value ? NETCL_BINDING_EXPR : NETCL_BINDING_NUMBER;
    binding->value = role->value;
    binding->number = role->number;
    return true;
}

static void note_role(struct netcl_kernel_entry *entry,
                      const struct netcl_binding *bindings, int *order,
                      size_t index)
{
    const struct netcl_role *role = &entry->family->roles[index];
    bool is_handed_on =
        role->is_passed && bindings[index].from == NETCL_BINDING_ARG;

    entry->role_mask |= UINT64_C(1) << index;
    if (role->kind <= NETCL_ROLE_ULONG && !is_handed_on)
        order[entry->role_order_count++] = (int)index;
}

/* Bound roles first, then each default behind the roles it needs. */
static void arrange(struct netcl_kernel_entry *entry,
                    struct netcl_binding *bindings, int *order)
{
    size_t i, count = entry->family->role_count;
    uint64_t before;

    for (i = 0; i < count; i++)
        if (bindings[i].from != NETCL_BINDING_NONE)
            note_role(entry, bindings, order, i);
    do {
        before = entry->role_mask;
        for (i = 0; i < count; i++)
            if (bindings[i].from == NETCL_BINDING_NONE &&
                apply_default(entry->family, i, entry->role_mask, &bindings[i]))
                note_role(entry, bindings, order, i);
    } while (before != entry->role_mask);
}

static int check_written(const struct netcl_json_at *at,
                         const struct netcl_kernel_entry *entry)
{
    const struct netcl_binding *binding;
    size_t i, k;
    bool is_bound;

    for (i = 0; i < entry->arg_count; i++) {
        is_bound = !(entry->args[i].access & NETCL_ACCESS_WRITE);
        for (k = 0; !is_bound && k < entry->family->role_count; k++) {
            binding = &entry->bindings[k];
            is_bound =
                binding->from == NETCL_BINDING_ARG && (size_t)binding->arg == i;
        }
        if (!is_bound)
            return netcl_json_fail(
                at, "no role stands for \"%s\", which is written",
                entry->args[i].name);
    }
    return 0;
}

static int check_shape(const struct netcl_json_at *at,
                       const struct netcl_kernel_entry *entry)
{
    const struct netcl_family *family = entry->family;
    uint64_t missing = 0;
    size_t i;

    for (i = 0; i < family->shape_count; i++)
        missing |= netcl_role_mask(family, family->shape[i]);
    missing &= ~entry->role_mask;
    if (!missing)
        return 0;
    return netcl_json_fail(at,
                           "\"%s\" is missing, which the family's shape needs",
                           family->roles[__builtin_ctzll(missing)].name);
}

int netcl_binding_read_all(struct netcl_loader *loader,
                           const struct netcl_json_at *object,
                           struct netcl_kernel_entry *entry)
{
    size_t count = loader->family->role_count;
    struct netcl_json_at list, item = {0};
    struct netcl_binding *bindings =
        netcl_arena_take(loader->arena, count, sizeof(*bindings));
    int *order = netcl_arena_take(loader->arena, count, sizeof(*order));
    int err, one;

    if (!bindings || !order)
        return -ENOMEM;
    err = netcl_json_need(object, "roles", &list);
    if (!err)
        err = netcl_json_expect_object(&list);
    if (err)
        return err;
    while (netcl_json_next(&list, &item)) {
        one = bind(loader, &item, entry, bindings);
        err = one ? one : err;
    }
    if (err)
        return err;
    entry->bindings = bindings;
    entry->role_order = order;
    arrange(entry, bindings, order);
    err = check_written(&list, entry);
    return err ? err : check_shape(&list, entry);
}
