/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache: decisions on disk, one flat JSON object of key -> value.
 *
 * Many processes share the file. Opening indexes it and parses no value;
 * storing takes the file's lock, reads it again, replaces only the keys that
 * this process changed and swaps the file in whole, one key a line. What
 * others wrote is kept byte for byte, fields we do not know included.
 *
 * Nothing in a file is fatal. One that is not a JSON object is named once on
 * stderr, treated as empty, and kept as FILE.broken-N when it is first
 * replaced. One that another user could have written is not read, and
 * nothing is stored. When storing fails that is named once; the decision
 * stays in memory for the process.
 *
 * Any thread: the cache has a lock of its own, held over file work too, so
 * do not call it where a launch cannot wait for a disk. The caller owns the
 * cache and every struct netcl_cached it got. NULL, where there was no memory
 * for a cache, is one that has nothing and keeps nothing.
 */
#ifndef NETCL_DECIDE_CACHE_H
#define NETCL_DECIDE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "decide/decision.h"

struct netcl_cache;

/* A value as found. Texts are the caller's: netcl_cached_clear(). */
struct netcl_cached {
    char *choice; /* canonical, as in decision.h */
    char *digest; /* NULL: a bare value of older caches, only a hint */
    char *reason; /* NULL where not recorded */
    enum netcl_origin origin; /* NETCL_ORIGIN_CACHE or _SHARED */
    double speedup;           /* numbers are 0 where not recorded */
    double original_us;
    double chosen_us;
    bool is_exact;
    struct netcl_error error;
    struct netcl_effort effort;
};

/*
 * Either path may be NULL or empty: no such file, nothing kept on disk. The
 * shared file is only read, and looked at where the own has no such key.
 * Returns 0 and sets *out, or -ENOMEM.
 */
int netcl_cache_open(const char *path, const char *shared_path,
                     struct netcl_cache **out);

/* Stores nothing: that was done when it was known. */
void netcl_cache_close(struct netcl_cache *cache);

/* False: no such key, or its value is of no form that we know. */
bool netcl_cache_find(struct netcl_cache *cache, const char *key,
                      struct netcl_cached *out);

/* NULL is accepted. */
void netcl_cached_clear(struct netcl_cached *cached);

/* Reads the file again if others changed it: cheap when they did not. */
void netcl_cache_refresh(struct netcl_cache *cache);

/*
 * Remember decision->choice and its evidence under decision->key, in memory
 * and on disk. 0, or a negative errno when only memory has it.
 */
int netcl_cache_store(struct netcl_cache *cache,
                      const struct netcl_decision *decision);

/*
 * The same in two steps, for many keys or values of other forms: `value` is
 * any JSON text (-EINVAL otherwise). On disk after netcl_cache_flush().
 */
int netcl_cache_add(struct netcl_cache *cache,
                    const struct netcl_decision *decision);
int netcl_cache_put(struct netcl_cache *cache, const char *key,
                    const char *value);
int netcl_cache_flush(struct netcl_cache *cache);

/* -ENOENT: the own file has no such key. On disk at once. */
int netcl_cache_remove(struct netcl_cache *cache, const char *key);

/* Forget every key of the own file, on disk too, and what is in its journal. */
int netcl_cache_clear(struct netcl_cache *cache);

/*
 * Every key once, sorted, with its JSON text; stops when `visit` is false.
 * `visit` must not call the cache.
 */
typedef bool netcl_cache_visit(void *context, const char *key,
                               const char *value, enum netcl_origin origin);
void netcl_cache_each(struct netcl_cache *cache, netcl_cache_visit *visit,
                      void *context);

#endif
