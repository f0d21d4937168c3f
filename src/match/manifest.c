/* SPDX-License-Identifier: Apache-2.0 */
#include "match/manifest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"
#include "match/loader.h"

/* What netcl_manifest_open() makes. */
struct manifest {
    struct netcl_family family; /* first: what is handed out */
    struct netcl_arena arena;
};

/* The folder without slashes at its end, which names the family. */
static int set_folder(struct manifest *manifest, const char *folder)
{
    size_t length = strlen(folder);
    char *copy;

    while (length > 1 && folder[length - 1] == '/')
        length--;
    copy = netcl_arena_bytes(&manifest->arena, folder, length);
    manifest->family.folder = copy;
    return copy ? 0 : -ENOMEM;
}

static int read_name(struct netcl_loader *loader)
{
    const char *slash = strrchr(loader->family->folder, '/');
    const char *folder = slash ? slash + 1 : loader->family->folder;
    struct netcl_json_at at;
    int err = netcl_loader_text(loader, &loader->root, "family", true,
                                &loader->family->name);

    if (err || netcl_json_find(&loader->root, "family", &at))
        return err;
    if (strcmp(loader->family->name, folder))
        return netcl_json_fail(&at, "\"%s\" is not the folder's name, \"%s\"",
                               loader->family->name, folder);
    return 0;
}

static int read_head(struct netcl_loader *loader)
{
    static const char *const keys[] = {
        "format",    "family",  "summary",  "roles", "shape",
        "tolerance", "kernels", "variants", "pin",   NULL};
    struct netcl_json_at at;
    int64_t format;
    int err = netcl_json_expect_keys(&loader->root, keys);

    if (!err)
        err = netcl_json_need(&loader->root, "format", &at);
    if (!err)
        err = netcl_json_integer(&at, &format);
    if (!err && format != 1)
        err = netcl_json_fail(&at, "is not 1, the format that is known here");
    if (!err)
        err = read_name(loader);
    return err ? err
               : netcl_loader_text(loader, &loader->root, "summary", true,
                                   &loader->family->summary);
}

static int read_shape(struct netcl_loader *loader)
{
    const struct netcl_scope scope = {NETCL_SCOPE_ROLES | NETCL_SCOPE_LAUNCH,
                                      loader->family, NULL, NULL};
    struct netcl_json_at list, item = {0};
    const struct netcl_expr **shape;
    int err = netcl_json_need(&loader->root, "shape", &list), one;

    if (!err)
        err = netcl_json_expect_list(&list);
    if (err)
        return err;
    loader->family->shape_count = netcl_json_count(&list);
    if (!loader->family->shape_count)
        return netcl_json_fail(&list, "is empty");
    shape = netcl_arena_take(loader->arena, loader->family->shape_count,
                             sizeof(*shape));
    if (!shape)
        return -ENOMEM;
    loader->family->shape = shape;
    while (netcl_json_next(&list, &item)) {
        one = netcl_loader_expr(loader, &item, &scope, &shape[item.index]);
        err = one ? one : err;
    }
    return err;
}

static int read_error(const struct netcl_json_at *object, const char *key,
                      double *value)
{
    struct netcl_json_at at;
    int err;

    if (netcl_json_find(object, key, &at))
        return 0;
    err = netcl_json_real(&at, value);
    return !err && *value < 0 ? netcl_json_fail(&at, "is negative") : err;
}

static int read_tolerance(struct netcl_loader *loader)
{
    static const char *const keys[] = {"rel", "abs", NULL};
    struct netcl_json_at at;
    int err;

    if (netcl_json_find(&loader->root, "tolerance", &at))
        return 0;
    loader->family->has_tolerance = true;
    err = netcl_json_expect_keys(&at, keys);
    if (!err)
        err = read_error(&at, "rel", &loader->family->tolerance_rel);
    return err ? err : read_error(&at, "abs", &loader->family->tolerance_abs);
}

