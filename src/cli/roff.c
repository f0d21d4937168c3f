/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/roff.h"

#include <ctype.h>

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static void put_upper(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(toupper((unsigned char)*text), out);
}

void netcl_roff_put_title(FILE *out, const char *name, int section,
                          const char *about)
{
    fputs(".\\\" Made by netcl-tune --man: do not edit.\n.TH ", out);
    put_upper(out, name);
    fprintf(out, " %d \"\" \"netcl-tune %s\"\n", section, PACKAGE_VERSION);
    netcl_roff_put_heading(out, "Name");
    netcl_roff_put(out, name);
    netcl_roff_put_line(out, " \\- ", about, "\n");
}

void netcl_roff_put(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '-':
            fputs("\\-", out);
            break;
        case '\\':
            fputs("\\e", out);
            break;
        case '~':
            fputs("\\(ti", out);
            break;
        case '\'':
            fputs("\\(aq", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

void netcl_roff_put_line(FILE *out, const char *before, const char *text,
                         const char *after)
{
    fputs(before, out);
    netcl_roff_put(out, text);
    fputs(after, out);
}

void netcl_roff_put_heading(FILE *out, const char *text)
{
    fputs(".SH ", out);
    put_upper(out, text);
    fputc('\n', out);
}
