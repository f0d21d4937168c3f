/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scaffold: the first files of a family for one kernel that a log tells of:
 * a manifest that knows it, its source as the reference, and a first variant
 * that is still the program's own kernel.
 */
#ifndef NETCL_CLI_SCAFFOLD_H
#define NETCL_CLI_SCAFFOLD_H

#include "cli/unmatched.h"

struct netcl_scaffold {
    const struct netcl_unmatched *kernel;
    const char *text;   /* the program's source */
    const char *family; /* its name, and its folder's */
    const char *folder; /* which is made */
    bool is_guessed;    /* out: a buffer's size is a guess from one launch */
};

/* 0, or a negative errno; reported. */
int netcl_scaffold_write(struct netcl_scaffold *scaffold);

#endif
