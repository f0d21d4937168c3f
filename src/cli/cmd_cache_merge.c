/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/diag.h"
#include "cli/args.h"
#include "cli/store.h"
#include "cli/writer.h"

enum { INTO, JSON };
enum { KEY };

static const struct netcl_option merge_options[] = {
    [INTO] = {"--into", "FILE", "another cache file than the user's", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};
static const struct netcl_option export_options[] = {
    [KEY] = {"--key", "PART", "only keys that have this in them", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run_merge(struct netcl_args *args);
static int run_export(struct netcl_args *args);

const struct netcl_command netcl_command_cache_merge = {
    .name = "cache merge",
    .usage = "[--into FILE] [--json] FILE...",
    .help = "take over the decisions of other cache files",
    .about = "Adds the keys of the files to the user's cache. Where several "
             "have a key, a decision with evidence goes before a bare one, an "
             "exact one before an inexact one, then the one that gained most; "
             "what was there first stays where none is better.",
    .options = merge_options,
    .run = run_merge,
};

const struct netcl_command netcl_command_cache_export = {
    .name = "cache export",
    .usage = "[--key PART]",
    .help = "the decisions as a cache file, on stdout",
    .about = "Writes the decisions of the user's cache and of the shared one "
             "under it as one cache file, for NETCL_TUNE_SHARED_CACHE or for "
             "netcl-tune cache merge.",
    .options = export_options,
    .run = run_export,
};

/* ---- merge ----------------------------------------------------------- */

struct merge {
    struct netcl_cache *cache;
    const char *path;
    size_t files;
    size_t taken; /* keys that were new or are better */
    size_t kept;  /* keys that were there and stay */
};

/* Whether `other` is worth more than what is there. */
static bool is_better(const struct netcl_cached *other,
                      const struct netcl_cached *own)
{
    if (!other->digest != !own->digest)
        return other->digest != NULL;
    if (other->is_exact != own->is_exact)
        return other->is_exact;
    return other->speedup > own->speedup;
}

static bool is_wanted(struct merge *merge, struct netcl_store *from,
                      const char *key)
{
    struct netcl_cached own, other;
    bool is_wanted = true;

    if (!netcl_cache_find(from->cache, key, &other))
        return false;
    if (netcl_cache_find(merge->cache, key, &own)) {
        is_wanted = is_better(&other, &own);
        netcl_cached_clear(&own);
    }
    netcl_cached_clear(&other);
    return is_wanted;
}

static int take_file(struct merge *merge, const char *path)
{
    struct netcl_store from;
    int status = netcl_store_open_file(&from, path);
    size_t i;

    if (status)
        return status;
    for (i = 0; i < from.count; i++)
        if (!is_wanted(merge, &from, from.entries[i].key))
            merge->kept++;
        else if (!netcl_cache_put(merge->cache, from.entries[i].key,
                                  from.entries[i].value))
            merge->taken++;
    merge->files++;
    netcl_store_close(&from);
    return NETCL_EXIT_OK;
}

static void tell(const struct merge *merge, bool is_json)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);

    if (!is_json) {
        printf("%s: %zu taken over, %zu kept as they were, from %zu file%s\n",
               merge->path, merge->taken, merge->kept, merge->files,
               merge->files == 1 ? "" : "s");
        return;
    }
    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "path", merge->path);
    netcl_writer_integer(&to, "taken", (long long)merge->taken);
    netcl_writer_integer(&to, "kept", (long long)merge->kept);
    netcl_writer_integer(&to, "files", (long long)merge->files);
    netcl_writer_close(&to, '{');
}

/* Files that cannot be read are named; the others are taken. */
static int merge_all(struct merge *merge, char *const *files, bool is_json)
{
    int status = NETCL_EXIT_OK, err;

    if (netcl_cache_open(merge->path, NULL, &merge->cache)) {
        netcl_diag_error("out of memory (free some, and start again)");
        return NETCL_EXIT_WRONG;
    }
    for (; *files; files++)
        if (take_file(merge, *files))
            status = NETCL_EXIT_WRONG;
    err = merge->taken ? netcl_cache_flush(merge->cache) : 0;
    netcl_cache_close(merge->cache);
    if (err) {
        netcl_diag_error("%s: cannot be written: %s (make room, or say --into)",
                         merge->path, strerror(-err));
        return NETCL_EXIT_WRONG;
    }
    tell(merge, is_json);
    return status;
}

/* Operands go to the front of the list that they are in. */
static int read_merge(struct netcl_args *args, const char **into, bool *is_json,
                      size_t *files)
{
    const char *value;
    int found = netcl_args_next(args, &value);

    for (; found != NETCL_ARGS_END; found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found == INTO)
            *into = value;
        else if (found == JSON)
            *is_json = true;
        else
            args->items[(*files)++] = (char *)value;
    }
    return *files ? NETCL_EXIT_OK : netcl_args_fail(args, "which files?");
}

static int run_merge(struct netcl_args *args)
{
    struct merge merge = {0};
    const char *into = NULL;
    bool is_json = false;
    char *own = netcl_config_cache_path();
    size_t files = 0;
    int status = read_merge(args, &into, &is_json, &files);

    merge.path = into ? into : own;
    if (!status && !merge.path)
        status = netcl_args_fail(args, "there is no cache file to merge into: "
                                       "say --into, or set HOME");
    if (!status) {
        args->items[files] = NULL;
        status = merge_all(&merge, args->items, is_json);
    }
    free(own);
    return status;
}

/* ---- export ---------------------------------------------------------- */

/* One key a line, as in a cache file. */
static void print_file(const struct netcl_store *store)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);
    size_t i;

    fputs("{\n", stdout);
    for (i = 0; i < store->count; i++) {
        to.needs_comma = false;
        netcl_writer_raw(&to, store->entries[i].key, store->entries[i].value);
        fputs(i + 1 < store->count ? ",\n" : "\n", stdout);
    }
    fputs("}\n", stdout);
}

static int run_export(struct netcl_args *args)
{
    const char *value, *part = NULL;
    struct netcl_store store;
    int found = netcl_args_next(args, &value), status;

    for (; found == KEY; found = netcl_args_next(args, &value))
        part = value;
    if (found == NETCL_ARGS_WRONG)
        return NETCL_EXIT_USAGE;
    if (found == NETCL_ARGS_OPERAND)
        return netcl_args_fail(args, "what is '%s'?", value);
    status = netcl_store_open(&store, part);
    if (status)
        return status;
    print_file(&store);
    netcl_store_close(&store);
    return NETCL_EXIT_OK;
}
