/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/families.h"
#include "cli/terminal.h"
#include "cli/writer.h"

enum { TUNABLE, JSON };

static const struct netcl_option options[] = {
    [TUNABLE] = {"--tunable", "NAME",
                 "a macro whose value does not split the match; may be given "
                 "several times", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON list", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_variants_fingerprint = {
    .name = "variants fingerprint",
    .usage = "[options] FILE.cl [KERNEL] [-- BUILD OPTIONS]",
    .help = "what a manifest must say to know a kernel",
    .about = "Prints, for each kernel of an OpenCL source (or for KERNEL), "
             "its fingerprint with the build options that the program gives, "
             "its arguments, what it uses, and which manifest entry knows "
             "it.",
    .options = options,
    .run = run,
};

struct request {
    const char *file;
    const char *kernel; /* NULL: all */
    const char *tunables[NETCL_TUNABLES_MAX];
    size_t tunable_count;
    struct netcl_str build_options;
    bool is_json;
};

/* What one kernel is found to be. */
struct finding {
    const char *name;
    int err; /* of the fingerprint */
    uint64_t fingerprint;
    int64_t values[NETCL_TUNABLES_MAX];
    struct netcl_signature signature;
    unsigned facts;
    const struct netcl_kernel_entry *entry; /* NULL: nobody knows it */
    const char *why;                        /* not */
};

static const struct {
    enum netcl_fact bit;
    const char *name;
} fact_names[] = {
    {NETCL_FACT_PRINTF, "printf"},
    {NETCL_FACT_BARRIER, "barrier"},
    {NETCL_FACT_LOCAL, "local memory"},
    {NETCL_FACT_LOCAL_VARIABLE, "local variables"},
    {NETCL_FACT_ATOMIC, "atomics"},
    {NETCL_FACT_IMAGE, "images"},
    {NETCL_FACT_ENQUEUE, "device-side enqueue"},
    {NETCL_FACT_OFFSET, "global offset"},
    {NETCL_FACT_GROUPS, "work-group ids or sizes"},
};
#define FACT_COUNT (sizeof(fact_names) / sizeof(*fact_names))

/* ---- finding out ----------------------------------------------------- */

static void examine(const struct request *request,
                    const struct netcl_families *families,
                    const struct netcl_unit *unit, const char *name,
                    struct finding *finding)
{
    struct netcl_match match;

    memset(finding, 0, sizeof(*finding));
    finding->name = name;
    finding->err = netcl_slice_fingerprint(
        unit, name, request->tunables, request->tunable_count, finding->values,
        &finding->fingerprint);
    netcl_signature_read(unit, name, &finding->signature);
    netcl_slice_facts(unit, name, &finding->facts);
    if (families->registry && !netcl_registry_find(families->registry, unit,
                                                   name, &match, &finding->why))
        finding->entry = match.entry;
}

static const char *explain(int err)
{
    switch (err) {
    case -ENOENT:
        return "there is no such kernel";
    case -EINVAL:
        return "a tunable is not defined, is no integer, or is defined twice";
    default:
        return strerror(-err);
    }
}

/* ---- for people ------------------------------------------------------ */

static void print_args(const struct netcl_signature *signature)
{
    size_t i;

    printf("  arguments    ");
    for (i = 0; i < signature->count; i++)
        printf("%s%s %s", i ? ", " : "", signature->params[i].type,
               signature->params[i].name);
    printf("%s\n", signature->count ? "" : "cannot be read");
}

static void print_facts(unsigned facts)
{
    const char *separator = "";
    size_t i;

    printf("  uses         ");
    for (i = 0; i < FACT_COUNT; i++)
        if (facts & fact_names[i].bit) {
            printf("%s%s", separator, fact_names[i].name);
            separator = ", ";
        }
    printf("%s\n", *separator ? "" : "nothing special");
}

static void print_finding(const struct request *request,
                          const struct finding *finding)
{
    size_t i;

    printf("%s%s%s\n", netcl_terminal_paint(stdout, NETCL_PAINT_BOLD),
           finding->name, netcl_terminal_paint(stdout, NETCL_PAINT_NONE));
    if (finding->err)
        printf("  fingerprint  %s\n", explain(finding->err));
    else
        printf("  fingerprint  %016" PRIx64 "\n", finding->fingerprint);
    for (i = 0; !finding->err && i < request->tunable_count; i++)
        printf("  tunable      %s = %" PRId64 "\n", request->tunables[i],
               finding->values[i]);
    print_args(&finding->signature);
    print_facts(finding->facts);
    if (finding->entry)
        printf("  known as     %s (%s)\n", finding->entry->name,
               finding->entry->family->folder);
    else
        printf("  known as     nothing: %s\n",
               finding->why ? finding->why : "no manifest");
}

/* ---- for programs ---------------------------------------------------- */

static void write_args(struct netcl_writer *to,
                       const struct netcl_signature *signature)
{
    size_t i;

    netcl_writer_open(to, "args", '[');
    for (i = 0; i < signature->count; i++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "name", signature->params[i].name);
        netcl_writer_text(to, "type", signature->params[i].type);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_finding(struct netcl_writer *to,
                          const struct request *request,
                          const struct finding *finding)
{
    char text[17];
    size_t i;

    snprintf(text, sizeof(text), "%016" PRIx64, finding->fingerprint);
    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "name", finding->name);
    netcl_writer_text(to, "fingerprint", finding->err ? NULL : text);
    netcl_writer_open(to, "tunables", '{');
    for (i = 0; !finding->err && i < request->tunable_count; i++)
        netcl_writer_integer(to, request->tunables[i], finding->values[i]);
    netcl_writer_close(to, '{');
    write_args(to, &finding->signature);
    netcl_writer_open(to, "uses", '[');
    for (i = 0; i < FACT_COUNT; i++)
        if (finding->facts & fact_names[i].bit)
            netcl_writer_text(to, NULL, fact_names[i].name);
    netcl_writer_close(to, '[');
    netcl_writer_text(to, "known_as",
                      finding->entry ? finding->entry->name : NULL);
    netcl_writer_close(to, '{');
}

/* ---- the command
 * ------------------------------------------------------------- */

/* Every kernel that was asked for; how many could not be told. */
static unsigned tell_all(const struct request *request,
                         const struct netcl_families *families,
                         const struct netcl_unit *unit)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);
    size_t i, count = netcl_unit_kernel_count(unit);
    struct finding finding;
    unsigned failed = 0;

    if (request->is_json)
        netcl_writer_open(&to, NULL, '[');
    for (i = 0; i < (request->kernel ? 1 : count); i++) {
        examine(request, families, unit,
                request->kernel ? request->kernel
                                : netcl_unit_kernel_name(unit, i),
                &finding);
        if (request->is_json)
            write_finding(&to, request, &finding);
        else
            print_finding(request, &finding);
        failed += finding.err != 0;
        netcl_signature_free(&finding.signature);
    }
    if (request->is_json)
        netcl_writer_close(&to, '[');
    if (!request->kernel && !count) {
        netcl_diag_error("%s: no kernel in it (name the source that has it)",
                         request->file);
        failed++;
    }
    return failed;
}

