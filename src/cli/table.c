/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct cell {
    char *text;
    enum netcl_paint paint;
};

struct netcl_table {
    const char *const *titles;
    size_t columns;
    struct cell *cells;
    size_t count, capacity;
};

struct netcl_table *netcl_table_new(const char *const *titles)
{
    struct netcl_table *table = calloc(1, sizeof(*table));

    if (!table)
        return NULL;
    table->titles = titles;
    while (titles[table->columns])
        table->columns++;
    return table;
}

void netcl_table_free(struct netcl_table *table)
{
    size_t i;

    if (!table)
        return;
    for (i = 0; i < table->count; i++)
        free(table->cells[i].text);
    free(table->cells);
    free(table);
}

static bool has_room(struct netcl_table *table)
{
    size_t capacity = table->capacity ? 2 * table->capacity : 64;
    struct cell *cells;

    if (table->count < table->capacity)
        return true;
    cells = realloc(table->cells, capacity * sizeof(*cells));
    if (!cells)
        return false;
    table->cells = cells;
    table->capacity = capacity;
    return true;
}

void netcl_table_add(struct netcl_table *table, const char *format, ...)
{
    struct netcl_str line = NETCL_STR_INIT;
    char *text;
    va_list list;

    if (!table || !has_room(table))
        return;
    va_start(list, format);
    netcl_str_vprintf(&line, format, list);
    va_end(list);
    text = netcl_str_take(&line);
    if (text)
        table->cells[table->count++] = (struct cell){text, NETCL_PAINT_NONE};
}

void netcl_table_paint(struct netcl_table *table, enum netcl_paint paint)
{
    if (table && table->count)
        table->cells[table->count - 1].paint = paint;
}

/* Characters, not bytes: device names may have others than ASCII. */
static int width_of(const char *text)
{
    int width = 0;

    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static bool is_right(const struct netcl_table *table, size_t column)
{
    return table->titles[column][0] == '>';
}

static int width_of_column(const struct netcl_table *table, size_t column)
{
    int most = width_of(table->titles[column]) - is_right(table, column);
    int width;
    size_t i;

    for (i = column; i < table->count; i += table->columns) {
        width = width_of(table->cells[i].text);
        if (width > most)
            most = width;
    }
    return most;
}

static void print_cell(FILE *out, const char *text, enum netcl_paint paint,
                       int width, bool is_right_side, bool is_last)
{
    int space = width - width_of(text);

    fprintf(out, "%*s%s%s%s%*s", is_right_side ? space : 0, "",
            paint ? netcl_terminal_paint(out, paint) : "", text,
            paint ? netcl_terminal_paint(out, NETCL_PAINT_NONE) : "",
            is_last         ? 0
            : is_right_side ? 2
                            : space + 2,
            "");
    if (is_last)
        fputc('\n', out);
}

void netcl_table_print(const struct netcl_table *table, FILE *out, int indent)
{
    int widths[16];
    size_t i, column;

    if (!table || !table->count || !table->columns || table->columns > 16)
        return;
    for (i = 0; i < table->columns; i++)
        widths[i] = width_of_column(table, i);
    fprintf(out, "%*s", indent, "");
    for (i = 0; i < table->columns; i++)
        print_cell(out, table->titles[i] + is_right(table, i), NETCL_PAINT_BOLD,
                   widths[i], is_right(table, i), i + 1 == table->columns);
    for (i = 0; i < table->count; i++) {
        column = i % table->columns;
        if (!column)
            fprintf(out, "%*s", indent, "");
        print_cell(out, table->cells[i].text, table->cells[i].paint,
                   widths[column], is_right(table, column),
                   column + 1 == table->columns);
    }
}
