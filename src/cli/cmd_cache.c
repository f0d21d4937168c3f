/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "cli/args.h"
#include "cli/phrase.h"
#include "cli/store.h"
#include "cli/table.h"
#include "cli/writer.h"

static const struct netcl_option json_only[] = {
    {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};
static int run_list(struct netcl_args *args);
static int run_show(struct netcl_args *args);

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

/* ---- list ------------------------------------------------------------ */

static void add_row(struct netcl_table *table, struct netcl_cache *cache,
                    const struct netcl_store_entry *entry)
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

static void print_list(const struct netcl_store *store)
{
    static const char *const titles[] = {
        "key", "choice", ">speed-up", "result", NULL,
    };
    struct netcl_table *table = netcl_table_new(titles);
    size_t i;

    printf("%s: %zu key%s\n", netcl_store_where(store), store->count,
           store->count == 1 ? "" : "s");
    for (i = 0; i < store->count; i++)
        add_row(table, store->cache, &store->entries[i]);
    netcl_table_print(table, stdout, 0);
    netcl_table_free(table);
}

/* Values go out as they are in the file, fields we do not know included. */
static void print_json(const struct netcl_store *store)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);
    size_t i;

    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "path", store->path);
    netcl_writer_open(&to, "keys", '[');
    for (i = 0; i < store->count; i++) {
        netcl_writer_open(&to, NULL, '{');
        netcl_writer_text(&to, "key", store->entries[i].key);
        netcl_writer_text(&to, "origin",
                          netcl_origin_name(store->entries[i].origin));
        netcl_writer_raw(&to, "value", store->entries[i].value);
        netcl_writer_close(&to, '{');
    }
    netcl_writer_close(&to, '[');
    netcl_writer_close(&to, '{');
}

static int run_list(struct netcl_args *args)
{
    struct netcl_store store;
    bool is_json;
    int status = netcl_args_switch_only(args, &is_json);

    if (!status)
        status = netcl_store_open(&store, NULL);
    if (status)
        return status;
    if (is_json)
        print_json(&store);
    else
        print_list(&store);
    netcl_store_close(&store);
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
static void print_value(const struct netcl_store_entry *entry)
{
    struct netcl_json_at root, item = {0};
    struct netcl_json *file;

    printf("%s\n", entry->key);
    if (netcl_json_open(entry->key, "netcl-tune cache clear forgets it",
                        entry->value, strlen(entry->value), &file))
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
static void narrow(struct netcl_store *store, const char *key)
{
    struct netcl_store_entry found;
    size_t i;

    for (i = 0; i < store->count; i++)
        if (!strcmp(store->entries[i].key, key))
            break;
    if (i == store->count)
        return;
    found = store->entries[i];
    store->entries[i] = store->entries[0];
    store->entries[0] = found;
    for (; store->count > 1; store->count--) {
        free(store->entries[store->count - 1].key);
        free(store->entries[store->count - 1].value);
    }
}

static int show(const char *key, bool is_json)
{
    struct netcl_store store;
    int status = netcl_store_open(&store, key);
    size_t i;

    if (status)
        return status;
    narrow(&store, key);
    if (is_json)
        print_json(&store);
    for (i = 0; !is_json && i < store.count; i++)
        print_value(&store.entries[i]);
    if (!store.count) {
        netcl_diag_error("%s: no key with '%s' in it (netcl-tune cache list "
                         "shows all)",
                         netcl_store_where(&store), key);
        status = NETCL_EXIT_WRONG;
    }
    netcl_store_close(&store);
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
