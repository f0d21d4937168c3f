/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SLOTS 64

static struct netcl_map_table *new_table(size_t slots)
{
    struct netcl_map_table *table =
        calloc(1, sizeof(*table) + slots * sizeof(table->slots[0]));

    if (!table)
        return NULL;
    table->mask = slots - 1;
    table->shift = 64 - (unsigned)__builtin_ctzll(slots);
    return table;
}

static const void *handle_at(struct netcl_map_table *table, size_t i)
{
    return atomic_load_explicit(&table->slots[i].handle, memory_order_relaxed);
}

static void *record_at(struct netcl_map_table *table, size_t i)
{
    return atomic_load_explicit(&table->slots[i].record, memory_order_relaxed);
}

static void fill(struct netcl_map_table *table, size_t i, const void *handle,
                 void *record)
{
    atomic_store_explicit(&table->slots[i].record, record,
                          memory_order_release);
    atomic_store_explicit(&table->slots[i].handle, handle,
                          memory_order_release);
}

/* The slot that holds `handle`, or the free one where it belongs. */
static size_t slot_of(struct netcl_map_table *table, const void *handle)
{
    size_t i = netcl_map_home(table, handle);

    while (handle_at(table, i) && handle_at(table, i) != handle)
        i = (i + 1) & table->mask;
    return i;
}

static void begin_change(struct netcl_map *map)
{
    atomic_fetch_add_explicit(&map->version, 1, memory_order_acq_rel);
}

static void end_change(struct netcl_map *map)
{
    atomic_fetch_add_explicit(&map->version, 1, memory_order_acq_rel);
}

/* At least half of the slots stay free, so that probes stay short. */
static int make_room(struct netcl_map *map)
{
    struct netcl_map_table *old = atomic_load(&map->table);
    struct netcl_map_table *fresh;
    size_t i;

    if (old && map->count * 2 < old->mask)
        return 0;
    fresh = new_table(old ? (old->mask + 1) * 2 : FIRST_SLOTS);
    if (!fresh)
        return -ENOMEM;
    fresh->older = old;
    for (i = 0; old && i <= old->mask; i++)
        if (handle_at(old, i))
            fill(fresh, slot_of(fresh, handle_at(old, i)), handle_at(old, i),
                 record_at(old, i));
    atomic_store_explicit(&map->table, fresh, memory_order_release);
    return 0;
}

int netcl_map_put(struct netcl_map *map, const void *handle, void *record)
{
    struct netcl_map_table *table;
    size_t i;
    int err;

    pthread_mutex_lock(&map->mutex);
    begin_change(map);
    err = make_room(map);
    if (!err) {
        table = atomic_load(&map->table);
        i = slot_of(table, handle);
        if (!handle_at(table, i))
            map->count++;
        fill(table, i, handle, record);
    }
    end_change(map);
    pthread_mutex_unlock(&map->mutex);
    return err;
}

/* Move later entries up, so that no probe meets a gap before its entry. */
static void close_gap(struct netcl_map_table *table, size_t gap)
{
    size_t i = gap, home;

    for (;;) {
        i = (i + 1) & table->mask;
        if (!handle_at(table, i))
            break;
        home = netcl_map_home(table, handle_at(table, i));
        if (((i - home) & table->mask) < ((i - gap) & table->mask))
            continue;
        fill(table, gap, handle_at(table, i), record_at(table, i));
        gap = i;
    }
    fill(table, gap, NULL, NULL);
}

void *netcl_map_remove(struct netcl_map *map, const void *handle)
{
    struct netcl_map_table *table;
    void *record = NULL;
    size_t i;

    pthread_mutex_lock(&map->mutex);
    table = atomic_load(&map->table);
    if (table) {
        i = slot_of(table, handle);
        record = record_at(table, i);
        if (handle_at(table, i)) {
            begin_change(map);
            close_gap(table, i);
            end_change(map);
            map->count--;
        }
    }
    pthread_mutex_unlock(&map->mutex);
    return record;
}

void netcl_map_each(struct netcl_map *map,
                    void (*visit)(void *record, void *context), void *context)
{
    struct netcl_map_table *table;
    size_t i;

    pthread_mutex_lock(&map->mutex);
    table = atomic_load(&map->table);
    for (i = 0; table && i <= table->mask; i++)
        if (handle_at(table, i))
            visit(record_at(table, i), context);
    pthread_mutex_unlock(&map->mutex);
}

void netcl_map_clear(struct netcl_map *map)
{
    struct netcl_map_table *table = atomic_load(&map->table);
    struct netcl_map_table *older;

    atomic_store(&map->table, NULL);
    map->count = 0;
    for (; table; table = older) {
        older = table->older;
        free(table);
    }
}
