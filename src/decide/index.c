/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/index.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Deeper values than this are no decisions. */
#define DEEPEST 64

struct scan {
    const char *at;
    const char *end;
    char *decoded; /* where the next decoded key goes; NULL: none needed */
};

static void skip_space(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n' ||
                                    *scan->at == '\t' || *scan->at == '\r'))
        scan->at++;
}

static bool take(struct scan *scan, char c)
{
    skip_space(scan);
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

/* From the opening quote to behind the closing one. */
static bool skip_string(struct scan *scan)
{
    const char *at = scan->at, *end = scan->end; /* in registers: it counts */

    if (at == end || *at != '"')
        return false;
    for (at++; at < end; at++) {
        if (*at == '"') {
            scan->at = at + 1;
            return true;
        }
        if ((unsigned char)*at < 0x20)
            return false;
        if (*at == '\\' && ++at == end)
            return false;
    }
    return false;
}

/* A number or a word: whatever JSON has outside of quotes and brackets. */
static bool skip_plain(struct scan *scan)
{
    static const bool is_allowed[256] = {
        ['+'] = true, ['-'] = true, ['.'] = true, ['0'] = true, ['1'] = true,
        ['2'] = true, ['3'] = true, ['4'] = true, ['5'] = true, ['6'] = true,
        ['7'] = true, ['8'] = true, ['9'] = true, ['E'] = true, ['a'] = true,
        ['e'] = true, ['f'] = true, ['l'] = true, ['n'] = true, ['r'] = true,
        ['s'] = true, ['t'] = true, ['u'] = true};
    const char *start = scan->at, *at = start, *end = scan->end;

    while (at < end && is_allowed[(unsigned char)*at])
        at++;
    scan->at = at;
    return at > start;
}

static bool skip_one(struct scan *scan)
{
    return *scan->at == '"' ? skip_string(scan) : skip_plain(scan);
}

/* From its opening bracket to behind the bracket that closes it. */
static bool skip_nested(struct scan *scan)
{
    char closing[DEEPEST];
    unsigned depth = 0;

    do {
        char c = *scan->at;

        if (c == '{' || c == '[') {
            if (depth == DEEPEST)
                return false;
            closing[depth++] = c == '{' ? '}' : ']';
            scan->at++;
        } else if (c == '}' || c == ']') {
            if (c != closing[--depth])
                return false;
            scan->at++;
        } else if (c == ',' || c == ':') {
            scan->at++;
        } else if (!skip_one(scan)) {
            return false;
        }
        if (depth > 0)
            skip_space(scan);
    } while (depth > 0 && scan->at < scan->end);
    return depth == 0;
}

static bool skip_value(struct scan *scan)
{
    skip_space(scan);
    if (scan->at == scan->end)
        return false;
    if (*scan->at == '{' || *scan->at == '[')
        return skip_nested(scan);
    return skip_one(scan);
}

/* The number of four hexadecimal digits, or -1. */
static long hex4(const char *at, const char *end)
{
    char digits[5] = {0};
    char *stop;
    long value;

    if (end - at < 4)
        return -1;
    memcpy(digits, at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4)
        return -1;
    value = strtol(digits, &stop, 16);
    return value;
}

static char *put_utf8(char *out, unsigned long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xe0 | code >> 12);
        } else {
            *out++ = (char)(0xf0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* \uXXXX, or two of them; returns behind it, or NULL. */
static const char *decode_unicode(const char *at, const char *end, char **out)
{
    long high = hex4(at, end), low;
    unsigned long code;

    if (high < 0)
        return NULL;
    at += 4;
    code = (unsigned long)high;
    if (high >= 0xd800 && high < 0xdc00 && end - at >= 6 && at[0] == '\\' &&
        at[1] == 'u') {
        low = hex4(at + 2, end);
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) +
                   (unsigned long)(low - 0xdc00);
            at += 6;
        }
    }
    *out = put_utf8(*out, code);
    return at;
}

/* The inside of a string; what comes out is never longer. */
static bool decode(const char *at, const char *end, char **out)
{
    static const char names[] = "\"\\/bfnrt";
    static const char codes[] = "\"\\/\b\f\n\r\t";
    const char *name;

    while (at < end) {
        if (*at != '\\') {
            *(*out)++ = *at++;
            continue;
        }
        at++;
        if (*at == 'u') {
            at = decode_unicode(at + 1, end, out);
            if (!at)
                return false;
            continue;
        }
        name = *at ? strchr(names, *at) : NULL;
        if (!name)
            return false;
        *(*out)++ = codes[name - names];
        at++;
    }
    return true;
}

