/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct netcl_str *s, size_t more)
{
    size_t capacity = s->capacity ? s->capacity : 64;
    char *text;

    if (s->failed || more > SIZE_MAX / 4)
        return false;
    if (s->length + more + 1 <= s->capacity)
        return true;
    while (capacity < s->length + more + 1)
        capacity *= 2;
    text = realloc(s->text, capacity);
    if (!text) {
        s->failed = true;
        return false;
    }
    s->text = text;
    s->capacity = capacity;
    return true;
}

void netcl_str_append_bytes(struct netcl_str *s, const char *bytes,
                            size_t length)
{
    if (!reserve(s, length))
        return;
    if (length)
        memcpy(s->text + s->length, bytes, length);
    s->length += length;
    s->text[s->length] = '\0';
}

void netcl_str_append(struct netcl_str *s, const char *text)
{
    netcl_str_append_bytes(s, text, strlen(text));
}

void netcl_str_append_char(struct netcl_str *s, char c)
{
    netcl_str_append_bytes(s, &c, 1);
}

void netcl_str_vprintf(struct netcl_str *s, const char *format, va_list args)
{
    va_list again;
    int length;

    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !reserve(s, (size_t)length))
        return;
    vsnprintf(s->text + s->length, (size_t)length + 1, format, args);
    s->length += (size_t)length;
}

void netcl_str_printf(struct netcl_str *s, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    netcl_str_vprintf(s, format, args);
    va_end(args);
}

char *netcl_str_take(struct netcl_str *s)
{
    char *text = NULL;

    if (!s->failed && reserve(s, 0)) {
        s->text[s->length] = '\0';
        text = s->text;
        s->text = NULL;
    }
    netcl_str_free(s);
    return text;
}

void netcl_str_free(struct netcl_str *s)
{
    free(s->text);
    *s = (struct netcl_str)NETCL_STR_INIT;
}

char *netcl_str_format(const char *format, ...)
{
    struct netcl_str s = NETCL_STR_INIT;
    va_list args;

    va_start(args, format);
    netcl_str_vprintf(&s, format, args);
    va_end(args);
    return netcl_str_take(&s);
}
