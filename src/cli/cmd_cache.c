/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/diag.h"
#include "cli/args.h"
#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/writer.h"
#include "decide/cache.h"

static const struct netcl_option json_only[] = {
    {"--json", NULL, "for programs: one JSON object"},
    {NULL, NULL, NULL},
};
static const struct netcl_option clear_options[] = {
    {"--yes", NULL, "do not ask"},
    {NULL, NULL, NULL},
};

static int run_list(struct netcl_args *args);
static int run_show(struct netcl_args *args);
static int run_clear(struct netcl_args *args);

const struct netcl_command netcl_command_cache_list = {
    .name = "cache list",
    .usage = "[--json]",
    .help = "the remembered decisions",
    .about = "Shows every key of the cache file and of the shared one under "
             "it: what was chosen, how much faster it is, and whether its "
             "output is the original's bit for bit.",
    .options = json_only,
    .run = run_list,
};

const struct netcl_command netcl_command_cache_show = {
    .name = "cache show",
    .usage = "[--json] KEY",
    .help = "all that is remembered of one key",
    .about = "KEY is a whole key, or a part of one: then every key that has "
             "it in it is shown.",
    .options = json_only,
    .run = run_show,
};

const struct netcl_command netcl_command_cache_clear = {
    .name = "cache clear",
    .usage = "[--yes]",
    .help = "forget every decision of the user's cache",
    .about = "The shared cache stays. Asks before it does so; where there is "
             "no terminal to ask on, --yes must be said.",
    .options = clear_options,
    .run = run_clear,
};

struct store {
    char *path; /* NULL: nowhere */
    struct netcl_cache *cache;
};

static int open_store(struct store *store)
{
    store->path = netcl_config_cache_path();
    if (!netcl_cache_open(store->path, netcl_config()->shared_cache,
                          &store->cache))
        return NETCL_EXIT_OK;
    netcl_diag_error("out of memory");
    free(store->path);
    return NETCL_EXIT_WRONG;
}

static void close_store(struct store *store)
{
    netcl_cache_close(store->cache);
    free(store->path);
}

static const char *path_for_people(const struct store *store)
{
    return store->path ? store->path : "nowhere";
}

/* ---- keys, gathered: the cache must not be asked while it is walked -- */

struct entry {
    char *key;
    char *value; /* JSON text */
    enum netcl_origin origin;
};

struct entries {
    const char *part; /* only keys that have this in them; NULL: all */
    struct entry *items;
    size_t count, capacity;
};

static bool add_entry(void *context, const char *key, const char *value,
                      enum netcl_origin origin)
{
    struct entries *entries = context;
    struct entry *items = entries->items;

    if (entries->part && !strstr(key, entries->part))
        return true;
    if (entries->count == entries->capacity) {
        entries->capacity = entries->capacity ? 2 * entries->capacity : 64;
        items = realloc(items, entries->capacity * sizeof(*items));
        if (!items)
            return false;
        entries->items = items;
    }
    items[entries->count++] =
        (struct entry){strdup(key), strdup(value), origin};
    return true;
}

static void free_entries(struct entries *entries)
{
    size_t i;

    for (i = 0; i < entries->count; i++) {
        free(entries->items[i].key);
        free(entries->items[i].value);
    }
    free(entries->items);
}

/* ---- list ------------------------------------------------------------ */

static void add_row(struct netcl_table *table, struct netcl_cache *cache,
                    const struct entry *entry)
{
    struct netcl_cached cached;
    char text[NETCL_PHRASE_BYTES];
    const char *result;

    netcl_table_add(table, "%s", entry->key);
    if (!netcl_cache_find(cache, entry->key, &cached)) {
        netcl_table_add(table, "%s", "?");
        netcl_table_paint(table, NETCL_PAINT_BAD);
        netcl_table_add(table, "-");
        netcl_table_add(table, "%s", "of no form that is known");
        return;
    }
    netcl_table_add(table, "%s", netcl_phrase_choice(text, cached.choice));
    netcl_table_add(table, "%s", netcl_phrase_ratio(text, cached.speedup));
    result = cached.digest
                 ? netcl_phrase_error(text, cached.is_exact, &cached.error)
                 : "a hint, to be verified";
    netcl_table_add(table, "%s%s", result,
                    entry->origin == NETCL_ORIGIN_SHARED ? ", shared" : "");
    netcl_cached_clear(&cached);
}

static void print_list(struct store *store, const struct entries *entries)
{
    static const char *const titles[] = {
        "key", "choice", ">speed-up", "result", NULL,
    };
    struct netcl_table *table = netcl_table_new(titles);
    size_t i;

    printf("%s: %zu key%s\n", path_for_people(store), entries->count,
           entries->count == 1 ? "" : "s");
    for (i = 0; i < entries->count; i++)
        add_row(table, store->cache, &entries->items[i]);
    netcl_table_print(table, stdout, 0);
    netcl_table_free(table);
}

