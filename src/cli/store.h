/* SPDX-License-Identifier: Apache-2.0 */
/*
 * store: a decision cache as commands look at it: open it, gather its keys.
 *
 * Keys are gathered first because the cache must not be asked while it is
 * walked. Plain records on the command's stack; one thread.
 */
#ifndef NETCL_CLI_STORE_H
#define NETCL_CLI_STORE_H

#include <stddef.h>

#include "decide/cache.h"

struct netcl_store {
    char *path; /* NULL: nowhere */
    struct netcl_cache *cache;
    struct netcl_store_entry {
        char *key;
        char *value; /* JSON text */
        enum netcl_origin origin;
    } * entries;
    size_t count, capacity;
};

/*
 * The caches of the settings, with those keys that have `part` in them (NULL:
 * all). NETCL_EXIT_OK, or what to exit with (reported).
 */
int netcl_store_open(struct netcl_store *store, const char *part);

/*
 * One file, which is only read and may be another user's. NETCL_EXIT_WRONG,
 * reported: it cannot be read.
 */
int netcl_store_open_file(struct netcl_store *store, const char *path);

void netcl_store_close(struct netcl_store *store);

/* For messages. */
const char *netcl_store_where(const struct netcl_store *store);

#endif
