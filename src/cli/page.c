/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"

/* page_html, page_css, page_charts, page_script: made from page/. */
#include "cli/page.inc"

/* A `<` within the data could end the element that holds it. */
static void print_data(FILE *out, const char *json)
{
    for (; *json; json++) {
        if (*json == '<')
            fputs("\\u003c", out);
        else if (*json != '\n')
            fputc(*json, out);
    }
}

static void print_part(FILE *out, const char *name, size_t length,
                       const char *data)
{
    if (!strncmp(name, "style", length)) {
        fputs(page_css, out);
    } else if (!strncmp(name, "script", length)) {
        fputs(page_charts, out);
        fputs(page_script, out);
    } else {
        print_data(out, data);
    }
}

/* The page, with each @part@ replaced. */
static void print_page(FILE *out, const char *data)
{
    const char *rest = page_html, *at, *end;

    for (at = strchr(rest, '@'); at; at = strchr(rest, '@')) {
        end = strchr(at + 1, '@');
        fwrite(rest, 1, (size_t)(at - rest), out);
        print_part(out, at + 1, (size_t)(end - at - 1), data);
        rest = end + 1;
    }
    fputs(rest, out);
}

int netcl_page_print(FILE *out, struct netcl_logbook *book)
{
    char *data = NULL;
    size_t length;
    FILE *memory = open_memstream(&data, &length);

    if (!memory)
        return -ENOMEM;
    netcl_report_print_json(memory, book);
    if (fclose(memory)) {
        free(data);
        return -ENOMEM;
    }
    print_page(out, data);
    free(data);
    return 0;
}
