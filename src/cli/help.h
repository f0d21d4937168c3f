/* SPDX-License-Identifier: Apache-2.0 */
/*
 * help: what the tables of commands and settings say, for a terminal and as
 * the manual page.
 */
#ifndef NETCL_CLI_HELP_H
#define NETCL_CLI_HELP_H

#include <stdio.h>

#include "cli/cmd.h"

/* All commands and settings. */
void netcl_help_print(FILE *out);

/* One command, with its options. */
void netcl_help_print_command(FILE *out, const struct netcl_command *command);

/* The commands that start with this word and a space. */
void netcl_help_print_group(FILE *out, const char *word);

void netcl_help_print_version(FILE *out);

/* netcl-tune(1) and libnetcl_tune(7), as roff. */
void netcl_help_print_manual(FILE *out);
void netcl_help_print_library_manual(FILE *out);

#endif