static int tell(const struct request *request)
{
    struct netcl_families families = {0};
    struct netcl_unit *unit = NULL;
    char *source = NULL;
    unsigned failed = 1;
    size_t length;
    int err = netcl_file_read(request->file, &source, &length);

    if (err)
        netcl_diag_error("%s: cannot be read: %s (name an OpenCL source)",
                         request->file, strerror(-err));
    if (!err) {
        err =
            netcl_unit_open(source, length, request->build_options.text, &unit);
        if (err)
            netcl_diag_error(
                err == -ENOTSUP ? "%s: includes files, whose content a program "
                                  "does not show; such kernels stay as they "
                                  "are (put the content in place)"
                                : "%s: out of memory (free some, and start "
                                  "again)",
                request->file);
    }
    if (!err && !netcl_families_open(&families))
        failed = tell_all(request, &families, unit);
    netcl_families_close(&families);
    netcl_unit_close(unit);
    free(source);
    return failed ? NETCL_EXIT_WRONG : NETCL_EXIT_OK;
}

/* Quoted so that they are taken apart again as they were given. */
static void add_build_option(struct netcl_str *text, const char *option)
{
    const char *quote = strpbrk(option, " \t") ? "\"" : "";

    netcl_str_printf(text, "%s%s%s%s", text->length ? " " : "", quote, option,
                     quote);
}

static int take(struct netcl_args *args, int found, const char *value,
                struct request *request)
{
    if (found == NETCL_ARGS_OPERAND && args->has_ended)
        add_build_option(&request->build_options, value);
    else if (found == JSON)
        request->is_json = true;
    else if (found == TUNABLE && request->tunable_count == NETCL_TUNABLES_MAX)
        return netcl_args_fail(args, "too many tunables");
    else if (found == TUNABLE)
        request->tunables[request->tunable_count++] = value;
    else if (!request->file)
        request->file = value;
    else if (!request->kernel)
        request->kernel = value;
    else
        return netcl_args_fail(args,
                               "what is '%s'? Build options come "
                               "behind --",
                               value);
    return NETCL_EXIT_OK;
}

static int run(struct netcl_args *args)
{
    struct request request = {0};
    const char *value;
    int found, status = NETCL_EXIT_OK;

    while (!status) {
        found = netcl_args_next(args, &value);
        if (found == NETCL_ARGS_END)
            break;
        status = found == NETCL_ARGS_WRONG ? NETCL_EXIT_USAGE
                                           : take(args, found, value, &request);
    }
    if (!status && !request.file)
        status = netcl_args_fail(args, "which file?");
    if (!status)
        status = tell(&request);
    netcl_str_free(&request.build_options);
    return status;
}
