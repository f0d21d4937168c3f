/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning: the search for the best candidate of one key.
 *
 * Everything it needs is its own (shadows, kernels, a copy of the arguments),
 * so it may rest between two steps as long as it likes: the program goes on
 * with the original meanwhile. Its objects live in a lane; when that closes,
 * netcl_tuning_abandon() releases them and the tuning is of no more use.
 *
 * One thread at a time, inside the lane.
 */
#ifndef NETCL_TUNE_TUNING_H
#define NETCL_TUNE_TUNING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "decide/decision.h"
#include "launch/facts.h"
#include "tune/workspace.h"

enum netcl_progress {
    NETCL_PROGRESS_MORE, /* out of time: call again */
    NETCL_PROGRESS_WAIT, /* a build is under way: call again */
    NETCL_PROGRESS_DONE,
    NETCL_PROGRESS_FAILED /* the original itself failed, or it is abandoned */
};

struct netcl_tuning {
    struct netcl_tuning *next; /* of its lane */
    struct netcl_lane *lane;
    atomic_bool is_abandoned; /* set last; then it is its owner's alone */
    struct netcl_hunt *hunt; /* what is inside, see tuning.c */
};

/*
 * A search for this launch: copies its buffers at once, so the program's
 * queue must have drained. `only`: NULL, or the one choice to check against
 * the original (a hint from the cache). NULL and *why: none is possible, or
 * (NETCL_REASON_COUNT) what it needs is being built: try again.
 */
struct netcl_tuning *netcl_tuning_open(struct netcl_lane *lane,
                                       const struct netcl_kernel *kernel,
                                       const struct netcl_request *request,
                                       const struct netcl_facts *facts,
                                       const char *only,
                                       enum netcl_reason *why);

/* Free it with what is inside (in the lane, unless abandoned). NULL is fine. */
void netcl_tuning_close(struct netcl_tuning *tuning);
/* The lane closes: release what is inside, keep the shell for its owner. */
void netcl_tuning_abandon(struct netcl_tuning *tuning);

/*
 * Go on until `deadline_ns` (base/clock.h), passing it by one run at most.
 * Where nothing can be done before a build is ready, wait for it no longer
 * than until `patience_ns`.
 */
enum netcl_progress netcl_tuning_run(struct netcl_tuning *tuning,
                                     uint64_t deadline_ns,
                                     uint64_t patience_ns);

/* The original's median so far (at first: its first run), in microseconds. */
double netcl_tuning_original_us(const struct netcl_tuning *tuning);

/*
 * What the search would bet on if it ended here: the fastest that is right and
 * far ahead of the original. NULL: nobody yet. *is_confirmed: not just a bet.
 */
const char *netcl_tuning_favourite(const struct netcl_tuning *tuning,
                                   bool *is_confirmed);

/* Neither right nor wrong can be told on this data. */
bool netcl_tuning_is_vain(const struct netcl_tuning *tuning);

/* There was no memory for some of it: not what another process would find. */
bool netcl_tuning_is_short(const struct netcl_tuning *tuning);

/* Keep the binary of the confirmed one, if any, for other processes. */
void netcl_tuning_keep(const struct netcl_tuning *tuning, const char *label);

/* What it found, or would answer now: choice, times, candidates, costs. */
void netcl_tuning_report(struct netcl_tuning *tuning,
                         struct netcl_decision *decision);

#endif
