/* SPDX-License-Identifier: Apache-2.0 */
/*
 * args: a command's options and operands, one after the other.
 *
 * Options may stand before, between and behind operands; `--` ends them. A
 * plain record on main's stack that borrows argv.
 */
#ifndef NETCL_CLI_ARGS_H
#define NETCL_CLI_ARGS_H

#include <stdbool.h>

#include "cli/cmd.h"

struct netcl_args {
    const struct netcl_command *command;
    char **items; /* ends with NULL */
    int next;
    bool has_ended; /* a `--` was seen: operands only */
};

/* What netcl_args_next() found, where it is no option. */
enum {
    NETCL_ARGS_END = -1,
    NETCL_ARGS_OPERAND = -2,
    NETCL_ARGS_WRONG = -3 /* reported */
};

/*
 * The next option's index in the command's table, or one of the above.
 * *value is the option's argument, or the operand.
 */
int netcl_args_next(struct netcl_args *args, const char **value);

/* What is left, from the current place on; ends with NULL. */
char **netcl_args_rest(const struct netcl_args *args);

/*
 * For commands whose only option is a switch, and that have no operands.
 * 0 and whether it was given, or what to exit with.
 */
int netcl_args_switch_only(struct netcl_args *args, bool *is_on);

/* Says what is wrong and where help is; returns NETCL_EXIT_USAGE. */
int netcl_args_fail(const struct netcl_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
