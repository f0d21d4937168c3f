/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: JSON for programs that read the answer of --json.
 *
 * Written as it comes, so nothing is owned. `key` is NULL in lists and for
 * the outermost value.
 */
#ifndef NETCL_CLI_WRITER_H
#define NETCL_CLI_WRITER_H

#include <stdbool.h>
#include <stdio.h>

struct netcl_writer {
    FILE *out;
    bool needs_comma;
    unsigned depth;
};

#define NETCL_WRITER_INIT(out)                                                 \
    {                                                                          \
        out, false, 0                                                          \
    }

/* The bracket that opens it also says what closes it: { or [. */
void netcl_writer_open(struct netcl_writer *writer, const char *key,
                       char bracket);
void netcl_writer_close(struct netcl_writer *writer, char bracket);

/* NULL is written as null. */
void netcl_writer_text(struct netcl_writer *writer, const char *key,
                       const char *text);
void netcl_writer_integer(struct netcl_writer *writer, const char *key,
                          long long number);
/* As short as reads back the same; what JSON has no word for is null. */
void netcl_writer_real(struct netcl_writer *writer, const char *key,
                       double number);
void netcl_writer_bool(struct netcl_writer *writer, const char *key,
                       bool truth);
/* `json` is JSON already. */
void netcl_writer_raw(struct netcl_writer *writer, const char *key,
                      const char *json);

#endif
