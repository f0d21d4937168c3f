/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: when the launches of one plan came, for the log.
 *
 * The clock is read at every launch only where they are some 5 ms apart, at
 * every 64th where they come thick and fast. So a spell may be given up to 64
 * launches of its neighbour. No lock, no allocation; where two threads look at
 * once, one of them leaves it to the other. Owned by the plan.
 */
#ifndef NETCL_LAUNCH_WATCH_H
#define NETCL_LAUNCH_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "decide/spells.h"

struct netcl_watch {
    atomic_ullong due; /* launches at which to look at the clock again */
    atomic_flag is_claimed;
    /* Only for who has claimed it. */
    unsigned stride;
    unsigned long long noted; /* launches that the spells have */
    uint64_t looked_ns;
    struct netcl_spells spells;
};

/* NULL: nobody wants to know, or no memory. */
struct netcl_watch *netcl_watch_new(void);

/* Accepts NULL. */
void netcl_watch_free(struct netcl_watch *watch);

void netcl_watch_look(struct netcl_watch *watch, unsigned long long launches);

/* The plan has been launched so often, counting from one. */
static inline void netcl_watch_count(struct netcl_watch *watch,
                                     unsigned long long launches)
{
    if (watch &&
        launches >= atomic_load_explicit(&watch->due, memory_order_relaxed))
        netcl_watch_look(watch, launches);
}

/*
 * Add what was seen to `spells`, each launch taking `each_us`. `launches`: all
 * there were.
 */
void netcl_watch_add_to(struct netcl_spells *spells, struct netcl_watch *watch,
                        unsigned long long launches, double each_us);

#endif
