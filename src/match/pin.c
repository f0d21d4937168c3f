/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "match/loader.h"

/* ["tiled", 128] as the text that candidates have; the caller frees it. */
static int choice_text(const struct netcl_json_at *list, char **text)
{
    struct netcl_str s = NETCL_STR_INIT;
    struct netcl_json_at item = {0};
    const char *name;
    int64_t value;
    int err = 0;

    while (!err && netcl_json_next(list, &item)) {
        err = item.index ? netcl_json_integer(&item, &value)
                         : netcl_json_text(&item, &name);
        if (!err && item.index)
            netcl_str_printf(&s, ",%lld", (long long)value);
        else if (!err)
            netcl_str_printf(&s, "[\"%s\"", name);
    }
    netcl_str_append_char(&s, ']');
    *text = netcl_str_take(&s);
    if (!err && !*text)
        err = -ENOMEM;
    if (err)
        free(*text);
    return err;
}

static const struct netcl_variant *
find_variant(const struct netcl_family *family, const char *name)
{
    size_t i;

    for (i = 0; i < family->variant_count; i++)
        if (!strcmp(family->variants[i].name, name))
            return &family->variants[i];
    return NULL;
}

/* Whether the manifest has such a variant, which was left out as broken. */
static bool is_left_out(struct netcl_loader *loader,
                        const struct netcl_json_at *name)
{
    struct netcl_json_at list, item = {0}, at;
    const char *wanted, *found;

    if (netcl_json_text(name, &wanted) ||
        netcl_json_find(&loader->root, "variants", &list))
        return false;
    while (netcl_json_next(&list, &item))
        if (!netcl_json_find(&item, "name", &at) && netcl_json_is_text(&at) &&
            !netcl_json_text(&at, &found) && !strcmp(found, wanted))
            return true;
    return false;
}

static int find_candidate(const struct netcl_json_at *at, struct netcl_pin *pin)
{
    size_t i;
    char *text;
    bool is_same = false;

    for (i = 0; !is_same && i < pin->variant->candidate_count; i++) {
        text = netcl_variant_choice(pin->variant, i);
        if (!text)
            return -ENOMEM;
        is_same = !strcmp(text, pin->choice);
        pin->candidate = i;
        free(text);
    }
    if (!is_same)
        return netcl_json_fail(at, "%s is no candidate of variant \"%s\"",
                               pin->choice, pin->variant->name);
    return 0;
}

/* -ENOENT: a choice of a variant that was left out. */
static int read_list(struct netcl_loader *loader,
                     const struct netcl_json_at *at, struct netcl_pin *pin)
{
    struct netcl_json_at first = {0};
    const char *name;
    char *text;
    int err;

    if (!netcl_json_is_list(at) || !netcl_json_next(at, &first))
        return netcl_json_fail(
            at, "is neither \"original\" nor a variant with its values");
    err = choice_text(at, &text);
    if (err)
        return err;
    pin->choice = netcl_arena_text(loader->arena, text);
    free(text);
    if (!pin->choice)
        return -ENOMEM;
    netcl_json_text(&first, &name);
    pin->variant = find_variant(loader->family, name);
    if (pin->variant)
        return find_candidate(at, pin);
    if (is_left_out(loader, &first))
        return -ENOENT;
    return netcl_json_fail(&first, "\"%s\" is no variant", name);
}

static int read_choice(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_pin *pin)
{
    struct netcl_json_at at;
    const char *text;
    int err = netcl_json_need(object, "choice", &at);

    if (err)
        return err;
    if (netcl_json_is_text(&at) && !netcl_json_text(&at, &text) &&
        !strcmp(text, "original")) {
        pin->choice = "\"original\"";
        return 0;
    }
    return read_list(loader, &at, pin);
}

static int read_pin(struct netcl_loader *loader,
                    const struct netcl_json_at *object, struct netcl_pin *pin)
{
    static const char *const keys[] = {"when", "choice", "exact", NULL};
    const struct netcl_scope scope = {NETCL_SCOPE_DEVICE | NETCL_SCOPE_ROLES,
                                      loader->family, NULL, NULL};
    struct netcl_json_at at;
    bool is_exact = true;
    int err = netcl_json_expect_keys(object, keys);

    if (!err)
        err = netcl_loader_expr_member(loader, object, "when", &scope,
                                       &pin->when);
    if (!err && !netcl_json_find(object, "exact", &at))
        err = netcl_json_bool(&at, &is_exact);
    if (err)
        return err;
    pin->is_inexact = !is_exact;
    pin->role_mask = netcl_role_mask(loader->family, pin->when);
    return read_choice(loader, object, pin);
}

int netcl_pin_read_all(struct netcl_loader *loader)
{
    struct netcl_family *family = loader->family;
    struct netcl_json_at list, item = {0};
    struct netcl_pin *pins;
    int err, one;

    if (netcl_json_find(&loader->root, "pin", &list))
        return 0;
    err = netcl_json_expect_list(&list);
    pins =
        netcl_arena_take(loader->arena, netcl_json_count(&list), sizeof(*pins));
    if (!pins)
        return -ENOMEM;
    family->pins = pins;
    while (netcl_json_next(&list, &item)) {
        pins[family->pin_count] = (struct netcl_pin){0};
        one = read_pin(loader, &item, &pins[family->pin_count]);
        if (!one)
            family->pin_count++;
        else if (one != -ENOENT)
            err = one;
    }
    return err;
}
