/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The declarations of a name. Each name of a source is looked up several
 * times, and there are hundreds of thousands in the largest: by a hash.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/unit.h"

static int compare(const void *a, const void *b)
{
    const struct netcl_declared *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : (x->entity > y->entity) - (x->entity < y->entity);
}

/* w0, w1, w2: the last multiplication keeps such names apart. */
static size_t hash(const char *name)
{
    uint64_t state = 5381;

    while (*name)
        state = state * 33 ^ (unsigned char)*name++;
    return (size_t)((state * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

/* How many there are of the name that begins at `first`. */
static size_t count_from(const struct netcl_unit *unit, size_t first)
{
    size_t i = first + 1;

    while (i < unit->declared_count &&
           !strcmp(unit->declared[i].name, unit->declared[first].name))
        i++;
    return i - first;
}

static void put(struct netcl_unit *unit, size_t first)
{
    size_t slot = hash(unit->declared[first].name) & unit->slot_mask;

    while (unit->slots[slot])
        slot = (slot + 1) & unit->slot_mask;
    unit->slots[slot] = first + 1;
}

int netcl_unit_index(struct netcl_unit *unit)
{
    size_t i, capacity = 64;
    size_t *slots;

    while (capacity < 4 * unit->declared_count)
        capacity *= 2;
    slots = calloc(capacity, sizeof(*slots));
    if (!slots)
        return -ENOMEM;
    free(unit->slots);
    unit->slots = slots;
    unit->slot_mask = capacity - 1;
    if (unit->declared_count)
        qsort(unit->declared, unit->declared_count, sizeof(*unit->declared),
              compare);
    for (i = 0; i < unit->declared_count; i += unit->declared[i].count) {
        unit->declared[i].count = count_from(unit, i);
        put(unit, i);
    }
    return 0;
}

const struct netcl_declared *netcl_unit_find(const struct netcl_unit *unit,
                                             const char *name, size_t *count)
{
    size_t slot = hash(name) & unit->slot_mask;
    const struct netcl_declared *found;

    *count = 0;
    for (; unit->slots[slot]; slot = (slot + 1) & unit->slot_mask) {
        found = &unit->declared[unit->slots[slot] - 1];
        if (strcmp(found->name, name))
            continue;
        *count = found->count;
        return found;
    }
    return NULL;
}
