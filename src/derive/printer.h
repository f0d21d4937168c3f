/* SPDX-License-Identifier: Apache-2.0 */
/*
 * printer: a unit's source as text again, with tokens changed on the way.
 *
 * Layout and comments are lost, meaning is not: lines of directives stay
 * lines, and what stood apart stands apart. One thread at a time.
 */
#ifndef NETCL_DERIVE_PRINTER_H
#define NETCL_DERIVE_PRINTER_H

#include "base/str.h"
#include "match/unit.h"

struct netcl_printer {
    const struct netcl_unit *unit;
    char **instead; /* per source token: NULL as it is */
    char **behind;  /* NULL: nothing follows it that was not there */
    bool *is_gone;
    bool failed; /* no memory */
};

/* 0 or -ENOMEM; closed with netcl_printer_close() in any case. */
int netcl_printer_open(const struct netcl_unit *unit,
                       struct netcl_printer *printer);
void netcl_printer_close(struct netcl_printer *printer);

/* Change the token; the text is copied. */
void netcl_printer_replace(struct netcl_printer *printer,
                           const struct netcl_token *token, const char *text);
/* Put the text behind the token; a second one goes behind the first. */
void netcl_printer_insert(struct netcl_printer *printer,
                          const struct netcl_token *token, const char *text);
void netcl_printer_drop(struct netcl_printer *printer,
                        const struct netcl_token *token, size_t count);

/* Append everything, or some tokens without the changes. */
void netcl_printer_write(const struct netcl_printer *printer,
                         struct netcl_str *out);
void netcl_printer_write_plain(const struct netcl_token *tokens, size_t count,
                               struct netcl_str *out);

#endif
