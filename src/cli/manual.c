/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"
#include "cli/help.h"
#include "cli/roff.h"

static void put_command(FILE *out, const struct netcl_command *command)
{
    const struct netcl_option *option = command->options;

    netcl_roff_put_line(out, ".SS ", command->name, "\n");
    netcl_roff_put_line(out, ".B netcl\\-tune ", command->name, "\n");
    netcl_roff_put_line(out, ".RI \"", command->usage, "\"\n.PP\n");
    netcl_roff_put_line(out, "", command->about, "\n");
    for (; option && option->name; option++) {
        netcl_roff_put_line(out, ".TP\n\\fB", option->name, "\\fR");
        if (option->argument)
            netcl_roff_put_line(out, " \\fI", option->argument, "\\fR");
        netcl_roff_put_line(out, "\n", option->help, ".\n");
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

    netcl_roff_put_heading(out, "Exit status");
    for (i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
        netcl_roff_put_line(out, ".TP\n", statuses[i][0], "\n");
        netcl_roff_put_line(out, "", statuses[i][1], "\n");
    }
    netcl_roff_put_line(
        out, ".PP\n",
        "netcl-tune run ends as the program does, by the same signal "
        "too; 127 where there is no such program, 126 where it cannot "
        "be started.",
        "\n");
}

static void put_files(FILE *out)
{
    netcl_roff_put_heading(out, "Files");
    netcl_roff_put_line(out, ".TP\n", "~/.cache/netcl/autotune.json",
                        "\nThe decisions of this user, one JSON object.\n");
    netcl_roff_put_line(out, ".TP\n", "~/.cache/netcl/sources/",
                        "\nSources of programs that keep binaries only.\n");
}

static void put_examples(FILE *out)
{
    netcl_roff_put_heading(out, "Examples");
    netcl_roff_put_line(out, ".nf\n.B ", "netcl-tune run --report -- ./app",
                        "\n.fi\n.PP\n");
    netcl_roff_put_line(out, ".nf\n.B ",
                        "netcl-tune run --log app.jsonl -- ./app", "\n");
    netcl_roff_put_line(out, ".B ", "netcl-tune report app.jsonl", "\n.fi\n");
}

static void put_see_also(FILE *out)
{
    netcl_roff_put_heading(out, "See also");
    netcl_roff_put_line(out, ".BR ", "libnetcl_tune", " (7)\n");
}

void netcl_help_print_manual(FILE *out)
{
    const struct netcl_command *const *command;

    netcl_roff_put_title(
        out, "netcl-tune", 1,
        "faster kernels for OpenCL programs you cannot change");
    netcl_roff_put_heading(out, "Synopsis");
    fputs(".B netcl\\-tune\n.I COMMAND\n.RI [ options ]\n", out);
    netcl_roff_put_heading(out, "Description");
    netcl_roff_put(
        out, "Runs programs with the OpenCL auto-tuner libnetcl_tune.so, and "
             "shows what it decided. The tuner measures, on the program's "
             "own launches, which of several implementations of a kernel is "
             "fastest, and uses it from then on where its results are the "
             "same.\n");
    netcl_roff_put_heading(out, "Commands");
    for (command = netcl_commands; *command; command++)
        put_command(out, *command);
    netcl_roff_put_heading(out, "Environment");
    netcl_config_print(out, true);
    fputs(".TP\n\\fBNO_COLOR\\fR\nWhere set, output has no colours.\n", out);
    put_files(out);
    put_statuses(out);
    put_examples(out);
    put_see_also(out);
}
