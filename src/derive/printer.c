/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/printer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int netcl_printer_open(const struct netcl_unit *unit,
                       struct netcl_printer *printer)
{
    size_t count = unit->source.count + 1;

    *printer = (struct netcl_printer){.unit = unit};
    printer->instead = calloc(count, sizeof(*printer->instead));
    printer->behind = calloc(count, sizeof(*printer->behind));
    printer->is_gone = calloc(count, sizeof(*printer->is_gone));
    return printer->instead && printer->behind && printer->is_gone ? 0
                                                                   : -ENOMEM;
}

void netcl_printer_close(struct netcl_printer *printer)
{
    size_t i;

    for (i = 0; printer->instead && i < printer->unit->source.count; i++)
        free(printer->instead[i]);
    for (i = 0; printer->behind && i < printer->unit->source.count; i++)
        free(printer->behind[i]);
    free(printer->instead);
    free(printer->behind);
    free(printer->is_gone);
}

/* Where it stands in the source; options are not printed. */
static size_t index_of(const struct netcl_printer *printer,
                       const struct netcl_token *token)
{
    return (size_t)(token - printer->unit->source.items);
}

void netcl_printer_replace(struct netcl_printer *printer,
                           const struct netcl_token *token, const char *text)
{
    char **at = &printer->instead[index_of(printer, token)];

    free(*at);
    *at = strdup(text);
    printer->failed |= !*at;
}

void netcl_printer_insert(struct netcl_printer *printer,
                          const struct netcl_token *token, const char *text)
{
    char **at = &printer->behind[index_of(printer, token)];
    char *both = netcl_str_format("%s %s", *at ? *at : "", text);

    free(*at);
    *at = both;
    printer->failed |= !both;
}

void netcl_printer_drop(struct netcl_printer *printer,
                        const struct netcl_token *token, size_t count)
{
    size_t first = index_of(printer, token);

    memset(printer->is_gone + first, 1, count);
}

static void write_gap(const struct netcl_token *token, struct netcl_str *out)
{
    if (token->kind == NETCL_TOKEN_DIRECTIVE)
        netcl_str_append_char(out, '\n');
    else if (token->is_after_space)
        netcl_str_append_char(out, ' ');
}

void netcl_printer_write_plain(const struct netcl_token *tokens, size_t count,
                               struct netcl_str *out)
{
    size_t i;

    for (i = 0; i < count; i++) {
        write_gap(&tokens[i], out);
        netcl_str_append(out, tokens[i].text);
        if (tokens[i].is_last_of_line)
            netcl_str_append_char(out, '\n');
    }
}

void netcl_printer_write(const struct netcl_printer *printer,
                         struct netcl_str *out)
{
    const struct netcl_tokens *source = &printer->unit->source;
    size_t i;

    for (i = 0; i < source->count; i++) {
        const struct netcl_token *token = &source->items[i];

        if (printer->is_gone[i])
            continue;
        write_gap(token, out);
        netcl_str_append(out, printer->instead[i] ? printer->instead[i]
                                                  : token->text);
        if (printer->behind[i])
            netcl_str_printf(out, "%s ", printer->behind[i]);
        if (token->is_last_of_line)
            netcl_str_append_char(out, '\n');
    }
    netcl_str_append_char(out, '\n');
}
