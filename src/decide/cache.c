/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/cache.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/str.h"
#include "decide/changes.h"
#include "decide/entry.h"
#include "decide/journal.h"
#include "decide/layer.h"

/* Others hold the lock for one read and one write of the file. */
#define LOCK_WAIT_MS 5000

/*
 * `files` is held over file work and by whoever replaces a layer; `mutex`
 * only for moments, so that finding waits for no disk. Order: files, mutex.
 */
struct netcl_cache {
    pthread_mutex_t files;
    pthread_mutex_t mutex;
    char *path;
    char *shared_path;
    struct netcl_layer own;
    struct netcl_layer shared;
    struct netcl_changes changes;
    bool is_failure_named;
};

void netcl_cached_clear(struct netcl_cached *cached)
{
    if (!cached)
        return;
    free(cached->choice);
    free(cached->digest);
    free(cached->effort.digest);
    free(cached->reason);
    memset(cached, 0, sizeof(*cached));
}

/* With `files` held: read aside, then swap in. */
static void refresh(struct netcl_cache *cache, struct netcl_layer *layer)
{
    struct netcl_layer fresh = {.path = layer->path,
                                .is_shared = layer->is_shared,
                                .is_named = layer->is_named};
    struct netcl_layer old = *layer;

    if (!netcl_layer_is_stale(layer))
        return;
    netcl_layer_load(&fresh);
    pthread_mutex_lock(&cache->mutex);
    *layer = fresh;
    pthread_mutex_unlock(&cache->mutex);
    netcl_layer_forget(&old);
}

static char *copy_path(const char *path)
{
    return path && *path ? strdup(path) : NULL;
}

int netcl_cache_open(const char *path, const char *shared_path,
                     struct netcl_cache **out)
{
    struct netcl_cache *cache = calloc(1, sizeof(*cache));

    if (!cache)
        return -ENOMEM;
    pthread_mutex_init(&cache->files, NULL);
    pthread_mutex_init(&cache->mutex, NULL);
    cache->path = copy_path(path);
    cache->shared_path = copy_path(shared_path);
    cache->own.path = cache->path;
    cache->shared.path = cache->shared_path;
    cache->shared.is_shared = true;
    netcl_layer_load(&cache->own);
    netcl_layer_load(&cache->shared);
    *out = cache;
    return 0;
}

void netcl_cache_close(struct netcl_cache *cache)
{
    if (!cache)
        return;
    netcl_changes_clear(&cache->changes);
    netcl_layer_forget(&cache->own);
    netcl_layer_forget(&cache->shared);
    free(cache->path);
    free(cache->shared_path);
    pthread_mutex_destroy(&cache->mutex);
    pthread_mutex_destroy(&cache->files);
    free(cache);
}

static bool read_entry(const struct netcl_layer *layer, const char *key,
                       struct netcl_cached *out)
{
    const struct netcl_index_entry *entry =
        netcl_index_find(&layer->index, key);

    return entry && netcl_entry_read(entry->value, entry->value_length, out);
}

static bool find_own(struct netcl_cache *cache, const char *key,
                     struct netcl_cached *out)
{
    const char *value;

    if (netcl_changes_find(&cache->changes, key, &value))
        return value && netcl_entry_read(value, strlen(value), out);
    return !cache->changes.forgets_all && read_entry(&cache->own, key, out);
}

bool netcl_cache_find(struct netcl_cache *cache, const char *key,
                      struct netcl_cached *out)
{
    bool is_found;

    if (!cache)
        return false;
    pthread_mutex_lock(&cache->mutex);
    is_found = find_own(cache, key, out);
    if (is_found) {
        out->origin = NETCL_ORIGIN_CACHE;
    } else {
        is_found = read_entry(&cache->shared, key, out);
        if (is_found)
            out->origin = NETCL_ORIGIN_SHARED;
    }
    pthread_mutex_unlock(&cache->mutex);
    return is_found;
}

