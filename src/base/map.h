/* SPDX-License-Identifier: Apache-2.0 */
/*
 * map: handle -> record, looked up on every launch and argument.
 *
 * Any thread may call anything. A lookup takes no lock, writes nothing and
 * costs about 20 instructions however many handles there are: that is why
 * this is not a uthash. Writers take a mutex. The map does not own records;
 * a record must outlive the time in which its handle may be looked up, which
 * OpenCL's own rules give: a handle is not used while it is finally released.
 *
 * How: open addressing, linear probing, one version number that is odd while
 * a writer is at work; a reader that meets a change looks again. Tables that
 * grew are kept until netcl_map_clear(), because a reader may still be inside
 * (together never more than the last one).
 */
#ifndef NETCL_BASE_MAP_H
#define NETCL_BASE_MAP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct netcl_map_slot {
    _Atomic(const void *) handle;
    _Atomic(void *) record;
};

struct netcl_map_table {
    struct netcl_map_table *older;
    unsigned shift; /* 64 - log2(slots) */
    size_t mask;
    struct netcl_map_slot slots[];
};

struct netcl_map {
    _Atomic(struct netcl_map_table *) table;
    atomic_uint version;
    size_t count;
    pthread_mutex_t mutex;
};

#define NETCL_MAP_INIT {NULL, 0, 0, PTHREAD_MUTEX_INITIALIZER}

/* Add or replace. 0 or -ENOMEM. */
int netcl_map_put(struct netcl_map *map, const void *handle, void *record);

/* Take out; the record, or NULL. */
void *netcl_map_remove(struct netcl_map *map, const void *handle);

/* Call `visit` on every record, under the map's mutex. */
void netcl_map_each(struct netcl_map *map,
                    void (*visit)(void *record, void *context), void *context);

/* Forget everything. No other thread may be inside. */
void netcl_map_clear(struct netcl_map *map);

/* Multiplication spreads; the best mixed bits are the top ones. */
static inline size_t netcl_map_home(const struct netcl_map_table *table,
                                    const void *handle)
{
    return (size_t)(((uint64_t)(uintptr_t)handle *
                     UINT64_C(0x9e3779b97f4a7c15)) >>
                    table->shift);
}

/* The record of `handle`, or NULL. */
static inline void *netcl_map_find(struct netcl_map *map, const void *handle)
{
    struct netcl_map_table *table;
    const void *seen;
    unsigned version;
    void *record;
    size_t i;

again:
    version = atomic_load_explicit(&map->version, memory_order_acquire);
    table = atomic_load_explicit(&map->table, memory_order_acquire);
    if (!table)
        return NULL;
    i = netcl_map_home(table, handle);
    for (;; i = (i + 1) & table->mask) {
        seen = atomic_load_explicit(&table->slots[i].handle,
                                    memory_order_acquire);
        if (seen == handle || !seen)
            break;
    }
    record = seen ? atomic_load_explicit(&table->slots[i].record,
                                         memory_order_acquire)
                  : NULL;
    if ((version & 1) ||
        atomic_load_explicit(&map->version, memory_order_acquire) != version)
        goto again;
    return record;
}

#endif
