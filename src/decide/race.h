/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race: candidates measured in turns, the hopeless leaving after each round.
 *
 * The part of select that looks for the fastest; whether that one is truly
 * faster than the original is confirm's question. The first sample of a
 * candidate serves screening only: clocks ramp up (seen: 4 times slower), or
 * a boost still lasts (seen: 0.8 times). One thread at a time.
 */
#ifndef NETCL_DECIDE_RACE_H
#define NETCL_DECIDE_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decide/decision.h"
#include "decide/rank.h"

#define NETCL_RACE_NOBODY SIZE_MAX

struct netcl_racer {
    double first_us;
    double us[NETCL_RANK_MOST]; /* without the first */
    unsigned count;             /* of us[], which keeps the first so many */
    unsigned runs;              /* all but the first, kept or not */
    double least_us;
    bool is_tried;     /* first_us is there */
    bool is_racing;    /* neither dropped nor refused */
    bool is_in_round;  /* and has not run in it yet */
    bool was_in_round; /* and has run */
    bool was_asked;    /* to confirm before the race: once will do */
    bool is_proven;    /* confirmed to be faster than the original */
    enum netcl_status status;
};

struct netcl_race {
    struct netcl_racer *racers; /* owned */
    size_t count;
    size_t capacity;
    double screen_ratio; /* of first samples: beyond, one is out */
    unsigned max_rounds;
    unsigned round;     /* samples each shall have; 0: only screened so far */
    unsigned samples;   /* taken to find the fastest: what it cost so far */
    double first_error; /* of first samples, as a share */
    double spread;      /* typical noise of a sample, as a share */
    unsigned disturbed_rounds;
    bool is_disturbed; /* the last round was one that did not count */
    bool is_ahead; /* some candidate is, of the original, by far */
    bool is_warm;
    bool stays_cold; /* the original's first sample will do for now */
};

/* More candidates, untried. 0 or -ENOMEM. */
int netcl_race_add(struct netcl_race *race, size_t count);

void netcl_race_free(struct netcl_race *race);

/* Who needs a first sample (or the original its warm-up), or nobody. */
size_t netcl_race_untried(struct netcl_race *race);

/* Whose turn it is, or nobody: one is left, or no other can be faster. */
size_t netcl_race_turn(struct netcl_race *race);

void netcl_race_record(struct netcl_race *race, size_t candidate, double us);

/* Median, or the first sample where there is no other; 0: untried. */
double netcl_race_estimate(const struct netcl_race *race, size_t candidate);

/*
 * The candidate's samples of which none is below *least_us, and how many. The
 * first is among them if it is above `above_us` without what a ramp may
 * have added.
 */
unsigned netcl_race_earlier(const struct netcl_race *race, size_t candidate,
                            double above_us, double *least_us);

/* Of the samples that the estimate rests on. */
void netcl_race_spread(const struct netcl_race *race, size_t candidate,
                       struct netcl_spread *spread);

/* The fastest by estimate of those still racing; nobody if none is. */
size_t netcl_race_leader(const struct netcl_race *race);

#endif
