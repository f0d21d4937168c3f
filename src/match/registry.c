/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entries are found by fingerprint, one table per list of tunable names: the
 * fingerprint of a kernel depends on which macros are masked in it.
 */
#include "match/registry.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* A table that cannot grow loses an entry, it does not end the program. */

#include "base/diag.h"
#include "base/dict.h"
#include "base/file.h"
#include "base/str.h"
#include "match/manifest.h"

struct known {
    uint64_t fingerprint;
    const struct netcl_kernel_entry *entry;
    struct known *next; /* another entry with this fingerprint */
    UT_hash_handle hh;
};

struct table {
    const char *const *tunables;
    size_t tunable_count;
    struct known *known;
};

struct netcl_registry {
    struct netcl_family **families; /* by name */
    size_t family_count, family_capacity;
    struct table *tables;
    size_t table_count, table_capacity;
    size_t broken;
};

static int grow(void **items, size_t *capacity, size_t count, size_t size)
{
    size_t more = *capacity ? *capacity * 2 : 8;
    void *fresh;

    if (count < *capacity)
        return 0;
    fresh = realloc(*items, more * size);
    if (!fresh)
        return -ENOMEM;
    *items = fresh;
    *capacity = more;
    return 0;
}

static bool has_family(const struct netcl_registry *registry, const char *name)
{
    size_t i;

    for (i = 0; i < registry->family_count; i++)
        if (!strcmp(registry->families[i]->name, name))
            return true;
    return false;
}

/* A folder that has a manifest. Only -ENOMEM is an error. */
static int add_family(struct netcl_registry *registry, const char *folder)
{
    char *path = netcl_str_format("%s/manifest.json", folder);
    void *items = registry->families;
    struct netcl_family *family;
    bool has_manifest;
    int err;

    if (!path)
        return -ENOMEM;
    has_manifest = !access(path, F_OK);
    free(path);
    if (!has_manifest)
        return 0;
    err = grow(&items, &registry->family_capacity, registry->family_count,
               sizeof(*registry->families));
    if (err)
        return err;
    registry->families = items;
    err = netcl_manifest_open(folder, &family);
    if (err) {
        registry->broken++;
        return err == -ENOMEM ? err : 0;
    }
    registry->broken += family->broken;
    registry->families[registry->family_count++] = family;
    return 0;
}

static int add_families(struct netcl_registry *registry, const char *folder,
                        struct dirent *const *names, int count)
{
    char *path;
    int i, err = 0;

    for (i = 0; !err && i < count; i++) {
        if (names[i]->d_name[0] == '.' ||
            has_family(registry, names[i]->d_name))
            continue;
        path = netcl_str_format("%s/%s", folder, names[i]->d_name);
        err = path ? add_family(registry, path) : -ENOMEM;
        free(path);
    }
    return err;
}

