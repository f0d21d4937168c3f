/* SPDX-License-Identifier: Apache-2.0 */
#include "match/family.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const char *const slot_names[] = {
#define DEVICE(name) #name,
#define LAUNCH(name) #name,
#define GROUPS(name) #name,
#include "match/names.def"
#undef DEVICE
#undef LAUNCH
#undef GROUPS
};

int netcl_slot_find(const char *name, size_t length)
{
    int i;

    for (i = 0; i < NETCL_SLOT_FIXED; i++)
        if (strlen(slot_names[i]) == length &&
            !memcmp(slot_names[i], name, length))
            return i;
    return -1;
}

const char *netcl_slot_name(int slot)
{
    return slot >= 0 && slot < NETCL_SLOT_FIXED ? slot_names[slot] : NULL;
}

static bool fits(enum netcl_role_kind kind, int64_t value)
{
    switch (kind) {
    case NETCL_ROLE_INT:
        return value >= INT32_MIN && value <= INT32_MAX;
    case NETCL_ROLE_UINT:
        return value >= 0 && value <= UINT32_MAX;
    case NETCL_ROLE_ULONG:
        return value >= 0;
    default:
        return true;
    }
}

int netcl_entry_set_roles(const struct netcl_kernel_entry *entry,
                          int64_t *slots)
{
    const struct netcl_binding *binding;
    const struct netcl_role *role;
    size_t i;
    int err;

    for (i = 0; i < entry->role_order_count; i++) {
        role = &entry->family->roles[entry->role_order[i]];
        binding = &entry->bindings[entry->role_order[i]];
        if (binding->from == NETCL_BINDING_ARG) {
            slots[role->slot] = slots[entry->args[binding->arg].bytes_slot];
            continue;
        }
        err = netcl_expr_eval(binding->value, slots, &slots[role->slot]);
        if (err)
            return err;
        if (!fits(role->kind, slots[role->slot]))
            return -ERANGE;
    }
    return 0;
}

int netcl_range_eval(const struct netcl_range *range, const int64_t *slots,
                     size_t size[3])
{
    int64_t value;
    unsigned i;
    int err;

    for (i = 0; i < 3; i++)
        size[i] = 1;
    for (i = 0; i < range->dimensions; i++) {
        err = netcl_expr_eval(range->size[i], slots, &value);
        if (err)
            return err;
        if (value < 0)
            return -ERANGE;
        size[i] = (size_t)value;
    }
    return 0;
}

/* The last tunable macro changes fastest. */
int64_t netcl_variant_define_value(const struct netcl_variant *variant,
                                   size_t index, size_t define)
{
    size_t i;

    for (i = variant->define_count; i-- > define + 1;)
        if (variant->defines[i].is_tunable)
            index /= variant->defines[i].choice_count;
    if (!variant->defines[define].choices)
        return 0;
    return variant->defines[define]
        .choices[index % variant->defines[define].choice_count];
}

void netcl_variant_set_defines(const struct netcl_variant *variant,
                               size_t index, int64_t *slots)
{
    size_t i;

    for (i = 0; i < variant->define_count; i++)
        if (variant->defines[i].slot >= 0)
            slots[variant->defines[i].slot] =
                netcl_variant_define_value(variant, index, i);
}

char *netcl_variant_choice(const struct netcl_variant *variant, size_t index)
{
    struct netcl_str s = NETCL_STR_INIT;
    size_t i;

    netcl_str_printf(&s, "[\"%s\"", variant->name); /* has no quotes */
    for (i = 0; i < variant->define_count; i++)
        if (variant->defines[i].is_tunable)
            netcl_str_printf(
                &s, ",%lld",
                (long long)netcl_variant_define_value(variant, index, i));
    netcl_str_append_char(&s, ']');
    return netcl_str_take(&s);
}

/* Whether the text is the choice of one of the variant's candidates. */
static int find_candidate(const struct netcl_variant *variant,
                          const char *choice, size_t *index)
{
    size_t i;
    char *text;
    bool is_same;

    for (i = 0; i < variant->candidate_count; i++) {
        text = netcl_variant_choice(variant, i);
        if (!text)
            return -ENOMEM;
        is_same = !strcmp(text, choice);
        free(text);
        if (is_same) {
            *index = i;
            return 0;
        }
    }
    return -ENOENT;
}

static bool begins_with_name(const char *choice, const char *name)
{
    size_t length = strlen(name);

    return choice[0] == '[' && choice[1] == '"' &&
           !strncmp(choice + 2, name, length) && choice[2 + length] == '"';
}

int netcl_entry_find_choice(const struct netcl_kernel_entry *entry,
                            const char *choice,
                            const struct netcl_variant **variant, size_t *index)
{
    const struct netcl_family *family = entry->family;
    size_t i;
    int err;

    for (i = 0; i < family->variant_count; i++) {
        if (!entry->offers[i] ||
            !begins_with_name(choice, family->variants[i].name))
            continue;
        err = find_candidate(&family->variants[i], choice, index);
        if (!err)
            *variant = &family->variants[i];
        return err;
    }
    return -ENOENT;
}

bool netcl_family_tolerates(const struct netcl_family *family, double max_rel,
                            double max_abs)
{
    return family->has_tolerance && (max_rel <= family->tolerance_rel ||
                                     max_abs <= family->tolerance_abs);
}

bool netcl_pin_applies(const struct netcl_pin *pin,
                       const struct netcl_kernel_entry *entry,
                       const int64_t *slots)
{
    int64_t value;

    if (pin->role_mask & ~entry->role_mask)
        return false;
    if (pin->variant && !entry->offers[pin->variant->index])
        return false;
    if (!pin->when)
        return true;
    return !netcl_expr_eval(pin->when, slots, &value) && value;
}

/* Whether the value reaches something by a role that depends on the slot. */
static bool heeds_slot(const struct netcl_kernel_entry *entry, int slot)
{
    const struct netcl_binding *binding;
    size_t i;

    for (i = 0; i < entry->family->role_count; i++) {
        binding = &entry->bindings[i];
        if (binding->from == NETCL_BINDING_EXPR &&
            netcl_expr_uses(binding->value, slot))
            return true;
    }
    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].elements &&
            netcl_expr_uses(entry->args[i].elements, slot))
            return true;
    for (i = 0; i < entry->family->shape_count; i++)
        if (netcl_expr_uses(entry->family->shape[i], slot))
            return true; /* a derived one; a manifest's names roles */
    return entry->requirement && netcl_expr_uses(entry->requirement, slot);
}

bool netcl_entry_heeds_arg(const struct netcl_kernel_entry *entry, size_t arg)
{
    int slot = entry->args[arg].slot;

    return slot >= 0 && heeds_slot(entry, slot);
}
