/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/terminal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_terminal(FILE *out)
{
    const char *kind = getenv("TERM");

    return isatty(fileno(out)) && kind && *kind && strcmp(kind, "dumb");
}

static bool has_colours(FILE *out)
{
    const char *refusal = getenv("NO_COLOR");

    return !(refusal && *refusal) && is_terminal(out);
}

const char *netcl_terminal_paint(FILE *out, enum netcl_paint paint)
{
    static const char *const codes[] = {
        [NETCL_PAINT_NONE] = "\033[0m", [NETCL_PAINT_BOLD] = "\033[1m",
        [NETCL_PAINT_DIM] = "\033[2m",  [NETCL_PAINT_GOOD] = "\033[32m",
        [NETCL_PAINT_BAD] = "\033[31m", [NETCL_PAINT_DOUBTFUL] = "\033[33m",
    };

    return has_colours(out) ? codes[paint] : "";
}

static int columns(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return 80;
    return size.ws_col;
}

void netcl_terminal_progress(const char *format, ...)
{
    static bool is_shown;
    char text[256];
    va_list list;

    if (!is_terminal(stderr) || (!format && !is_shown))
        return;
    is_shown = format != NULL;
    text[0] = '\0';
    if (format) {
        va_start(list, format);
        vsnprintf(text, sizeof(text), format, list);
        va_end(list);
    }
    /* A line that wraps could not be taken away again. */
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, text);
    fflush(stderr);
}
