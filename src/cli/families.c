/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/families.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/diag.h"
#include "base/str.h"
#include "match/manifest.h"

#ifndef NETCL_VARIANTS_FOLDER
#define NETCL_VARIANTS_FOLDER "/usr/local/share/netcl-tune/variants"
#endif

const char *netcl_families_where(void)
{
    const char *folders = netcl_config()->variants;

    return *folders ? folders : NETCL_VARIANTS_FOLDER;
}

/* Room for one more pointer behind `count` of them; NULL: no memory. */
static void *grow(void *items, size_t count)
{
    return realloc(items, (count + 1) * sizeof(void *));
}

static int take(struct netcl_families *families,
                const struct netcl_family *family)
{
    void *items = grow(families->items, families->count);

    if (!items)
        return -ENOMEM;
    families->items = items;
    families->items[families->count++] = family;
    return 0;
}

static int take_all(struct netcl_families *families,
                    const struct netcl_registry *registry)
{
    size_t i;
    int err = 0;

    for (i = 0; !err && i < netcl_registry_count(registry); i++)
        err = take(families, netcl_registry_family(registry, i));
    families->broken += netcl_registry_broken(registry);
    return err;
}

static int open_registry(struct netcl_families *families)
{
    if (families->registry)
        return 0;
    return netcl_registry_open(netcl_config()->variants, NETCL_VARIANTS_FOLDER,
                               &families->registry);
}

int netcl_families_open(struct netcl_families *families)
{
    int err = open_registry(families);

    return err ? err : take_all(families, families->registry);
}

static int add_one(struct netcl_families *families, const char *folder)
{
    void *items = grow(families->opened, families->opened_count);
    struct netcl_family *family;
    int err;

    if (!items)
        return -ENOMEM;
    families->opened = items;
    err = netcl_manifest_open(folder, &family);
    if (err) {
        families->broken++;
        return err;
    }
    families->opened[families->opened_count++] = family;
    families->broken += family->broken;
    return take(families, family);
}

static int add_folder(struct netcl_families *families, const char *folder)
{
    void *items = grow(families->folders, families->folder_count);
    struct netcl_registry *registry;
    int err;

    if (!items)
        return -ENOMEM;
    families->folders = items;
    err = netcl_registry_open(folder, NULL, &registry);
    if (err)
        return err;
    families->folders[families->folder_count++] = registry;
    return take_all(families, registry);
}

static int add_named(struct netcl_families *families, const char *name)
{
    const struct netcl_family *family;
    int err = open_registry(families);
    size_t i;

    for (i = 0; !err && i < netcl_registry_count(families->registry); i++) {
        family = netcl_registry_family(families->registry, i);
        if (!strcmp(family->name, name))
            return take(families, family);
    }
    if (!err)
        netcl_diag_error("no family '%s' in %s (see netcl-tune variants list)",
                         name, netcl_families_where());
    return err ? err : -ENOENT;
}

int netcl_families_add(struct netcl_families *families, const char *name)
{
    char *manifest = netcl_str_format("%s/manifest.json", name);
    bool is_family;

    if (!manifest)
        return -ENOMEM;
    is_family = !access(manifest, F_OK);
    free(manifest);
    if (is_family)
        return add_one(families, name);
    return strchr(name, '/') ? add_folder(families, name)
                             : add_named(families, name);
}

void netcl_families_close(struct netcl_families *families)
{
    size_t i;

    for (i = 0; i < families->folder_count; i++)
        netcl_registry_close(families->folders[i]);
    for (i = 0; i < families->opened_count; i++)
        netcl_manifest_close(families->opened[i]);
    netcl_registry_close(families->registry);
    free(families->folders);
    free(families->opened);
    free(families->items);
    memset(families, 0, sizeof(*families));
}
