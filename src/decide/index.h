/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index: where the members of one flat JSON object stand in its text.
 *
 * Only the outermost level is looked at, so 100,000 keys cost milliseconds.
 * Values are checked for closed strings and brackets and no more: parsing is
 * for whoever asks for one. Entries point into the text, which the index
 * owns. Read-only once open: any thread.
 */
#ifndef NETCL_DECIDE_INDEX_H
#define NETCL_DECIDE_INDEX_H

#include <stdbool.h>
#include <stddef.h>

struct netcl_index_entry {
    const char *key; /* decoded, not NUL-terminated */
    size_t key_length;
    const char *raw; /* the key as written, with its quotes */
    size_t raw_length;
    const char *value;
    size_t value_length;
};

/* Sorted by the bytes of the decoded key; each key once (the last wins). */
struct netcl_index {
    char *text;
    char *decoded; /* keys that had escapes */
    struct netcl_index_entry *entries;
    size_t count;
};

/*
 * Takes over `text` (from malloc, NUL behind it), also on failure.
 * -EINVAL: not one whole JSON object. White space only is an empty one.
 */
int netcl_index_open(char *text, size_t length, struct netcl_index *index);

/* An index of zero bytes is accepted; it is one afterwards. */
void netcl_index_close(struct netcl_index *index);

/* NULL: no such key. */
const struct netcl_index_entry *
netcl_index_find(const struct netcl_index *index, const char *key);

/* The order of entries: bytes, a prefix first. */
int netcl_index_compare(const char *a, size_t a_length, const char *b,
                        size_t b_length);

#endif
