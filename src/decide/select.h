/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select: which candidate is fastest, from as few launches as possible.
 *
 * A state machine without clock or device: the caller asks for a step, runs
 * it, records the time (or drops the candidate) and asks again, whenever it
 * likes; between two steps the search may rest for hours. Candidate 0 is the
 * original and the answer unless another is clearly faster.
 *
 *     while (netcl_select_next(sel, &step)) {
 *         us = ... run step.candidate step.launches times ...;
 *         if (failed)
 *             netcl_select_drop(sel, step.candidate, status);
 *         else
 *             netcl_select_record(sel, step.candidate, us / step.launches);
 *     }
 *
 * Candidates may be added at any time. While more are expected, only
 * screening and the confirmation of large gains go on, netcl_select_next()
 * is false when that is done, and netcl_select_is_done() is not yet true.
 * doc/selection.md has the rules, their reasons and measured figures.
 *
 * The caller owns the machine and frees it. One thread at a time.
 */
#ifndef NETCL_DECIDE_SELECT_H
#define NETCL_DECIDE_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/config.h"
#include "decide/decision.h"
#include "decide/reason.h"

struct netcl_select;

struct netcl_select_options {
    enum netcl_search strategy;
    unsigned reps;         /* exhaustive: timed runs a candidate */
    double min_gain;       /* least median gain over the original: 0.01 */
    double max_p;          /* of the confirmation's rank test: 0.01 */
    double screen_ratio;   /* slower than the best by this is out: 1.5 */
    unsigned max_rounds;   /* most race rounds: 30 */
    unsigned confirm_runs; /* of each side in the confirmation: 15 */
};

struct netcl_select_step {
    size_t candidate;
    unsigned launches;  /* back to back; their mean is the sample */
    double expected_us; /* of the whole step; 0: never ran before */
};

/* The final answer, or the answer if the search ended here. */
struct netcl_select_outcome {
    size_t winner; /* 0: the original stays */
    enum netcl_reason reason;
    double original_us; /* medians of the last, strictest comparison */
    double chosen_us;
    double speedup;    /* original_us / chosen_us, 1 for the original */
    unsigned launches; /* spent so far, all candidates together */
};

/* What is known about one candidate. */
struct netcl_select_stats {
    enum netcl_status status; /* won, lost, screened, or as it was dropped */
    double median_us;
    unsigned samples;
    struct netcl_spread spread;
};

/* What netcl-tune uses where the user set nothing. */
void netcl_select_defaults(struct netcl_select_options *options);

/*
 * A search over `count` candidates, the original among them (count >= 1).
 * NULL options: the defaults. NULL: no memory.
 */
struct netcl_select *
netcl_select_new(size_t count, const struct netcl_select_options *options);

/* Accepts NULL. */
void netcl_select_free(struct netcl_select *sel);

/* One more candidate. Its number, or 0 where memory ran out. */
size_t netcl_select_add(struct netcl_select *sel);

/* Whether candidates may still be added (at first: no). */
void netcl_select_expect(struct netcl_select *sel, bool more);

/* What to run next. False: nothing to do now, or for good. */
bool netcl_select_next(struct netcl_select *sel,
                       struct netcl_select_step *step);

/*
 * The time of one launch, in microseconds. Also taken for a candidate that
 * was not asked for: the application's own launches cost nothing. What is no
 * time (negative, NaN) drops the candidate, and for the original stops the
 * search.
 */
void netcl_select_record(struct netcl_select *sel, size_t candidate, double us);

/*
 * The candidate failed: never asked for again; where it had won already, the
 * search goes on. False for the original, whose
 * failure leaves nothing to compare with: the caller gives the search up.
 */
bool netcl_select_drop(struct netcl_select *sel, size_t candidate,
                       enum netcl_status status);

/* Ends the search; the outcome is what was confirmed so far. */
void netcl_select_stop(struct netcl_select *sel);

bool netcl_select_is_done(const struct netcl_select *sel);

/*
 * Whether all candidates were slower at once just now: others use the
 * device. Those samples do not count; waiting a while saves launches.
 */
bool netcl_select_is_disturbed(const struct netcl_select *sel);

/* The fastest candidate confirmed so far; 0 until there is one. */
size_t netcl_select_best(const struct netcl_select *sel);

/*
 * Who is about to be chosen: in confirmation, or confirmed; 0: nobody. The
 * caller may look at it more closely than at others, and drop it.
 */
size_t netcl_select_contender(const struct netcl_select *sel);

/*
 * The one that a search which has to end now would bet on: the best, else the
 * fastest if it is far ahead of the original; 0: nobody.
 */
size_t netcl_select_favourite(const struct netcl_select *sel,
                              bool *is_confirmed);

/* Reason NETCL_REASON_BUDGET while the search is not done. */
void netcl_select_get_outcome(const struct netcl_select *sel,
                              struct netcl_select_outcome *outcome);

void netcl_select_get_stats(const struct netcl_select *sel, size_t candidate,
                            struct netcl_select_stats *stats);

#endif
