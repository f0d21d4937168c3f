/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "base/config.h"
#include "cli/help.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* Plain text, so that roff shows it as it is. */
static void put(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '-':
            fputs("\\-", out);
            break;
        case '\\':
            fputs("\\e", out);
            break;
        case '~':
            fputs("\\(ti", out);
            break;
        case '\'':
            fputs("\\(aq", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static void put_line(FILE *out, const char *before, const char *text,
                     const char *after)
{
    fputs(before, out);
    put(out, text);
    fputs(after, out);
}

static void put_heading(FILE *out, const char *text)
{
    fputs(".SH ", out);
    for (; *text; text++)
        fputc(toupper((unsigned char)*text), out);
    fputc('\n', out);
}

static void put_command(FILE *out, const struct netcl_command *command)
{
    const struct netcl_option *option = command->options;

    put_line(out, ".SS ", command->name, "\n");
    put_line(out, ".B netcl\\-tune ", command->name, "\n");
    put_line(out, ".RI \"", command->usage, "\"\n.PP\n");
    put_line(out, "", command->about, "\n");
    for (; option && option->name; option++) {
        put_line(out, ".TP\n\\fB", option->name, "\\fR");
        if (option->argument)
            put_line(out, " \\fI", option->argument, "\\fR");
        put_line(out, "\n", option->help, ".\n");
    }
}

static void put_statuses(FILE *out)
{
    static const char *const statuses[][2] = {
        {"0", "All is well."},
        {"1", "Something was found wrong, and named."},
        {"2", "The command line was not understood."},
    };
    size_t i;

    put_heading(out, "Exit status");
    for (i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
        put_line(out, ".TP\n", statuses[i][0], "\n");
        put_line(out, "", statuses[i][1], "\n");
    }
    put_line(out, ".PP\n",
             "netcl-tune run ends as the program does, by the same signal "
             "too; 127 where there is no such program, 126 where it cannot "
             "be started.",
             "\n");
}

static void put_files(FILE *out)
{
    put_heading(out, "Files");
    put_line(out, ".TP\n", "~/.cache/netcl/autotune.json",
             "\nThe decisions of this user, one JSON object.\n");
    put_line(out, ".TP\n", "~/.cache/netcl/sources/",
             "\nSources of programs that keep binaries only.\n");
}

static void put_examples(FILE *out)
{
    put_heading(out, "Examples");
    put_line(out, ".nf\n.B ", "netcl-tune run --report -- ./app",
             "\n.fi\n.PP\n");
    put_line(out, ".nf\n.B ", "netcl-tune run --log app.jsonl -- ./app", "\n");
    put_line(out, ".B ", "netcl-tune report app.jsonl", "\n.fi\n");
}

void netcl_help_print_manual(FILE *out)
{
    const struct netcl_command *const *command;

    fputs(".\\\" Made by netcl-tune --man: do not edit.\n"
          ".TH NETCL\\-TUNE 1 \"\" \"netcl\\-tune " PACKAGE_VERSION "\"\n",
          out);
    put_heading(out, "Name");
    fputs("netcl\\-tune \\- "
          "faster kernels for OpenCL programs you cannot change\n",
          out);
    put_heading(out, "Synopsis");
    fputs(".B netcl\\-tune\n.I COMMAND\n.RI [ options ]\n", out);
    put_heading(out, "Description");
    put(out, "Runs programs with the OpenCL auto-tuner libnetcl_tune.so, and "
             "shows what it decided. The tuner measures, on the program's "
             "own launches, which of several implementations of a kernel is "
             "fastest, and uses it from then on where its results are the "
             "same.\n");
    put_heading(out, "Commands");
    for (command = netcl_commands; *command; command++)
        put_command(out, *command);
    put_heading(out, "Environment");
    netcl_config_print(out, true);
    fputs(".TP\n\\fBNO_COLOR\\fR\nWhere set, output has no colours.\n", out);
    put_files(out);
    put_statuses(out);
    put_examples(out);
}
