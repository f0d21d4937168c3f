/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/args.h"
#include "cli/report.h"

enum { JSON };

static const struct netcl_option options[] = {
    [JSON] = {"--json", NULL, "for programs: one JSON object"},
    {NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_report = {
    .name = "report",
    .usage = "[--json] LOG...",
    .help = "what decision logs say: what got faster, by how much",
    .about = "Reads decision logs (NETCL_TUNE_LOG, netcl-tune run --log) of "
             "one or more runs. Shows every decision, most time saved first; "
             "then the kernels that were left alone, and why.",
    .options = options,
    .run = run,
};

/* *unread: logs that could not be read at all; reported. */
static int read_all(struct netcl_args *args, struct netcl_logbook *book,
                    bool *is_json, unsigned *unread, unsigned *logs)
{
    const char *value;
    int found;

    for (found = netcl_args_next(args, &value);
         found != NETCL_ARGS_END && found != NETCL_ARGS_WRONG;
         found = netcl_args_next(args, &value)) {
        if (found == JSON) {
            *is_json = true;
            continue;
        }
        (*logs)++;
        *unread += netcl_logbook_read(book, value, 0) != 0;
    }
    if (found == NETCL_ARGS_WRONG)
        return NETCL_EXIT_USAGE;
    return *logs ? NETCL_EXIT_OK : netcl_args_fail(args, "which log?");
}

static int run(struct netcl_args *args)
{
    struct netcl_logbook book = {0};
    unsigned unread = 0, logs = 0, torn;
    bool is_json = false;
    int usage = read_all(args, &book, &is_json, &unread, &logs);

    if (!usage && unread < logs) {
        if (is_json)
            netcl_report_print_json(stdout, &book);
        else
            netcl_report_print(stdout, &book);
    }
    torn = book.torn;
    netcl_logbook_clear(&book);
    if (usage)
        return usage;
    return unread || torn ? NETCL_EXIT_WRONG : NETCL_EXIT_OK;
}
