/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/help.h"

#include <string.h>

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "base/config.h"
#include "cli/terminal.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

#define WIDTH 78

void netcl_help_print_version(FILE *out)
{
    fprintf(out, "netcl-tune %s\n", PACKAGE_VERSION);
}

/* A paragraph, broken at spaces, each line behind `indent` spaces. */
static void print_wrapped(FILE *out, const char *text, size_t indent)
{
    size_t column = 0, length;

    for (; *text; text += length, text += strspn(text, " ")) {
        length = strcspn(text, " ");
        if (column && column + 1 + length > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%*s%.*s", column ? 1 : (int)indent, "", (int)length,
                text);
        column += (column ? 1 : indent) + length;
    }
    fputc('\n', out);
}

static void print_heading(FILE *out, const char *text)
{
    fprintf(out, "\n%s%s%s\n", netcl_terminal_paint(out, NETCL_PAINT_BOLD),
            text, netcl_terminal_paint(out, NETCL_PAINT_NONE));
}

static void print_names(FILE *out, const char *prefix)
{
    const struct netcl_command *const *command;

    for (command = netcl_commands; *command; command++)
        if (!strncmp((*command)->name, prefix, strlen(prefix)))
            fprintf(out, "  %-22s%s\n", (*command)->name, (*command)->help);
}

void netcl_help_print(FILE *out)
{
    fputs("Usage: netcl-tune COMMAND [options]\n"
          "Faster kernels for OpenCL programs you cannot change.\n",
          out);
    print_heading(out, "Commands");
    print_names(out, "");
    fputs("\n  netcl-tune COMMAND --help tells more of each.\n"
          "  --version; --man [1|7], a manual page as roff;\n"
          "  --completion bash|zsh, the shell's completion\n"
          "\n  To begin with: netcl-tune run --report -- PROGRAM\n"
          "  Exit status: 1 where something is wrong, 2 where the command was "
          "not\n  understood; run ends as the program does.\n",
          out);
    print_heading(out, "Environment");
    netcl_config_print(out, false);
}

void netcl_help_print_group(FILE *out, const char *word)
{
    char prefix[64];

    snprintf(prefix, sizeof(prefix), "%s ", word);
    fprintf(out, "Usage: netcl-tune %s COMMAND [options]\n", word);
    print_heading(out, "Commands");
    print_names(out, prefix);
}

void netcl_help_print_command(FILE *out, const struct netcl_command *command)
{
    const struct netcl_option *option = command->options;

    fprintf(out, "Usage: netcl-tune %s %s\n\n", command->name, command->usage);
    print_wrapped(out, command->about, 0);
    if (option && option->name)
        print_heading(out, "Options");
    for (; option && option->name; option++) {
        fprintf(out, "  %s%s%s\n", option->name, option->argument ? " " : "",
                option->argument ? option->argument : "");
        print_wrapped(out, option->help, 6);
    }
}
