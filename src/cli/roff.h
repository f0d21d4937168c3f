/* SPDX-License-Identifier: Apache-2.0 */
/* roff: texts as manual pages need them. */
#ifndef NETCL_CLI_ROFF_H
#define NETCL_CLI_ROFF_H

#include <stdio.h>

/* The head of page NAME(section), with what it is about. */
void netcl_roff_put_title(FILE *out, const char *name, int section,
                          const char *about);

/* Plain text, so that roff shows it as it is. */
void netcl_roff_put(FILE *out, const char *text);

/* Plain text between two that are roff. */
void netcl_roff_put_line(FILE *out, const char *before, const char *text,
                         const char *after);

void netcl_roff_put_heading(FILE *out, const char *text);

#endif
