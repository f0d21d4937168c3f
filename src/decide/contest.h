/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contest: the fastest of some things that a callback can time.
 *
 * The search behind netcl_autotune(): one warm-up each, then either a race
 * in which another than the baseline must be clearly faster (select.h), or
 * the classic loop, `reps` timed runs each and the least time wins. What
 * fails in any run is out and nothing else. Pure but for the callbacks. One
 * thread.
 */
#ifndef NETCL_DECIDE_CONTEST_H
#define NETCL_DECIDE_CONTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/config.h"
#include "decide/decision.h"
#include "decide/reason.h"

#define NETCL_CONTEST_NOBODY ((size_t)-1)

struct netcl_contest {
    size_t count;
    size_t baseline; /* stays unless beaten; below count */
    enum netcl_search search;
    unsigned reps;
    /* Seconds of one run; negative or no number: it failed. */
    double (*run)(void *context, size_t candidate);
    /* Whether to stop now; NULL: never. */
    bool (*is_over)(void *context);
    void *context;
};

/* The caller clears it; lists have `count` elements. */
struct netcl_contest_outcome {
    size_t winner;            /* NETCL_CONTEST_NOBODY: all failed */
    enum netcl_reason reason; /* NETCL_REASON_BUDGET: it was stopped */
    double baseline_us;
    double winner_us;
    unsigned launches;
    enum netcl_status *statuses;
    double *best_us; /* median, or least in the classic loop; 0: none */
};

/* 0 or -ENOMEM; the outcome's lists are set on success only. */
int netcl_contest_run(const struct netcl_contest *contest,
                      struct netcl_contest_outcome *outcome);

void netcl_contest_clear(struct netcl_contest_outcome *outcome);

#endif