static int read_folder(struct netcl_registry *registry, const char *folder,
                       bool may_be_absent)
{
    struct dirent **names = NULL;
    int i, count, err = netcl_file_check_trust(folder);

    if (err == -EPERM) {
        registry->broken++;
        netcl_diag_error("%s: is refused: others could have written it (own "
                         "it, and chmod go-w it)",
                         folder);
        return 0;
    }
    count = err ? -1 : scandir(folder, &names, NULL, alphasort);
    if (count < 0) {
        err = err ? err : -errno;
        if (!may_be_absent || err != -ENOENT) {
            registry->broken++;
            netcl_diag_error("%s: cannot be read: %s (see NETCL_TUNE_VARIANTS)",
                             folder, strerror(-err));
        }
        return 0;
    }
    err = add_families(registry, folder, names, count);
    for (i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return err;
}

static int read_folders(struct netcl_registry *registry, const char *folders,
                        const char *installed)
{
    size_t length;
    char *folder;
    int err = 0;

    do {
        length = strcspn(folders, ":");
        if (!length) {
            if (installed)
                err = read_folder(registry, installed, true);
        } else {
            folder = strndup(folders, length);
            err = folder ? read_folder(registry, folder, false) : -ENOMEM;
            free(folder);
        }
        folders += length;
    } while (!err && *folders++);
    return err;
}

static int compare_families(const void *a, const void *b)
{
    const struct netcl_family *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

static bool has_names(const struct table *table,
                      const struct netcl_kernel_entry *entry)
{
    size_t i;

    if (table->tunable_count != entry->tunable_count)
        return false;
    for (i = 0; i < table->tunable_count; i++)
        if (strcmp(table->tunables[i], entry->tunable_names[i]))
            return false;
    return true;
}

/* The table of the entry's tunables; NULL: no memory. */
static struct table *find_table(struct netcl_registry *registry,
                                const struct netcl_kernel_entry *entry)
{
    void *items = registry->tables;
    size_t i;

    for (i = 0; i < registry->table_count; i++)
        if (has_names(&registry->tables[i], entry))
            return &registry->tables[i];
    if (grow(&items, &registry->table_capacity, registry->table_count,
             sizeof(*registry->tables)))
        return NULL;
    registry->tables = items;
    registry->tables[registry->table_count] =
        (struct table){entry->tunable_names, entry->tunable_count, NULL};
    return &registry->tables[registry->table_count++];
}

static struct known *find_known(const struct table *table, uint64_t fingerprint)
{
    struct known *known;

    HASH_FIND(hh, table->known, &fingerprint, sizeof(fingerprint), known);
    return known;
}

static int add_known(struct table *table, uint64_t fingerprint,
                     const struct netcl_kernel_entry *entry)
{
    struct known *first = find_known(table, fingerprint);
    struct known *fresh = calloc(1, sizeof(*fresh));

    if (!fresh)
        return -ENOMEM;
    fresh->fingerprint = fingerprint;
    fresh->entry = entry;
    if (!first) {
        HASH_ADD(hh, table->known, fingerprint, sizeof(fingerprint), fresh);
        if (fresh->hh.tbl)
            return 0;
        free(fresh);
        return -ENOMEM;
    }
    while (first->next)
        first = first->next;
    first->next = fresh;
    return 0;
}

static int add_entry(struct netcl_registry *registry,
                     const struct netcl_kernel_entry *entry)
{
    const struct netcl_kernel_entry *other =
        netcl_registry_entry(registry, entry->name);
    struct table *table;
    size_t i;
    int err = 0;

    if (other && other != entry) {
        registry->broken++;
        netcl_diag_error("%s/manifest.json: kernels: the name \"%s\" is taken "
                         "by family \"%s\" (choose another)",
                         entry->family->folder, entry->name,
                         other->family->name);
        return 0;
    }
    table = find_table(registry, entry);
    if (!table)
        return -ENOMEM;
    for (i = 0; !err && i < entry->fingerprint_count; i++)
        err = add_known(table, entry->fingerprints[i], entry);
    return err;
}

static int add_entries(struct netcl_registry *registry)
{
    const struct netcl_family *family;
    size_t i, k;
    int err = 0;

    if (registry->family_count)
        qsort(registry->families, registry->family_count,
              sizeof(*registry->families), compare_families);
    for (i = 0; !err && i < registry->family_count; i++) {
        family = registry->families[i];
        for (k = 0; !err && k < family->kernel_count; k++)
            err = add_entry(registry, &family->kernels[k]);
    }
    return err;
}

int netcl_registry_open(const char *folders, const char *installed,
                        struct netcl_registry **out)
{
    struct netcl_registry *registry = calloc(1, sizeof(*registry));
    int err;

    if (!registry)
        return -ENOMEM;
    err = read_folders(registry, folders ? folders : "", installed);
    if (!err)
        err = add_entries(registry);
    if (err) {
        netcl_registry_close(registry);
        return err;
    }
    *out = registry;
    return 0;
}

static void free_chain(struct known *known)
{
    struct known *next;

    for (; known; known = next) {
        next = known->next;
        free(known);
    }
}

void netcl_registry_close(struct netcl_registry *registry)
{
    struct known *known, *next;
    size_t i;

    if (!registry)
        return;
    for (i = 0; i < registry->table_count; i++)
        HASH_ITER (hh, registry->tables[i].known, known, next) {
            HASH_DEL(registry->tables[i].known, known);
            free_chain(known);
        }
    free(registry->tables);
    for (i = 0; i < registry->family_count; i++)
        netcl_manifest_close(registry->families[i]);
    free(registry->families);
    free(registry);
}

size_t netcl_registry_count(const struct netcl_registry *registry)
{
    return registry->family_count;
}

const struct netcl_family *
netcl_registry_family(const struct netcl_registry *registry, size_t index)
{
    return registry->families[index];
}

size_t netcl_registry_broken(const struct netcl_registry *registry)
{
    return registry->broken;
}

const struct netcl_kernel_entry *
netcl_registry_entry(const struct netcl_registry *registry, const char *name)
{
    const struct netcl_family *family;
    size_t i, k;

    for (i = 0; i < registry->family_count; i++) {
        family = registry->families[i];
        for (k = 0; k < family->kernel_count; k++)
            if (!strcmp(family->kernels[k].name, name))
                return &family->kernels[k];
    }
    return NULL;
}

static bool has_args(const struct netcl_kernel_entry *entry,
                     const struct netcl_signature *signature)
{
    size_t i;

    if (entry->arg_count != signature->count)
        return false;
    for (i = 0; i < entry->arg_count; i++)
        if (strcmp(entry->args[i].type.type, signature->params[i].type))
            return false;
    return true;
}

/*
 * The first entry of the chain whose arguments are the kernel's. Where its
 * list depends on conditions it cannot be read, but the fingerprint covers
 * its tokens: if only one entry has that, it is the one.
 */
static int choose(const struct known *known, const struct netcl_unit *unit,
                  const char *function, struct netcl_match *match)
{
    struct netcl_signature signature;
    int err = netcl_signature_read(unit, function, &signature);

    if (err == -ENOTSUP && !known->next) {
        match->entry = known->entry;
        return 0;
    }
    if (err)
        return err;
    err = -EBADMSG;
    for (; err && known; known = known->next)
        if (has_args(known->entry, &signature)) {
            match->entry = known->entry;
            err = 0;
        }
    netcl_signature_free(&signature);
    return err;
}

static int find_in(const struct table *table, const struct netcl_unit *unit,
                   const char *function, struct netcl_match *match)
{
    const struct known *known;
    int err = netcl_slice_fingerprint(unit, function, table->tunables,
                                      table->tunable_count, match->tunables,
                                      &match->fingerprint);

    if (err == -ENOENT)
        return -ENODATA;
    if (err)
        return err == -EINVAL ? -ENOENT : err;
    known = find_known(table, match->fingerprint);
    return known ? choose(known, unit, function, match) : -ENOENT;
}

static const char *explain(int err)
{
    switch (err) {
    case 0:
        return "known";
    case -ENOENT:
        return "no manifest knows this kernel";
    case -EBADMSG:
        return "the arguments are not as the manifest says";
    case -ENOTSUP:
        return "the argument list cannot be read";
    case -ENODATA:
        return "the source has no such kernel function";
    default:
        return "no memory";
    }
}

int netcl_registry_find(const struct netcl_registry *registry,
                        const struct netcl_unit *unit, const char *function,
                        struct netcl_match *match, const char **why)
{
    struct netcl_match found = {NULL, 0, {0}};
    int err = -ENOENT, one;
    size_t i;

    for (i = 0; err && i < registry->table_count; i++) {
        one = find_in(&registry->tables[i], unit, function, &found);
        if (one != -ENOENT)
            err = one; /* says more than that nobody knows it */
    }
    if (!err)
        *match = found;
    if (why)
        *why = explain(err);
    return err;
}