static bool read_key(struct scan *scan, struct netcl_index_entry *entry)
{
    char *out = scan->decoded;

    skip_space(scan);
    entry->raw = scan->at;
    if (!skip_string(scan))
        return false;
    entry->raw_length = (size_t)(scan->at - entry->raw);
    entry->key = entry->raw + 1;
    entry->key_length = entry->raw_length - 2;
    if (!memchr(entry->key, '\\', entry->key_length))
        return true;
    if (!out || !decode(entry->key, scan->at - 1, &scan->decoded))
        return false;
    entry->key = out;
    entry->key_length = (size_t)(scan->decoded - out);
    return true;
}

static int add_entry(struct netcl_index *index, size_t *capacity,
                     const struct netcl_index_entry *entry)
{
    size_t more = *capacity ? 2 * *capacity : 64;
    struct netcl_index_entry *entries;

    if (index->count == *capacity) {
        entries = realloc(index->entries, more * sizeof(*entries));
        if (!entries)
            return -ENOMEM;
        index->entries = entries;
        *capacity = more;
    }
    index->entries[index->count++] = *entry;
    return 0;
}

static int read_members(struct scan *scan, struct netcl_index *index)
{
    struct netcl_index_entry entry;
    size_t capacity = 0;
    int err;

    if (take(scan, '}'))
        return 0;
    do {
        if (!read_key(scan, &entry) || !take(scan, ':'))
            return -EINVAL;
        skip_space(scan);
        entry.value = scan->at;
        if (!skip_value(scan))
            return -EINVAL;
        entry.value_length = (size_t)(scan->at - entry.value);
        err = add_entry(index, &capacity, &entry);
        if (err)
            return err;
    } while (take(scan, ','));
    return take(scan, '}') ? 0 : -EINVAL;
}

int netcl_index_compare(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    size_t common = a_length < b_length ? a_length : b_length;
    int order = memcmp(a, b, common);

    if (order)
        return order;
    return (a_length > b_length) - (a_length < b_length);
}

static int compare_entries(const void *left, const void *right)
{
    const struct netcl_index_entry *a = left;
    const struct netcl_index_entry *b = right;
    int order =
        netcl_index_compare(a->key, a->key_length, b->key, b->key_length);

    if (order)
        return order;
    return (a->raw > b->raw) - (a->raw < b->raw); /* as in the file */
}

static bool are_sorted(const struct netcl_index *index)
{
    size_t i;

    for (i = 1; i < index->count; i++)
        if (netcl_index_compare(
                index->entries[i - 1].key, index->entries[i - 1].key_length,
                index->entries[i].key, index->entries[i].key_length) >= 0)
            return false;
    return true;
}

/* What we wrote is sorted already; what others wrote may not be. */
static void sort_entries(struct netcl_index *index)
{
    struct netcl_index_entry *entries = index->entries;
    size_t i, kept = 0;

    if (are_sorted(index))
        return;
    qsort(entries, index->count, sizeof(*entries), compare_entries);
    for (i = 0; i < index->count; i++) {
        if (i + 1 < index->count &&
            netcl_index_compare(entries[i].key, entries[i].key_length,
                                entries[i + 1].key,
                                entries[i + 1].key_length) == 0)
            continue;
        entries[kept++] = entries[i];
    }
    index->count = kept;
}

int netcl_index_open(char *text, size_t length, struct netcl_index *index)
{
    struct scan scan = {text, text + length, NULL};
    int err = 0;

    memset(index, 0, sizeof(*index));
    index->text = text;
    if (memchr(text, '\\', length)) {
        index->decoded = malloc(length);
        if (!index->decoded) {
            netcl_index_close(index);
            return -ENOMEM;
        }
        scan.decoded = index->decoded;
    }
    skip_space(&scan);
    if (scan.at < scan.end) {
        err = take(&scan, '{') ? read_members(&scan, index) : -EINVAL;
        skip_space(&scan);
        if (!err && scan.at < scan.end)
            err = -EINVAL;
    }
    if (err) {
        netcl_index_close(index);
        return err;
    }
    sort_entries(index);
    return 0;
}

void netcl_index_close(struct netcl_index *index)
{
    free(index->text);
    free(index->decoded);
    free(index->entries);
    memset(index, 0, sizeof(*index));
}

const struct netcl_index_entry *
netcl_index_find(const struct netcl_index *index, const char *key)
{
    size_t low = 0, high = index->count, length = strlen(key);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct netcl_index_entry *entry = &index->entries[middle];
        int order =
            netcl_index_compare(entry->key, entry->key_length, key, length);

        if (order == 0)
            return entry;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