/* Values go out as they are in the file, fields we do not know included. */
static void print_json(const struct store *store, const struct entries *entries)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);
    size_t i;

    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "path", store->path);
    netcl_writer_open(&to, "keys", '[');
    for (i = 0; i < entries->count; i++) {
        netcl_writer_open(&to, NULL, '{');
        netcl_writer_text(&to, "key", entries->items[i].key);
        netcl_writer_text(&to, "origin",
                          netcl_origin_name(entries->items[i].origin));
        netcl_writer_raw(&to, "value", entries->items[i].value);
        netcl_writer_close(&to, '{');
    }
    netcl_writer_close(&to, '[');
    netcl_writer_close(&to, '{');
}

static int run_list(struct netcl_args *args)
{
    struct entries entries = {0};
    struct store store;
    bool is_json;
    int status = netcl_args_switch_only(args, &is_json);

    if (!status)
        status = open_store(&store);
    if (status)
        return status;
    netcl_cache_each(store.cache, add_entry, &entries);
    if (is_json)
        print_json(&store, &entries);
    else
        print_list(&store, &entries);
    free_entries(&entries);
    close_store(&store);
    return NETCL_EXIT_OK;
}

/* ---- show ------------------------------------------------------------ */

/* What is none of the others. */
static bool is_truth(const struct netcl_json_at *at)
{
    return !netcl_json_is_object(at) && !netcl_json_is_list(at) &&
           !netcl_json_is_text(at) && !netcl_json_is_number(at) &&
           !netcl_json_is_null(at);
}

static void print_member(const struct netcl_json_at *item)
{
    char *text = NULL;
    bool truth;

    if (is_truth(item) && !netcl_json_bool(item, &truth)) {
        printf("  %s: %s\n", item->key, truth ? "true" : "false");
        return;
    }
    text = netcl_phrase_compact(item);
    printf("  %s: %s\n", item->key, text ? text : "...");
    free(text);
}

/* The members of a value, one a line. */
static void print_value(const struct entry *entry)
{
    struct netcl_json_at root, item = {0};
    struct netcl_json *file;

    printf("%s\n", entry->key);
    if (netcl_json_open(entry->key, entry->value, strlen(entry->value), &file))
        return;
    root = netcl_json_root(file);
    if (!netcl_json_is_object(&root))
        printf("  choice: %s\n", entry->value);
    while (netcl_json_is_object(&root) && netcl_json_next(&root, &item))
        print_member(&item);
    printf("  kept in: the %s cache\n",
           entry->origin == NETCL_ORIGIN_SHARED ? "shared" : "user's");
    netcl_json_close(file);
}

/* A whole key stands for itself, whatever others have it in them. */
static void narrow(struct entries *entries, const char *key)
{
    struct entry found;
    size_t i;

    for (i = 0; i < entries->count; i++)
        if (!strcmp(entries->items[i].key, key))
            break;
    if (i == entries->count)
        return;
    found = entries->items[i];
    entries->items[i] = entries->items[0];
    entries->items[0] = found;
    for (; entries->count > 1; entries->count--) {
        free(entries->items[entries->count - 1].key);
        free(entries->items[entries->count - 1].value);
    }
}

static int show(const char *key, bool is_json)
{
    struct entries entries = {.part = key};
    struct store store;
    int status = open_store(&store);
    size_t i;

    if (status)
        return status;
    netcl_cache_each(store.cache, add_entry, &entries);
    narrow(&entries, key);
    if (is_json)
        print_json(&store, &entries);
    for (i = 0; !is_json && i < entries.count; i++)
        print_value(&entries.items[i]);
    if (!entries.count) {
        netcl_diag_error("%s: no key with '%s' in it", path_for_people(&store),
                         key);
        status = NETCL_EXIT_WRONG;
    }
    free_entries(&entries);
    close_store(&store);
    return status;
}

static int run_show(struct netcl_args *args)
{
    const char *value, *key = NULL;
    bool is_json = false;
    int found;

    for (found = netcl_args_next(args, &value); found != NETCL_ARGS_END;
         found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found >= 0)
            is_json = true;
        else if (key)
            return netcl_args_fail(args, "one key at a time");
        else
            key = value;
    }
    return key ? show(key, is_json) : netcl_args_fail(args, "which key?");
}

/* ---- clear ----------------------------------------------------------- */

static bool agrees(const char *path)
{
    char answer[8] = "";

    fprintf(stderr, "Forget every decision in %s? [y/N] ", path);
    return fgets(answer, sizeof(answer), stdin) &&
           (answer[0] == 'y' || answer[0] == 'Y');
}

static int clear(struct store *store)
{
    int err = netcl_cache_clear(store->cache);

    if (err) {
        netcl_diag_error("%s: %s", store->path, strerror(-err));
        return NETCL_EXIT_WRONG;
    }
    printf("%s: cleared\n", store->path);
    return NETCL_EXIT_OK;
}

static int run_clear(struct netcl_args *args)
{
    struct store store;
    bool is_sure;
    int status = netcl_args_switch_only(args, &is_sure);

    if (status)
        return status;
    if (!is_sure && !isatty(STDIN_FILENO))
        return netcl_args_fail(args, "say --yes where nobody can be asked");
    status = open_store(&store);
    if (status)
        return status;
    if (!store.path)
        printf("there is no cache file\n");
    else if (is_sure || agrees(store.path))
        status = clear(&store);
    else
        status = NETCL_EXIT_WRONG;
    close_store(&store);
    return status;
}
