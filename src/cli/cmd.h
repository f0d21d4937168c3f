/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmd: what a command of netcl-tune is.
 *
 * commands.def lists the commands; each cmd_*.c opens with its entry. The
 * dispatch, --help and the manual all read the entries, so adding a command
 * means a file and a line. Entries are constants. The whole command uses one
 * thread.
 */
#ifndef NETCL_CLI_CMD_H
#define NETCL_CLI_CMD_H

struct netcl_args;

enum netcl_exit {
    NETCL_EXIT_OK,
    NETCL_EXIT_WRONG, /* something was found wrong */
    NETCL_EXIT_USAGE,
    /* As a shell has it, where a program does not start. */
    NETCL_EXIT_NOT_RUNNABLE = 126,
    NETCL_EXIT_NOT_FOUND = 127
};

struct netcl_option {
    const char *name;     /* "--log" */
    const char *argument; /* "FILE"; NULL: a switch */
    const char *help;     /* one phrase, no full stop */
    const char *variable; /* the setting that it stands for, or NULL */
};

struct netcl_command {
    const char *name;                   /* one word, or two: "cache list" */
    const char *usage;                  /* what follows the name */
    const char *help;                   /* one phrase, no full stop */
    const char *about;                  /* a paragraph */
    const struct netcl_option *options; /* ends with a NULL name */
    /* Returns the exit status. */
    int (*run)(struct netcl_args *args);
};

#define COMMAND(id) extern const struct netcl_command netcl_command_##id;
#include "cli/commands.def"
#undef COMMAND

/* All of them, in the order of commands.def; ends with NULL. */
extern const struct netcl_command *const netcl_commands[];

#endif
