/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table: rows of cells for people, columns as wide as what is in them.
 *
 * The caller frees the table; texts are copied. Where memory runs out, cells
 * are missing.
 */
#ifndef NETCL_CLI_TABLE_H
#define NETCL_CLI_TABLE_H

#include <stdio.h>

#include "cli/terminal.h"

struct netcl_table;

/*
 * `titles` ends with NULL; one that starts with '>' is of a column that is
 * aligned to the right. NULL: no memory.
 */
struct netcl_table *netcl_table_new(const char *const *titles);

/* Accepts NULL. */
void netcl_table_free(struct netcl_table *table);

/* The next cell; rows follow one another. */
void netcl_table_add(struct netcl_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Paint the cell that was added last. */
void netcl_table_paint(struct netcl_table *table, enum netcl_paint paint);

/* Title line and rows, each behind `indent` spaces; empty: nothing. */
void netcl_table_print(const struct netcl_table *table, FILE *out, int indent);

#endif
