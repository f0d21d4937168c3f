/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "cli/args.h"
#include "cli/page.h"
#include "cli/report.h"
#include "cli/t4.h"
#include "cli/trace.h"

enum { HTML, TRACE, T4, JSON, OPTION_COUNT };

static const struct netcl_option options[] = {
    [HTML] = {"--html", "FILE",
              "write one page with charts, which needs no network", NULL},
    [TRACE] = {"--trace", "FILE",
               "write the time line for Perfetto or chrome://tracing", NULL},
    [T4] = {"--t4", "FILE",
            "write what was measured as auto-tuning interchange JSON (T4)", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_report = {
    .name = "report",
    .usage = "[options] LOG...",
    .help = "what decision logs say: what got faster, by how much",
    .about = "Reads decision logs (NETCL_TUNE_LOG, netcl-tune run --log) of "
             "one or more runs. Shows every decision, most time saved first; "
             "then the kernels that were left alone, and why. Where a file "
             "is to be written, no table is shown.",
    .options = options,
    .run = run,
};

struct request {
    const char *files[OPTION_COUNT]; /* NULL: not asked for */
    bool is_json;
    unsigned logs;
    unsigned unread; /* logs that could not be read at all; reported */
};

static int read_all(struct netcl_args *args, struct netcl_logbook *book,
                    struct request *request)
{
    const char *value;
    int found;

    for (found = netcl_args_next(args, &value);
         found != NETCL_ARGS_END && found != NETCL_ARGS_WRONG;
         found = netcl_args_next(args, &value)) {
        if (found == JSON) {
            request->is_json = true;
        } else if (found >= 0) {
            request->files[found] = value;
        } else {
            request->logs++;
            request->unread += netcl_logbook_read(book, value, 0) != 0;
        }
    }
    if (found == NETCL_ARGS_WRONG)
        return NETCL_EXIT_USAGE;
    return request->logs ? NETCL_EXIT_OK : netcl_args_fail(args, "which log?");
}

static int print_t4(FILE *out, struct netcl_logbook *book)
{
    struct netcl_families families = {0};

    netcl_families_open(&families);
    netcl_t4_print(out, book, &families);
    netcl_families_close(&families);
    return 0;
}

static int print_file(int option, FILE *out, struct netcl_logbook *book)
{
    if (option == HTML)
        return netcl_page_print(out, book);
    if (option == T4)
        return print_t4(out, book);
    netcl_trace_print(out, book);
    return 0;
}

static bool write_file(int option, const char *path, struct netcl_logbook *book)
{
    FILE *out = fopen(path, "we");
    int err = out ? 0 : -errno;

    if (!err)
        err = print_file(option, out, book);
    if (!err && ferror(out))
        err = -EIO;
    if (out && fclose(out) && !err)
        err = -errno;
    if (err)
        netcl_diag_error("%s: cannot be written: %s (name another file)", path,
                         strerror(-err));
    return !err;
}

/* T4 is of one device. */
static bool can_write(int option, const struct netcl_logbook *book)
{
    if (option != T4 || netcl_t4_device(book) || !book->kernels)
        return true;
    netcl_diag_error("report: --t4 is for one device, and the logs are of "
                     "several (give it those of one)");
    return false;
}

/* Whether all went well; *count: how many were asked for. */
static bool write_files(const struct request *request,
                        struct netcl_logbook *book, unsigned *count)
{
    bool is_fine = true;
    int i;

    for (i = 0; i < OPTION_COUNT; i++) {
        if (!request->files[i])
            continue;
        (*count)++;
        is_fine = can_write(i, book) &&
                  write_file(i, request->files[i], book) && is_fine;
    }
    return is_fine;
}

static int tell(const struct request *request, struct netcl_logbook *book)
{
    unsigned files = 0;
    bool is_fine = write_files(request, book, &files);

    if (request->is_json)
        netcl_report_print_json(stdout, book);
    else if (!files)
        netcl_report_print(stdout, book);
    return is_fine && !request->unread && !book->torn ? NETCL_EXIT_OK
                                                      : NETCL_EXIT_WRONG;
}

static int run(struct netcl_args *args)
{
    struct netcl_logbook book = {0};
    struct request request = {0};
    int status = read_all(args, &book, &request);

    if (!status)
        status = request.unread < request.logs ? tell(&request, &book)
                                               : NETCL_EXIT_WRONG;
    netcl_logbook_clear(&book);
    return status;
}
