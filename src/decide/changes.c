/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/changes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/dict.h"
#include "base/str.h"
#include "decide/entry.h"

struct netcl_change {
    char *key;
    char *value; /* NULL: to go */
    bool is_merged;
    bool is_written; /* not due: the file had it once */
    UT_hash_handle hh;
};

static struct netcl_change *find(const struct netcl_changes *changes,
                                 const char *key)
{
    struct netcl_change *change;

    HASH_FIND_STR(changes->first, key, change);
    return change;
}

static void drop(struct netcl_changes *changes, struct netcl_change *change)
{
    HASH_DEL(changes->first, change);
    free(change->key);
    free(change->value);
    free(change);
}

bool netcl_changes_are_due(const struct netcl_changes *changes)
{
    const struct netcl_change *change = changes->first;

    while (change && change->is_written)
        change = change->hh.next;
    return change || changes->forgets_all;
}

bool netcl_changes_find(const struct netcl_changes *changes, const char *key,
                        const char **value)
{
    const struct netcl_change *change = find(changes, key);

    if (!change || change->is_written)
        return false;
    *value = change->value;
    return true;
}

int netcl_changes_put(struct netcl_changes *changes, const char *key,
                      char *value)
{
    struct netcl_change *change = find(changes, key);

    if (change) {
        free(change->value);
        change->value = value;
        change->is_merged = false;
        change->is_written = false;
        return 0;
    }
    change = calloc(1, sizeof(*change));
    if (change)
        change->key = strdup(key);
    if (!change || !change->key) {
        free(change);
        free(value);
        return -ENOMEM;
    }
    change->value = value;
    HASH_ADD_KEYPTR(hh, changes->first, change->key, strlen(change->key),
                    change);
    if (change->hh.tbl)
        return 0;
    free(change->key);
    free(change->value);
    free(change);
    return -ENOMEM;
}

static int compare_changes(const struct netcl_change *a,
                           const struct netcl_change *b)
{
    return netcl_index_compare(a->key, strlen(a->key), b->key, strlen(b->key));
}

/* Which comes next: the entry (< 0), the change (> 0), or it replaces. */
static int compare_next(const struct netcl_index *index, size_t i,
                        const struct netcl_change *change)
{
    if (!change)
        return -1;
    if (i == index->count)
        return 1;
    return netcl_index_compare(index->entries[i].key,
                               index->entries[i].key_length, change->key,
                               strlen(change->key));
}

static void append_line(struct netcl_str *out, const char *raw,
                        size_t raw_length, const char *value, size_t length)
{
    netcl_str_append(out, out->length == 1 ? "\n" : ",\n");
    netcl_str_append_bytes(out, raw, raw_length);
    netcl_str_append(out, ": ");
    netcl_str_append_bytes(out, value, length);
}

static void append_entry(struct netcl_str *out,
                         const struct netcl_index_entry *entry)
{
    append_line(out, entry->raw, entry->raw_length, entry->value,
                entry->value_length);
}

static void append_change(struct netcl_str *out, struct netcl_change *change)
{
    struct netcl_str raw = NETCL_STR_INIT;

    change->is_merged = true;
    if (!change->value)
        return;
    netcl_entry_append_text(&raw, change->key);
    if (raw.text)
        append_line(out, raw.text, raw.length, change->value,
                    strlen(change->value));
    out->failed |= raw.failed;
    netcl_str_free(&raw);
}

/* A text of ours has its first key at the start of a line. */
static bool is_foreign(const struct netcl_index *index)
{
    return index->text && strncmp(index->text, "{\n\"", 3) != 0 &&
           strncmp(index->text, "{\n}", 3) != 0;
}

/* What was written stands as the file has it now. */
static void append_newer(struct netcl_str *out,
                         const struct netcl_index *index, size_t i, int order,
                         struct netcl_change *change)
{
    if (!change->is_written)
        append_change(out, change);
    else if (order == 0)
        append_entry(out, &index->entries[i]);
    else if (is_foreign(index))
        append_change(out, change);
}

/* The file's entries and our changes, both sorted, zipped into a new text. */
char *netcl_changes_merge(struct netcl_changes *changes,
                          const struct netcl_index *index, size_t *length)
{
    struct netcl_str out = NETCL_STR_INIT;
    struct netcl_change *change;
    size_t i = changes->forgets_all ? index->count : 0;
    int order;

    HASH_SRT(hh, changes->first, compare_changes);
    change = changes->first;
    netcl_str_append_char(&out, '{');
    while (i < index->count || change) {
        order = compare_next(index, i, change);
        if (order < 0)
            append_entry(&out, &index->entries[i]);
        else
            append_newer(&out, index, i, order, change);
        i += order <= 0;
        if (order >= 0)
            change = change->hh.next;
    }
    netcl_str_append(&out, "\n}\n");
    *length = out.length;
    return netcl_str_take(&out);
}

void netcl_changes_settle(struct netcl_changes *changes)
{
    struct netcl_change *change, *next;

    HASH_ITER (hh, changes->first, change, next)
        if (change->is_merged && !change->value)
            drop(changes, change);
        else
            change->is_written |= change->is_merged;
    changes->forgets_all = false;
}

void netcl_changes_clear(struct netcl_changes *changes)
{
    while (changes->first)
        drop(changes, changes->first); /* NOLINT: .clang-tidy */
    changes->forgets_all = false;
}
