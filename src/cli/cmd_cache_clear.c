/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "cli/args.h"
#include "cli/store.h"
#include "cli/writer.h"

enum { YES, JSON };

static const struct netcl_option options[] = {
    [YES] = {"--yes", NULL, "do not ask", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_cache_clear = {
    .name = "cache clear",
    .usage = "[--yes] [--json] [KEY]",
    .help = "forget decisions of the user's cache",
    .about = "Forgets every decision, or those whose key has KEY in it (a "
             "kernel's name, a device's): the next run measures again. The "
             "shared cache stays. Asks before it does so; where there is no "
             "terminal to ask on, --yes must be said.",
    .options = options,
    .run = run,
};

struct request {
    const char *part; /* NULL: all */
    bool is_sure;
    bool is_json;
};

static bool agrees(const struct request *request, const char *path)
{
    char answer[8] = "";

    if (request->part)
        fprintf(stderr, "Forget the decisions for '%s' in %s? [y/N] ",
                request->part, path);
    else
        fprintf(stderr, "Forget every decision in %s? [y/N] ", path);
    return fgets(answer, sizeof(answer), stdin) &&
           (answer[0] == 'y' || answer[0] == 'Y');
}

/* 0 and how many, or a negative errno. */
static int forget(struct netcl_store *store, const char *part, size_t *count)
{
    int err = part ? 0 : netcl_cache_clear(store->cache);
    size_t i;

    *count = 0;
    for (i = 0; !err && i < store->count; i++) {
        if (store->entries[i].origin == NETCL_ORIGIN_SHARED)
            continue;
        err =
            part ? netcl_cache_remove(store->cache, store->entries[i].key) : 0;
        err = err == -ENOENT ? 0 : err;
        (*count)++;
    }
    return err;
}

static void tell(const struct request *request, const struct netcl_store *store,
                 size_t count)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);

    if (!request->is_json) {
        printf("%s: %zu key%s cleared\n", netcl_store_where(store), count,
               count == 1 ? "" : "s");
        return;
    }
    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "path", store->path);
    netcl_writer_integer(&to, "cleared", (long long)count);
    netcl_writer_close(&to, '{');
}

static int clear(const struct request *request, struct netcl_store *store)
{
    size_t count = 0;
    int err;

    if (store->path && !request->is_sure && !agrees(request, store->path))
        return NETCL_EXIT_WRONG;
    err = store->path ? forget(store, request->part, &count) : 0;
    if (err) {
        netcl_diag_error("%s: cannot be written: %s (make room, or own it)",
                         store->path, strerror(-err));
        return NETCL_EXIT_WRONG;
    }
    tell(request, store, count);
    return NETCL_EXIT_OK;
}

static int read_options(struct netcl_args *args, struct request *request)
{
    const char *value;
    int found = netcl_args_next(args, &value);

    for (; found != NETCL_ARGS_END; found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found == YES)
            request->is_sure = true;
        else if (found == JSON)
            request->is_json = true;
        else if (request->part)
            return netcl_args_fail(args, "one key at a time");
        else
            request->part = value;
    }
    if (!request->is_sure && !isatty(STDIN_FILENO))
        return netcl_args_fail(args, "say --yes where nobody can be asked");
    return NETCL_EXIT_OK;
}

static int run(struct netcl_args *args)
{
    struct request request = {NULL, false, false};
    struct netcl_store store;
    int status = read_options(args, &request);

    if (!status)
        status = netcl_store_open(&store, request.part);
    if (status)
        return status;
    status = clear(&request, &store);
    netcl_store_close(&store);
    return status;
}
