/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warmer: decides the key of one made-up launch after the other, by the
 * library's own tuning, and leaves the decisions in the cache.
 *
 * A plain record; rigs stay open while launches of one kernel entry follow
 * one another. One thread.
 */
#ifndef NETCL_CLI_WARMER_H
#define NETCL_CLI_WARMER_H

#include "cli/grid.h"
#include "cli/sample.h"
#include "launch/key.h"

enum netcl_warmth {
    NETCL_WARMTH_DECIDED,
    NETCL_WARMTH_KNOWN,   /* the cache had it */
    NETCL_WARMTH_REFUSED, /* no such launch on this device */
    NETCL_WARMTH_LATE     /* no time left; nothing was stored */
};

struct netcl_warmer {
    const struct netcl_real *real;
    const struct netcl_device *device;
    uint64_t deadline_ns;                   /* of base/clock.h */
    struct netcl_rig rig;                   /* of `entry` */
    const struct netcl_kernel_entry *entry; /* NULL: none is open */
    cl_command_queue queue;
};

/* *key is set where it is decided or known; it lives for ever. */
enum netcl_warmth netcl_warmer_take(struct netcl_warmer *warmer,
                                    const struct netcl_grid_point *point,
                                    const struct netcl_key **key);

void netcl_warmer_close(struct netcl_warmer *warmer);

#endif
