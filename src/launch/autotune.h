/* SPDX-License-Identifier: Apache-2.0 */
/*
 * autotune: netcl_autotune() behind the door: a key, the cache, a contest.
 *
 * Any thread; the callback runs on the caller's, with no lock held.
 */
#ifndef NETCL_LAUNCH_AUTOTUNE_H
#define NETCL_LAUNCH_AUTOTUNE_H

#include "cl/device.h"
#include "netcl_tune.h"

struct netcl_autotune_job {
    const struct netcl_device *device;
    const char *kernel;
    const long long *shape;
    size_t dimensions;
    const char *candidates;
    netcl_autotune_bench *bench;
    void *user;
    int reps;
    int fallback;
};

/* The index to use, as the public header says. */
int netcl_autotune_run(const struct netcl_autotune_job *job);

#endif
