/* SPDX-License-Identifier: Apache-2.0 */
/* options: the build options of a program, taken apart. Any thread. */
#ifndef NETCL_MATCH_OPTIONS_H
#define NETCL_MATCH_OPTIONS_H

#include <stdbool.h>

/* The caller owns the texts. */
struct netcl_options {
    char *defines;  /* -D and -U as #define and #undef lines */
    char *compiler; /* the -cl- options, single spaces between them */
    char *folders;  /* -I, in their order, a line each */
};

/* `text` as clBuildProgram takes it, quotes as a shell does; may be NULL. */
int netcl_options_read(const char *text, struct netcl_options *options);

/* Whether with them the order of operations is the compiler's choice. */
bool netcl_options_are_loose(const char *text);

void netcl_options_free(struct netcl_options *options);

#endif
