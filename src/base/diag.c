/* SPDX-License-Identifier: Apache-2.0 */
#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_bool is_verbose;

void netcl_diag_set_verbose(bool verbose)
{
    atomic_store(&is_verbose, verbose);
}

/* A message is one line: what a file or a driver says may hold newlines. */
static void flatten(char *line)
{
    for (; *line; line++)
        if (*line == '\n' || *line == '\r')
            *line = ' ';
}

static void say(const char *format, va_list args)
{
    char line[1024] = "netcl-tune: ";
    size_t length = strlen(line);
    int saved = errno;
    ssize_t written;

    vsnprintf(line + length, sizeof(line) - length - 1, format, args);
    flatten(line);
    length = strlen(line);
    line[length++] = '\n';
    written = write(STDERR_FILENO, line, length);
    (void)written; /* there is nowhere left to complain */
    errno = saved;
}

void netcl_diag_error(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(format, args);
    va_end(args);
}

void netcl_diag_note(const char *format, ...)
{
    va_list args;

    if (!atomic_load_explicit(&is_verbose, memory_order_relaxed))
        return;
    va_start(args, format);
    say(format, args);
    va_end(args);
}