void netcl_cache_refresh(struct netcl_cache *cache)
{
    if (!cache)
        return;
    pthread_mutex_lock(&cache->files);
    refresh(cache, &cache->own);
    refresh(cache, &cache->shared);
    pthread_mutex_unlock(&cache->files);
}

/* The same for two indexes, of which at least one goes on. */
static int compare_entries(const struct netcl_index *a, size_t i,
                           const struct netcl_index *b, size_t k)
{
    if (i == a->count)
        return 1;
    if (k == b->count)
        return -1;
    return netcl_index_compare(a->entries[i].key, a->entries[i].key_length,
                               b->entries[k].key, b->entries[k].key_length);
}

/* Takes over `text`, which the file holds by now. */
static void adopt(struct netcl_cache *cache, char *text, size_t length)
{
    struct netcl_layer old = cache->own;
    struct netcl_layer fresh = {.path = cache->path, .is_named = old.is_named};

    if (netcl_index_open(text, length, &fresh.index) ||
        stat(cache->path, &fresh.seen))
        memset(&fresh.seen, 0, sizeof(fresh.seen)); /* read again next time */
    pthread_mutex_lock(&cache->mutex);
    cache->own = fresh;
    netcl_changes_settle(&cache->changes);
    pthread_mutex_unlock(&cache->mutex);
    netcl_layer_forget(&old);
}

/* With `files` and the file's own lock held. */
static int write_merged(struct netcl_cache *cache)
{
    size_t length;
    char *text;
    int err = 0;

    refresh(cache, &cache->own);
    if (cache->own.is_refused)
        return -EPERM;
    if (cache->own.is_broken)
        err = netcl_layer_keep_broken(&cache->own);
    if (err)
        return err;
    pthread_mutex_lock(&cache->mutex);
    text = netcl_changes_merge(&cache->changes, &cache->own.index, &length);
    pthread_mutex_unlock(&cache->mutex);
    if (!text)
        return -ENOMEM;
    err = netcl_file_replace(cache->path, text, length);
    if (err)
        free(text);
    else
        adopt(cache, text, length);
    return err;
}

static bool has_changes(struct netcl_cache *cache)
{
    bool has;

    pthread_mutex_lock(&cache->mutex);
    has = netcl_changes_are_due(&cache->changes);
    pthread_mutex_unlock(&cache->mutex);
    return has;
}

/* With `files` held. */
static int flush(struct netcl_cache *cache)
{
    int err, lock;

    if (!cache->path || !has_changes(cache))
        return 0;
    err = cache->own.is_refused
              ? -EPERM
              : netcl_file_lock(cache->path, LOCK_WAIT_MS, &lock);
    if (!err) {
        err = write_merged(cache);
        netcl_file_unlock(lock);
    }
    /* Of a file that was refused that was said already. */
    if (err && !cache->is_failure_named && !cache->own.is_refused)
        netcl_diag_error("%s: cannot be written (%s): decisions are kept "
                         "for this process only (make room, or set "
                         "NETCL_AUTOTUNE_CACHE)",
                         cache->path, strerror(-err));
    cache->is_failure_named = err != 0;
    return err;
}

int netcl_cache_flush(struct netcl_cache *cache)
{
    int err;

    if (!cache)
        return -ENOMEM;
    pthread_mutex_lock(&cache->files);
    err = flush(cache);
    pthread_mutex_unlock(&cache->files);
    return err;
}

/* Takes over `value`. */
static int put(struct netcl_cache *cache, const char *key, char *value)
{
    int err;

    pthread_mutex_lock(&cache->mutex);
    err = netcl_changes_put(&cache->changes, key, value);
    pthread_mutex_unlock(&cache->mutex);
    return err;
}

int netcl_cache_put(struct netcl_cache *cache, const char *key,
                    const char *value)
{
    char *text = cache ? netcl_entry_normalize(value) : NULL;

    return text ? put(cache, key, text) : -EINVAL;
}

