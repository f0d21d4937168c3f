/* SPDX-License-Identifier: Apache-2.0 */
/*
 * str: a growable string.
 *
 * The caller owns the struct and frees it with netcl_str_free(). A failed
 * allocation leaves the text as it was and sets `failed`, so that a caller
 * may append many times and look once. One thread at a time.
 */
#ifndef NETCL_BASE_STR_H
#define NETCL_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct netcl_str {
    char *text; /* NUL-terminated; NULL while empty */
    size_t length;
    size_t capacity;
    bool failed;
};

#define NETCL_STR_INIT                                                         \
    {                                                                          \
        NULL, 0, 0, false                                                      \
    }

void netcl_str_append(struct netcl_str *s, const char *text);
void netcl_str_append_bytes(struct netcl_str *s, const char *bytes,
                            size_t length);
void netcl_str_append_char(struct netcl_str *s, char c);
void netcl_str_printf(struct netcl_str *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void netcl_str_vprintf(struct netcl_str *s, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/*
 * The text, which the caller frees; never NULL unless an append failed.
 * The string is empty afterwards.
 */
char *netcl_str_take(struct netcl_str *s);

void netcl_str_free(struct netcl_str *s);

/* printf into memory of its own, which the caller frees; NULL: no memory. */
char *netcl_str_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
