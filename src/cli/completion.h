/* SPDX-License-Identifier: Apache-2.0 */
/* completion: the tables of commands and settings for a shell's completion. */
#ifndef NETCL_CLI_COMPLETION_H
#define NETCL_CLI_COMPLETION_H

#include <stdio.h>

/* 0, or -EINVAL: no such shell ("bash", "zsh"). */
int netcl_completion_print(FILE *out, const char *shell);

#endif