static int read_reference(struct netcl_loader *loader)
{
    struct netcl_family *family = loader->family;
    int err = netcl_loader_file(loader, &loader->root, "reference.cl",
                                &family->reference, &family->reference_length);

    if (err)
        return err;
    err = netcl_unit_open(family->reference, family->reference_length, NULL,
                          &loader->reference);
    if (err == -ENOTSUP)
        netcl_json_fail(&loader->root, "reference.cl includes files");
    return err;
}

/* Slots of entries, and behind them those of variants. */
static void number_slots(struct netcl_loader *loader)
{
    struct netcl_json_at list, item = {0}, args, tunables;
    size_t most = 0, count;

    loader->own_base = NETCL_SLOT_FIXED + (int)loader->family->role_count;
    if (netcl_json_find(&loader->root, "kernels", &list))
        return;
    while (netcl_json_next(&list, &item)) {
        count = 0;
        if (!netcl_json_find(&item, "args", &args))
            count += NETCL_ARG_SLOTS * netcl_json_count(&args);
        if (!netcl_json_find(&item, "tunables", &tunables))
            count += netcl_json_count(&tunables);
        most = count > most ? count : most;
    }
    loader->define_base = loader->own_base + (int)most;
    loader->family->slot_count = (size_t)loader->define_base;
}

static int read_parts(struct netcl_loader *loader)
{
    int (*const readers[])(struct netcl_loader *) = {read_head,
                                                     netcl_role_read_all,
                                                     read_shape,
                                                     read_tolerance,
                                                     read_reference,
                                                     netcl_variant_read_all,
                                                     netcl_entry_read_all,
                                                     netcl_pin_read_all};
    size_t i;
    int err = netcl_json_expect_object(&loader->root);

    for (i = 0; !err && i < sizeof(readers) / sizeof(readers[0]); i++) {
        err = readers[i](loader);
        if (readers[i] == netcl_role_read_all)
            number_slots(loader);
    }
    netcl_unit_close(loader->reference);
    loader->family->digest = netcl_hash_finish(loader->digest);
    return err;
}

static int parse(struct manifest *manifest, const char *path, const char *bytes,
                 size_t length)
{
    struct netcl_loader loader = {.arena = &manifest->arena,
                                  .family = &manifest->family,
                                  .digest = NETCL_HASH_INIT};
    struct netcl_json *json;
    int err =
        netcl_json_open(path, "see variants/README.md", bytes, length, &json);

    if (err)
        return err;
    loader.root = netcl_json_root(json);
    loader.digest = netcl_hash_bytes(loader.digest, bytes, length + 1);
    err = read_parts(&loader);
    netcl_json_close(json);
    return err;
}

static int report(const char *path, int err)
{
    if (err == -EPERM)
        netcl_diag_error("%s: is refused: others could have written it (own "
                         "it, and chmod go-w it)",
                         path);
    else if (err)
        netcl_diag_error("%s: cannot be read: %s (see NETCL_TUNE_VARIANTS)",
                         path, strerror(-err));
    return err;
}

static int read_manifest(struct manifest *manifest)
{
    const char *folder = manifest->family.folder;
    char *path, *bytes;
    size_t length;
    int err = report(folder, netcl_file_check_trust(folder));

    if (err)
        return err;
    path = netcl_str_format("%s/manifest.json", folder);
    if (!path)
        return -ENOMEM;
    err = netcl_file_check_trust(path);
    if (!err)
        err = netcl_file_read(path, &bytes, &length);
    report(path, err);
    if (!err) {
        err = parse(manifest, path, bytes, length);
        free(bytes);
    }
    free(path);
    return err;
}

int netcl_manifest_open(const char *folder, struct netcl_family **out)
{
    struct manifest *manifest = calloc(1, sizeof(*manifest));
    int err;

    if (!manifest)
        return -ENOMEM;
    err = set_folder(manifest, folder);
    if (!err)
        err = read_manifest(manifest);
    if (err) {
        netcl_manifest_close(&manifest->family);
        return err;
    }
    *out = &manifest->family;
    return 0;
}

void netcl_manifest_close(struct netcl_family *family)
{
    struct manifest *manifest = (struct manifest *)family;

    if (!manifest)
        return;
    netcl_arena_free(&manifest->arena);
    free(manifest);
}
