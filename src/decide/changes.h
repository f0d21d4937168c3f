/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changes: what this process changed in the cache: what the file lacks yet,
 * and what it has been given, in case that a writer who does not know about
 * us (netcl itself keeps its own decisions in the same file, and writes what
 * it read when it began) loses it.
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

/* Whether the file lacks anything yet. */
bool netcl_changes_are_due(const struct netcl_changes *changes);

/* Whether the key has a change that is due, and which (NULL: it is to go). */
bool netcl_changes_find(const struct netcl_changes *changes, const char *key,
                        const char **value);

/*
 * The file's members with the changes in them, sorted, as a new text that
 * the caller frees. What the file was given before and lacks is in it again
 * where the file is not as we write it: somebody else did, who lost it. NULL:
 * no memory.
 */
char *netcl_changes_merge(struct netcl_changes *changes,
                          const struct netcl_index *index, size_t *length);

/* The merged text is on disk: what changed since is due, and no more. */
void netcl_changes_settle(struct netcl_changes *changes);

void netcl_changes_clear(struct netcl_changes *changes);

#endif
