/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel_state: what the launcher has found out about one kernel object.
 *
 * Made at its first launch, freed with its last reference. Any thread.
 */
#ifndef NETCL_LAUNCH_KERNEL_STATE_H
#define NETCL_LAUNCH_KERNEL_STATE_H

#include "decide/reason.h"
#include "launch/plan.h"
#include "match/registry.h"
#include "track/track.h"

struct netcl_kernel_state {
    struct netcl_match match;  /* match.entry NULL: no manifest knows it */
    struct netcl_subject *subject; /* what it is itself; or NULL */
    char *label;               /* the entry's name, else name@fingerprint */
    char fingerprint[17];      /* "" where there is no source */
    atomic_ullong kept;        /* launches of the original without a plan */
    atomic_size_t proven_group; /* the driver has launched so many items */
    atomic_uint plan_count;
    _Atomic(struct netcl_plan *) plans;
    _Atomic(struct netcl_plan *) last; /* taken last */
    atomic_bool is_told; /* to the log, as one that no manifest knows */
    unsigned skips_logged[(NETCL_REASON_COUNT + 31) / 32];
};

/* Identify it; NULL: no memory. */
struct netcl_kernel_state *netcl_kernel_state_get(struct netcl_kernel *kernel);

/* Whether there is anything to do at its launches. */
bool netcl_kernel_state_is_known(const struct netcl_kernel_state *state);

/* What facts are filled in from. */
struct netcl_known
netcl_kernel_state_known(const struct netcl_kernel_state *state);

/* One `skip` line per reason. */
void netcl_kernel_state_skip(struct netcl_kernel_state *state,
                             enum netcl_reason reason);

/* Count its launches and free it, when the kernel is finally released. */
void netcl_kernel_state_close(struct netcl_kernel *kernel);

/* Count its launches when the process ends. */
void netcl_kernel_state_count(const struct netcl_kernel *kernel);

#endif
