/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kin: remembered decisions of a key's relatives, which are evidence where
 * the key itself has none: the same kernel and device at other shapes, or
 * under another driver.
 *
 * A list that its owner frees with netcl_kin_close(). Reading it walks the
 * whole cache: once per new key, never at a launch. Any thread, but for
 * netcl_kin_find_driver().
 */
#ifndef NETCL_LAUNCH_KIN_H
#define NETCL_LAUNCH_KIN_H

#include "decide/cache.h"

struct netcl_kin_member {
    char *shape;     /* "(64, 64)" */
    bool has_driver; /* the driver is the same */
    double distance; /* of the shapes; 0: the same shape */
    struct netcl_cached cached;
};

struct netcl_kin {
    struct netcl_kin_member *members; /* nearest first */
    size_t count;
};

/*
 * Those of `key`, itself left out. The order is the same at every run: by
 * distance (octaves between the sizes), the same driver first, then as keys
 * sort. 0, or -ENOMEM.
 */
int netcl_kin_open(struct netcl_cache *cache, const char *key,
                   struct netcl_kin *kin);

/* A kin of zero bytes is accepted. */
void netcl_kin_close(struct netcl_kin *kin);

/*
 * The decision of the same device, kernel and shape under another driver
 * version; the last in order where there are several. Cheap: the cache is
 * walked at the first call only, for the versions there are. Not for a
 * second cache in one process; one thread at a time.
 */
bool netcl_kin_find_driver(struct netcl_cache *cache, const char *key,
                           struct netcl_cached *out);

/*
 * Octaves between two shapes, as the length of a vector; HUGE_VAL: they have
 * not the same number of sizes.
 */
double netcl_kin_distance(const char *a, const char *b);

#endif
