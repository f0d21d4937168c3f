/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/logbook.h"
#include "cli/scaffold.h"
#include "cli/writer.h"

enum { FROM_LOG, INTO, FAMILY, JSON };

static const struct netcl_option options[] = {
    [FROM_LOG] = {"--from-log", "LOG", "the log that tells of the kernel", NULL},
    [INTO] = {"--into", "FOLDER",
              "where the family's folder is made (default: here)", NULL},
    [FAMILY] = {"--family", "NAME",
                "the family's name (default: the kernel function's)", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_variants_new = {
    .name = "variants new",
    .usage = "--from-log LOG [options] [KERNEL]",
    .help = "begin a family for a kernel that no manifest knows",
    .about = "Writes a folder with a manifest that knows the kernel, its "
             "source as reference.cl, and first.cl, a variant that is still "
             "the program's own kernel: make it faster, and let variants "
             "check compare it. KERNEL is its name in the log, or the "
             "function's; it may be left out where there is only one.",
    .options = options,
    .run = run,
};

struct request {
    const char *log;
    const char *into;
    const char *family;
    const char *kernel;
    bool is_json;
};

static bool is_asked_for(const struct request *request,
                         const struct netcl_unmatched *kernel)
{
    return !request->kernel || !strcmp(request->kernel, kernel->kernel) ||
           !strcmp(request->kernel, kernel->function);
}

static void name_all(const struct netcl_unmatched *kernel)
{
    for (; kernel; kernel = kernel->next)
        fprintf(stderr, "  %s\n", kernel->kernel);
}

/* NULL: none, or several; reported. */
static const struct netcl_unmatched *find(const struct request *request,
                                          const struct netcl_logbook *book)
{
    const struct netcl_unmatched *kernel = book->unmatched, *found = NULL;

    for (; kernel; kernel = kernel->next) {
        if (!is_asked_for(request, kernel))
            continue;
        if (found) {
            netcl_diag_error("variants new: say which kernel:");
            name_all(book->unmatched);
            return NULL;
        }
        found = kernel;
    }
    if (!found && request->kernel)
        netcl_diag_error("%s: no kernel '%s' without a manifest (netcl-tune "
                         "explain --log %s names all)",
                         request->log, request->kernel, request->log);
    else if (!found)
        netcl_diag_error("%s: every kernel in it has a manifest, or none "
                         "could be read (netcl-tune explain --log %s)",
                         request->log, request->log);
    return found;
}

static void tell(const struct request *request,
                 const struct netcl_scaffold *scaffold)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);

    if (request->is_json) {
        netcl_writer_open(&to, NULL, '{');
        netcl_writer_text(&to, "folder", scaffold->folder);
        netcl_writer_text(&to, "kernel", scaffold->kernel->kernel);
        netcl_writer_bool(&to, "is_guessed", scaffold->is_guessed);
        netcl_writer_close(&to, '{');
        return;
    }
    printf("%s: a family for %s\n"
           "  manifest.json  how it is known%s\n"
           "  reference.cl   the program's source\n"
           "  first.cl       a first variant, as yet the program's own kernel\n"
           "next: make first.cl faster, then\n"
           "  netcl-tune variants check %s\n"
           "  NETCL_TUNE_VARIANTS=%s: netcl-tune run --report -- PROGRAM\n",
           scaffold->folder, scaffold->kernel->kernel,
           scaffold->is_guessed
               ? "; only for the launch that was seen, until you say how "
                 "`elements` follow from the arguments"
               : "; look over `elements` and `shape`",
           scaffold->folder, request->into);
}

static int make(const struct request *request, const struct netcl_logbook *book,
                const struct netcl_unmatched *kernel)
{
    const char *family = request->family ? request->family : kernel->function;
    char *folder = netcl_str_format("%s/%s", request->into, family);
    struct netcl_scaffold scaffold = {
        .kernel = kernel,
        .text = netcl_unmatched_text(book->sources, kernel->source),
        .family = family,
        .folder = folder,
    };
    int err = 0;

    if (!scaffold.text) {
        netcl_diag_error("%s: the source of %s is too long for the log: write "
                         "this manifest by hand (variants/README.md)",
                         request->log, kernel->kernel);
        err = -1;
    }
    if (!err) {
        netcl_file_make_folders(request->into); /* or the next step fails */
        err = netcl_scaffold_write(&scaffold);
    }
    if (!err)
        tell(request, &scaffold);
    free(folder);
    return err ? NETCL_EXIT_WRONG : NETCL_EXIT_OK;
}

static int read_options(struct netcl_args *args, struct request *request)
{
    const char *value;
    int found = netcl_args_next(args, &value);

    for (; found != NETCL_ARGS_END; found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found == FROM_LOG)
            request->log = value;
        else if (found == INTO)
            request->into = value;
        else if (found == FAMILY)
            request->family = value;
        else if (found == JSON)
            request->is_json = true;
        else if (request->kernel)
            return netcl_args_fail(args, "one kernel at a time");
        else
            request->kernel = value;
    }
    return request->log ? NETCL_EXIT_OK
                        : netcl_args_fail(args, "which log? Say --from-log");
}

static int run(struct netcl_args *args)
{
    struct request request = {.into = "."};
    const struct netcl_unmatched *kernel;
    struct netcl_logbook book = {0};
    int status = read_options(args, &request);

    if (status)
        return status;
    status = NETCL_EXIT_WRONG;
    if (!netcl_logbook_read(&book, request.log, 0)) {
        kernel = find(&request, &book);
        if (kernel)
            status = make(&request, &book, kernel);
    }
    netcl_logbook_clear(&book);
    return status;
}
