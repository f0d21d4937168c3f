/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/config.h"
#include "base/diag.h"
#include "cli/args.h"
#include "cli/explain.h"
#include "cli/store.h"

enum { LOG, JSON };

static const struct netcl_option options[] = {
    [LOG] = {"--log", "FILE",
             "a decision log; may be given several times (else "
             "NETCL_TUNE_LOG, else the cache)", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_explain = {
    .name = "explain",
    .usage = "[--log FILE] [--json] [KERNEL]",
    .help = "why a kernel is faster or not, and what would help",
    .about = "Says of each kernel (or of those with KERNEL in their name) "
             "which family knows it, what was tried, what was chosen and "
             "why, and what would help. A log tells what was tried; the "
             "cache only what was chosen.",
    .options = options,
    .run = run,
};

struct request {
    const char *kernel;
    bool is_json;
    unsigned logs;
    int status;
};

static void read_options(struct netcl_args *args, struct netcl_logbook *book,
                         struct request *request)
{
    const char *value;
    int found = netcl_args_next(args, &value);

    for (; found != NETCL_ARGS_END && request->status != NETCL_EXIT_USAGE;
         found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG) {
            request->status = NETCL_EXIT_USAGE;
        } else if (found == JSON) {
            request->is_json = true;
        } else if (found == LOG) {
            request->logs++;
            if (netcl_logbook_read(book, value, 0))
                request->status = NETCL_EXIT_WRONG;
        } else if (request->kernel) {
            request->status = netcl_args_fail(args, "one kernel at a time");
        } else {
            request->kernel = value;
        }
    }
}

static void read_cache(struct netcl_logbook *book)
{
    struct netcl_cached cached;
    struct netcl_store store;
    size_t i;

    if (netcl_store_open(&store, NULL))
        return;
    for (i = 0; i < store.count; i++)
        if (netcl_cache_find(store.cache, store.entries[i].key, &cached)) {
            netcl_logbook_add_cached(book, store.entries[i].key, &cached);
            netcl_cached_clear(&cached);
        }
    netcl_store_close(&store);
}

/* Where no log is named: the setting's, else what the cache remembers. */
static void read_default(struct netcl_logbook *book, struct request *request)
{
    const char *log = netcl_config()->log;

    if (*log && strcmp(log, "stderr")) {
        if (netcl_logbook_read(book, log, 0))
            request->status = NETCL_EXIT_WRONG;
        return;
    }
    read_cache(book);
}

static int tell(struct netcl_logbook *book, const struct request *request)
{
    struct netcl_families families = {0};
    struct netcl_explain explain = {book, &families, request->kernel};
    size_t told;

    netcl_families_open(&families);
    told = request->is_json ? netcl_explain_print_json(stdout, &explain)
                            : netcl_explain_print(stdout, &explain);
    netcl_families_close(&families);
    if (told)
        return NETCL_EXIT_OK;
    if (request->kernel)
        netcl_diag_error("explain: no kernel with '%s' in its name (netcl-tune "
                         "explain names all)",
                         request->kernel);
    else
        netcl_diag_error("explain: no OpenCL kernel was seen (netcl-tune "
                         "doctor says whether the tuner gets in)");
    return NETCL_EXIT_WRONG;
}

static int run(struct netcl_args *args)
{
    struct netcl_logbook book = {0};
    struct request request = {0};
    int status;

    read_options(args, &book, &request);
    if (!request.status && !request.logs)
        read_default(&book, &request);
    status = request.status;
    if (!status)
        status = tell(&book, &request);
    if (!status && book.torn)
        status = NETCL_EXIT_WRONG;
    netcl_logbook_clear(&book);
    return status;
}