int netcl_cache_add(struct netcl_cache *cache,
                    const struct netcl_decision *decision)
{
    struct netcl_str value = NETCL_STR_INIT;
    char *text;

    if (!cache || !decision->key || !decision->choice)
        return -ENOMEM;
    netcl_entry_write(&value, decision);
    text = netcl_str_take(&value);
    if (!text)
        return -ENOMEM;
    return put(cache, decision->key, text);
}

int netcl_cache_store(struct netcl_cache *cache,
                      const struct netcl_decision *decision)
{
    int err = netcl_cache_add(cache, decision);

    return err ? err : netcl_cache_flush(cache);
}

/* Whether the user's own layer, with what was changed, has the key. */
static bool has_own(struct netcl_cache *cache, const char *key)
{
    const char *value;
    bool has;

    pthread_mutex_lock(&cache->mutex);
    if (netcl_changes_find(&cache->changes, key, &value))
        has = value != NULL;
    else
        has = !cache->changes.forgets_all &&
              netcl_index_find(&cache->own.index, key);
    pthread_mutex_unlock(&cache->mutex);
    return has;
}

int netcl_cache_remove(struct netcl_cache *cache, const char *key)
{
    int err;

    if (!cache)
        return -ENOMEM;
    pthread_mutex_lock(&cache->files);
    refresh(cache, &cache->own);
    err = has_own(cache, key) ? put(cache, key, NULL) : -ENOENT;
    if (!err)
        err = flush(cache);
    pthread_mutex_unlock(&cache->files);
    return err;
}

int netcl_cache_clear(struct netcl_cache *cache)
{
    int err;

    if (!cache)
        return -ENOMEM;
    pthread_mutex_lock(&cache->files);
    refresh(cache, &cache->own);
    pthread_mutex_lock(&cache->mutex);
    netcl_changes_clear(&cache->changes);
    cache->changes.forgets_all = cache->own.index.count > 0;
    pthread_mutex_unlock(&cache->mutex);
    err = flush(cache);
    if (!err && cache->path)
        err = netcl_journal_clear(cache->path);
    pthread_mutex_unlock(&cache->files);
    return err;
}

/* The own file's lines with the changes in them, as an index of its own. */
static int open_view(struct netcl_cache *cache, struct netcl_index *view)
{
    size_t length;
    char *text;

    pthread_mutex_lock(&cache->mutex);
    text = netcl_changes_merge(&cache->changes, &cache->own.index, &length);
    pthread_mutex_unlock(&cache->mutex);
    return text ? netcl_index_open(text, length, view) : -ENOMEM;
}

static bool visit_entry(const struct netcl_index_entry *entry,
                        enum netcl_origin origin, netcl_cache_visit *visit,
                        void *context)
{
    char *key = strndup(entry->key, entry->key_length);
    char *value = strndup(entry->value, entry->value_length);
    bool goes_on = !key || !value || visit(context, key, value, origin);

    free(key);
    free(value);
    return goes_on;
}

void netcl_cache_each(struct netcl_cache *cache, netcl_cache_visit *visit,
                      void *context)
{
    const struct netcl_index *shared;
    struct netcl_index own;
    size_t i = 0, k = 0;
    bool goes_on = true;
    int order;

    if (!cache)
        return;
    shared = &cache->shared.index;
    pthread_mutex_lock(&cache->files);
    if (open_view(cache, &own) == 0) {
        while (goes_on && (i < own.count || k < shared->count)) {
            order = compare_entries(&own, i, shared, k);
            goes_on = order <= 0
                          ? visit_entry(&own.entries[i], NETCL_ORIGIN_CACHE,
                                        visit, context)
                          : visit_entry(&shared->entries[k],
                                        NETCL_ORIGIN_SHARED, visit, context);
            i += order <= 0;
            k += order >= 0;
        }
        netcl_index_close(&own);
    }
    pthread_mutex_unlock(&cache->files);
}
