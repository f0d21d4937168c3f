/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/watch.h"

#include <sched.h>
#include <stdlib.h>

#include "base/clock.h"
#include "decide/log.h"

#define STRIDE_MOST 64

/* The clock is worth a look no more often, and no more seldom. */
#define OFTEN_NS (5 * NETCL_MS)
#define SELDOM_NS (20 * NETCL_MS)

struct netcl_watch *netcl_watch_new(void)
{
    struct netcl_watch *watch =
        netcl_log_is_open() ? calloc(1, sizeof(*watch)) : NULL;

    if (!watch)
        return NULL;
    watch->stride = 1;
    atomic_init(&watch->due, 1);
    return watch;
}

void netcl_watch_free(struct netcl_watch *watch)
{
    free(watch);
}

static bool claim(struct netcl_watch *watch)
{
    return !atomic_flag_test_and_set_explicit(&watch->is_claimed,
                                              memory_order_acquire);
}

/*
 * Whoever has it reads a clock and no more. Not for ever: a signal's handler
 * that ends the program may have come in between.
 */
static bool claim_patiently(struct netcl_watch *watch)
{
    int left = 1000;

    while (!claim(watch)) {
        if (!left--)
            return false;
        sched_yield();
    }
    return true;
}

static void drop(struct netcl_watch *watch)
{
    atomic_flag_clear_explicit(&watch->is_claimed, memory_order_release);
}

static unsigned next_stride(const struct netcl_watch *watch, uint64_t took_ns)
{
    if (took_ns >= SELDOM_NS)
        return 1;
    if (took_ns < OFTEN_NS)
        return watch->stride < STRIDE_MOST ? watch->stride * 2 : STRIDE_MOST;
    return watch->stride > 1 ? watch->stride / 2 : 1;
}

void netcl_watch_look(struct netcl_watch *watch, unsigned long long launches)
{
    uint64_t now = netcl_clock_ns();

    if (!claim(watch))
        return;
    if (launches > watch->noted && now >= watch->looked_ns) {
        watch->stride = next_stride(watch, now - watch->looked_ns);
        netcl_spells_note(&watch->spells, now, launches - watch->noted);
        watch->looked_ns = now;
        watch->noted = launches;
        atomic_store_explicit(&watch->due, launches + watch->stride,
                              memory_order_relaxed);
    }
    drop(watch);
}

/* Those after the last look belong to its spell. */
static void note_rest(struct netcl_watch *watch, unsigned long long launches)
{
    struct netcl_spells *seen = &watch->spells;

    if (!seen->count || launches <= watch->noted)
        return;
    seen->all[seen->count - 1].launches += launches - watch->noted;
    watch->noted = launches;
}

void netcl_watch_add_to(struct netcl_spells *spells, struct netcl_watch *watch,
                        unsigned long long launches, double each_us)
{
    struct netcl_spell spell;
    size_t i;

    if (!claim_patiently(watch))
        return;
    note_rest(watch, launches);
    for (i = 0; i < watch->spells.count; i++) {
        spell = watch->spells.all[i];
        spell.device_us = (double)spell.launches * each_us;
        netcl_spells_add(spells, &spell);
    }
    drop(watch);
}
