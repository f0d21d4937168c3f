/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/diag.h"
#include "cli/cmd.h"

struct gathering {
    struct netcl_store *store;
    const char *part; /* only keys that have this in them; NULL: all */
};

static bool add(void *context, const char *key, const char *value,
                enum netcl_origin origin)
{
    struct gathering *gathering = context;
    struct netcl_store *store = gathering->store;
    struct netcl_store_entry *entries = store->entries;

    if (gathering->part && !strstr(key, gathering->part))
        return true;
    if (store->count == store->capacity) {
        store->capacity = store->capacity ? 2 * store->capacity : 64;
        entries = realloc(entries, store->capacity * sizeof(*entries));
        if (!entries)
            return false;
        store->entries = entries;
    }
    entries[store->count++] =
        (struct netcl_store_entry){strdup(key), strdup(value), origin};
    return entries[store->count - 1].key && entries[store->count - 1].value;
}

static int open_both(struct netcl_store *store, const char *own,
                     const char *shared, const char *part)
{
    struct gathering gathering = {store, part};

    if (netcl_cache_open(own, shared, &store->cache)) {
        netcl_diag_error("out of memory (free some, and start again)");
        netcl_store_close(store);
        return NETCL_EXIT_WRONG;
    }
    netcl_cache_each(store->cache, add, &gathering);
    return NETCL_EXIT_OK;
}

int netcl_store_open(struct netcl_store *store, const char *part)
{
    memset(store, 0, sizeof(*store));
    store->path = netcl_config_cache_path();
    return open_both(store, store->path, netcl_config()->shared_cache, part);
}

int netcl_store_open_file(struct netcl_store *store, const char *path)
{
    memset(store, 0, sizeof(*store));
    if (access(path, R_OK)) {
        netcl_diag_error("%s: cannot be read: %s (name a cache file)", path,
                         strerror(errno));
        return NETCL_EXIT_WRONG;
    }
    store->path = strdup(path);
    return open_both(store, NULL, path, NULL);
}

void netcl_store_close(struct netcl_store *store)
{
    size_t i;

    for (i = 0; i < store->count; i++) {
        free(store->entries[i].key);
        free(store->entries[i].value);
    }
    free(store->entries);
    netcl_cache_close(store->cache);
    free(store->path);
    memset(store, 0, sizeof(*store));
}

const char *netcl_store_where(const struct netcl_store *store)
{
    return store->path ? store->path : "nowhere";
}
