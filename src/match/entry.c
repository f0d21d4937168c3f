/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/loader.h"

static struct netcl_scope scope_of(const struct netcl_kernel_entry *entry)
{
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_LAUNCH |
                                          NETCL_SCOPE_ARGS |
                                          NETCL_SCOPE_TUNABLES,
                                      entry->family, entry, NULL};

    return scope;
}

static int read_print(const struct netcl_json_at *at, uint64_t *print)
{
    const char *text;
    size_t i;
    int err = netcl_json_text(at, &text);

    if (err)
        return err;
    for (i = 0; isxdigit((unsigned char)text[i]); i++)
        ;
    if (i != 16 || text[i])
        return netcl_json_fail(at, "\"%s\" is not 16 hexadecimal digits", text);
    *print = strtoull(text, NULL, 16);
    return 0;
}

static int compare_args(const struct netcl_json_at *object,
                        const struct netcl_kernel_entry *entry,
                        const struct netcl_signature *signature)
{
    size_t i;

    if (signature->count != entry->arg_count)
        return netcl_json_fail(
            object, "has %zu arguments, but \"%s\" in reference.cl has %zu",
            entry->arg_count, entry->function, signature->count);
    for (i = 0; i < entry->arg_count; i++) {
        if (strcmp(signature->params[i].type, entry->args[i].type.type))
            return netcl_json_fail(
                object, "\"%s\" is of type %s, but of %s in reference.cl",
                entry->args[i].name, entry->args[i].type.type,
                signature->params[i].type);
        if (entry->args[i].kind == NETCL_ARG_IMAGE &&
            entry->args[i].access != signature->params[i].access)
            return netcl_json_fail(
                object, "\"%s\" has another access in reference.cl",
                entry->args[i].name);
    }
    return 0;
}

/* The function in reference.cl must have the entry's arguments. */
static int check_signature(const struct netcl_loader *loader,
                           const struct netcl_json_at *object,
                           const struct netcl_kernel_entry *entry)
{
    struct netcl_signature signature;
    int err =
        netcl_signature_read(loader->reference, entry->function, &signature);

    if (err == -ENOMEM)
        return err;
    if (err)
        return netcl_json_fail(
            object, "the arguments of \"%s\" in reference.cl cannot be read",
            entry->function);
    err = compare_args(object, entry, &signature);
    netcl_signature_free(&signature);
    return err;
}

static int read_prints(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_kernel_entry *entry, uint64_t own)
{
    struct netcl_json_at list, item = {0};
    bool has_list = !netcl_json_find(object, "fingerprints", &list);
    int err = has_list ? netcl_json_expect_list(&list) : 0;
    size_t count = 1 + (has_list && !err ? netcl_json_count(&list) : 0);
    uint64_t *prints = netcl_arena_take(loader->arena, count, sizeof(*prints));

    if (!prints)
        return -ENOMEM;
    prints[0] = own;
    while (!err && has_list && netcl_json_next(&list, &item))
        err = read_print(&item, &prints[1 + item.index]);
    entry->fingerprints = prints;
    entry->fingerprint_count = count;
    return err;
}

/* Says which tunable has no value in reference.cl. */
static int fail_tunable(const struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        const struct netcl_kernel_entry *entry)
{
    uint64_t print;
    int64_t value;
    size_t i;

    for (i = 0; i + 1 < entry->tunable_count; i++)
        if (netcl_slice_fingerprint(loader->reference, entry->function,
                                    &entry->tunable_names[i], 1, &value,
                                    &print))
            break;
    return netcl_json_fail(object,
                           "reference.cl does not define \"%s\" as one integer",
                           entry->tunable_names[i]);
}

static int read_reference(struct netcl_loader *loader,
                          const struct netcl_json_at *object,
                          struct netcl_kernel_entry *entry)
{
    int64_t *values =
        netcl_arena_take(loader->arena, entry->tunable_count, sizeof(*values));
    uint64_t print;
    int err;

    if (!values)
        return -ENOMEM;
    err = netcl_slice_fingerprint(loader->reference, entry->function,
                                  entry->tunable_names, entry->tunable_count,
                                  values, &print);
    if (err == -ENOENT)
        return netcl_json_fail(object, "reference.cl has no function \"%s\"",
                               entry->function);
    if (err == -EINVAL)
        return fail_tunable(loader, object, entry);
    if (err)
        return err;
    entry->reference_tunables = values;
    err = check_signature(loader, object, entry);
    return err ? err : read_prints(loader, object, entry, print);
}

static int read_define(struct netcl_loader *loader,
                       const struct netcl_json_at *at,
                       const struct netcl_kernel_entry *entry,
                       struct netcl_define *define)
{
    struct netcl_scope scope = scope_of(entry);
    const struct netcl_expr *value = NULL;
    const char *text;
    const int *slots;
    char number[32];
    int64_t integer;
    int err;

