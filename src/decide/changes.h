/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changes: what this process changed in the cache and the file lacks yet.
 *
 * A plain record, zero at first; whoever owns it frees its contents with
 * netcl_changes_clear() and lets one thread in at a time.
 */
#ifndef NETCL_DECIDE_CHANGES_H
#define NETCL_DECIDE_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "decide/index.h"

struct netcl_change;

struct netcl_changes {
    struct netcl_change *first;
    bool forgets_all; /* whatever the file holds is to go */
};

/* Takes over `value`, JSON text; NULL: the key is to go. 0 or -ENOMEM. */
int netcl_changes_put(struct netcl_changes *changes, const char *key,
                      char *value);

/* Whether the key was changed, and to what (NULL: it is to go). */
bool netcl_changes_find(const struct netcl_changes *changes, const char *key,
                        const char **value);

/*
 * The file's members with the changes in them, sorted, as a new text that
 * the caller frees. NULL: no memory.
 */
char *netcl_changes_merge(struct netcl_changes *changes,
                          const struct netcl_index *index, size_t *length);

/* The merged text is on disk: forgets all but what changed since. */
void netcl_changes_settle(struct netcl_changes *changes);

void netcl_changes_clear(struct netcl_changes *changes);

#endif
