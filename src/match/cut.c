/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "match/loader.h"

static int find_slot(const struct netcl_kernel_entry *entry,
                     const struct netcl_json_at *at, const char *name,
                     struct netcl_cut *cut)
{
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if (!strcmp(entry->args[i].name, name) &&
            entry->args[i].kind == NETCL_ARG_INTEGER) {
            cut->arg = (int)i;
            cut->slot = entry->args[i].slot;
            return 0;
        }
    cut->arg = -1;
    cut->slot = netcl_slot_find(name, strlen(name));
    if (cut->slot >= NETCL_SLOT_global_0 && cut->slot <= NETCL_SLOT_global_2)
        return 0;
    return netcl_json_fail(at,
                           "\"%s\" is neither an integer argument nor "
                           "global_0, global_1 or global_2",
                           name);
}

static int read_cut(const struct netcl_kernel_entry *entry,
                    const struct netcl_json_at *at, const char *name,
                    struct netcl_cut *cut)
{
    int err = find_slot(entry, at, name, cut);

    if (!err)
        err = netcl_json_integer(at, &cut->most);
    if (!err && (cut->most < 1 || cut->most > INT32_MAX))
        err = netcl_json_fail(at, "is not from 1 to 2147483647");
    return err;
}

int netcl_cut_read_all(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_kernel_entry *entry)
{
    struct netcl_json_at list, item = {0};
    struct netcl_cut *cuts;
    bool is_number;
    int err = 0;

    if (netcl_json_find(object, "bound", &list))
        return 0;
    is_number = netcl_json_is_number(&list);
    if (!is_number)
        err = netcl_json_expect_object(&list);
    if (err)
        return err;
    cuts = netcl_arena_take(
        loader->arena, is_number ? 1 : netcl_json_count(&list), sizeof(*cuts));
    if (!cuts)
        return -ENOMEM;
    entry->cuts = cuts;
    entry->cut_count = is_number;
    if (is_number)
        return read_cut(entry, &list, "global_0", cuts);
    while (!err && netcl_json_next(&list, &item))
        err = read_cut(entry, &item, item.key, &cuts[entry->cut_count++]);
    return err;
}
