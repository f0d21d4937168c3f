/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminal: colours and a progress line, where somebody is looking.
 *
 * Neither is written to a file, nor to a terminal that is called dumb;
 * NO_COLOR in the environment takes the colours away.
 */
#ifndef NETCL_CLI_TERMINAL_H
#define NETCL_CLI_TERMINAL_H

#include <stdio.h>

enum netcl_paint {
    NETCL_PAINT_NONE, /* back to normal */
    NETCL_PAINT_BOLD,
    NETCL_PAINT_DIM,
    NETCL_PAINT_GOOD,
    NETCL_PAINT_BAD,
    NETCL_PAINT_DOUBTFUL
};

/* What to write to `out` for this paint: "" where it has no colours. */
const char *netcl_terminal_paint(FILE *out, enum netcl_paint paint);

/* Replaces the progress line on stderr; NULL takes it away. */
void netcl_terminal_progress(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
