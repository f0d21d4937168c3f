/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/writer.h"

#include <math.h>
#include <stdlib.h>

static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", *text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void start(struct netcl_writer *writer, const char *key)
{
    if (writer->needs_comma)
        fputc(',', writer->out);
    writer->needs_comma = true;
    if (key) {
        put_text(writer->out, key);
        fputc(':', writer->out);
    }
}

void netcl_writer_open(struct netcl_writer *writer, const char *key,
                       char bracket)
{
    start(writer, key);
    fputc(bracket, writer->out);
    writer->needs_comma = false;
    writer->depth++;
}

void netcl_writer_close(struct netcl_writer *writer, char bracket)
{
    fputc(bracket == '{' ? '}' : ']', writer->out);
    writer->needs_comma = true;
    if (--writer->depth == 0)
        fputc('\n', writer->out);
}

void netcl_writer_text(struct netcl_writer *writer, const char *key,
                       const char *text)
{
    if (!text) {
        netcl_writer_raw(writer, key, "null");
        return;
    }
    start(writer, key);
    put_text(writer->out, text);
}

void netcl_writer_integer(struct netcl_writer *writer, const char *key,
                          long long number)
{
    start(writer, key);
    fprintf(writer->out, "%lld", number);
}

void netcl_writer_real(struct netcl_writer *writer, const char *key,
                       double number)
{
    char text[32];

    if (!isfinite(number)) {
        netcl_writer_raw(writer, key, "null");
        return;
    }
    snprintf(text, sizeof(text), "%.15g", number);
    if (strtod(text, NULL) != number)
        snprintf(text, sizeof(text), "%.17g", number);
    netcl_writer_raw(writer, key, text);
}

void netcl_writer_bool(struct netcl_writer *writer, const char *key, bool truth)
{
    netcl_writer_raw(writer, key, truth ? "true" : "false");
}

void netcl_writer_raw(struct netcl_writer *writer, const char *key,
                      const char *json)
{
    start(writer, key);
    fputs(json, writer->out);
}