    scope.bits = NETCL_SCOPE_DEVICE | NETCL_SCOPE_TUNABLES;
    if (netcl_json_is_number(at)) {
        err = netcl_json_integer(at, &integer);
        snprintf(number, sizeof(number), "%lld",
                 err ? 0LL : (long long)integer);
        text = number;
    } else {
        err = netcl_json_text(at, &text);
    }
    if (err)
        return err;
    define->slot = -1;
    define->name = netcl_arena_text(loader->arena, at->key);
    define->text = netcl_arena_text(loader->arena, text);
    if (!define->name || !define->text)
        return -ENOMEM;
    err = netcl_loader_try_expr(loader, text, &scope, &value);
    if (err == -ENOMEM)
        return err;
    if (!err && !strchr(at->key, '(') && netcl_expr_slots(value, &slots))
        define->value = value;
    return 0;
}

static int read_defines(struct netcl_loader *loader,
                        const struct netcl_json_at *object,
                        struct netcl_kernel_entry *entry)
{
    struct netcl_json_at list, item = {0};
    struct netcl_define *defines;
    int err;

    if (netcl_json_find(object, "define", &list))
        return 0;
    err = netcl_json_expect_object(&list);
    entry->define_count = netcl_json_count(&list);
    defines =
        netcl_arena_take(loader->arena, entry->define_count, sizeof(*defines));
    if (!defines)
        return -ENOMEM;
    entry->defines = defines;
    while (!err && netcl_json_next(&list, &item))
        err = read_define(loader, &item, entry, &defines[item.index]);
    return err;
}

static int read_name(struct netcl_loader *loader,
                     const struct netcl_json_at *object,
                     struct netcl_kernel_entry *entry)
{
    const struct netcl_family *family = loader->family;
    size_t i;
    int err = netcl_loader_text(loader, object, "name", true, &entry->name);

    if (err)
        return err;
    if (!entry->name[0] || strpbrk(entry->name, ":\"\\@"))
        return netcl_json_fail(object, "\"%s\" cannot be a kernel's name",
                               entry->name);
    for (i = 0; i < family->kernel_count; i++)
        if (!strcmp(family->kernels[i].name, entry->name))
            return netcl_json_fail(object, "the name \"%s\" is there twice",
                                   entry->name);
    entry->function = entry->name;
    err =
        netcl_loader_text(loader, object, "function", false, &entry->function);
    return err ? err
               : netcl_loader_text(loader, object, "from", false, &entry->from);
}

static int read_terms(struct netcl_loader *loader,
                      const struct netcl_json_at *object,
                      struct netcl_kernel_entry *entry)
{
    const struct netcl_scope scope = scope_of(entry);
    struct netcl_json_at at;
    int i, err = netcl_loader_expr_member(loader, object, "requires", &scope,
                                          &entry->requirement);

    if (!err && !netcl_json_find(object, "overlap", &at))
        err = netcl_json_bool(&at, &entry->can_overlap);
    for (i = NETCL_SLOT_offset_0; !err && i <= NETCL_SLOT_offset_2; i++)
        entry->knows_offset |=
            entry->requirement && netcl_expr_uses(entry->requirement, i);
    return err;
}

/* The variants that need no role but those the entry has. */
static int find_offers(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_kernel_entry *entry)
{
    const struct netcl_family *family = loader->family;
    bool *offers =
        netcl_arena_take(loader->arena, family->variant_count, sizeof(*offers));
    bool has_any = !family->variant_count;
    size_t i;

    if (!offers)
        return -ENOMEM;
    for (i = 0; i < family->variant_count; i++) {
        offers[i] = !(family->variants[i].role_mask & ~entry->role_mask);
        has_any |= offers[i];
    }
    entry->offers = offers;
    if (!has_any)
        return netcl_json_fail(object, "has the roles of no variant");
    return 0;
}

static int read_entry(struct netcl_loader *loader,
                      const struct netcl_json_at *object,
                      struct netcl_kernel_entry *entry)
{
    static const char *const keys[] = {
        "name",     "function", "from",   "fingerprints", "tunables", "args",
        "requires", "roles",    "define", "check",        "overlap",  "bound", NULL};
    int (*const readers[])(struct netcl_loader *, const struct netcl_json_at *,
                           struct netcl_kernel_entry *) = {
        read_name,
        netcl_argument_read_all,
        read_reference,
        read_terms,
        netcl_binding_read_all,
        read_defines,
        find_offers,
        netcl_cut_read_all,
        netcl_check_read_all};
    size_t i;
    int err = netcl_json_expect_keys(object, keys);

    for (i = 0; !err && i < sizeof(readers) / sizeof(readers[0]); i++)
        err = readers[i](loader, object, entry);
    return err;
}

int netcl_entry_read_all(struct netcl_loader *loader)
{
    struct netcl_family *family = loader->family;
    struct netcl_json_at list, item = {0};
    struct netcl_kernel_entry *entries, *next;
    int err = netcl_json_need(&loader->root, "kernels", &list);

    if (!err)
        err = netcl_json_expect_list(&list);
    if (err)
        return err;
    entries = netcl_arena_take(loader->arena, netcl_json_count(&list),
                               sizeof(*entries));
    if (!entries)
        return -ENOMEM;
    family->kernels = entries;
    while (netcl_json_next(&list, &item)) {
        next = &entries[family->kernel_count];
        *next = (struct netcl_kernel_entry){.family = family};
        err = read_entry(loader, &item, next);
        if (err == -ENOMEM)
            return err;
        if (err)
            family->broken++;
        else
            family->kernel_count++;
    }
    return 0;
}
