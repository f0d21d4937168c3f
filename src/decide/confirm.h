/* SPDX-License-Identifier: Apache-2.0 */
/*
 * confirm: is one candidate really faster than the original?
 *
 * Fresh samples of both, alternating, because a race's winner was picked for
 * its luck too. Large gains need few samples, and few of a slow original.
 * A plain record without clock or memory of its own; one thread at a time.
 */
#ifndef NETCL_DECIDE_CONFIRM_H
#define NETCL_DECIDE_CONFIRM_H

#include <stdbool.h>

#include "decide/rank.h"

enum netcl_verdict {
    NETCL_VERDICT_PENDING, /* more samples, please */
    NETCL_VERDICT_FASTER,
    NETCL_VERDICT_AMBIGUOUS, /* looks faster, but not beyond the noise */
    NETCL_VERDICT_NOT_FASTER
};

/* [0] is the original, [1] the candidate. */
struct netcl_confirm {
    double us[2][NETCL_RANK_MOST];
    unsigned count[2];
    unsigned last; /* who ran last */
    unsigned runs; /* most samples of each */
    double min_gain;
    double max_p;
    double ratio;        /* as the race saw it: original over candidate */
    unsigned earlier;    /* samples of the original from before */
    double earlier_us;   /* the least of them */
    bool is_enough;      /* none of the n has to be fresh */
    unsigned far_run[2]; /* samples that show a large gain; 0: none do */
};

/* `ratio`: original over candidate, as far as known. */
void netcl_confirm_start(struct netcl_confirm *confirm, unsigned runs,
                         double min_gain, double max_p, double ratio);

/*
 * The original has run before, `count` times, in no less than `least_us`. That
 * counts where the gain is large, and says nothing of a small one. With
 * `is_enough` none of its fresh samples is wanted: it was compared in turns
 * with another candidate, which is far faster.
 */
void netcl_confirm_lend(struct netcl_confirm *confirm, unsigned count,
                        double least_us, bool is_enough);

/* Whether all samples so far agree that the gain is large. */
bool netcl_confirm_is_far(const struct netcl_confirm *confirm);

/* Whose turn it is: 0 the original, 1 the candidate. */
unsigned netcl_confirm_turn(const struct netcl_confirm *confirm);

void netcl_confirm_record(struct netcl_confirm *confirm, unsigned side,
                          double us);

enum netcl_verdict netcl_confirm_verdict(const struct netcl_confirm *confirm);

/* Median of the original over median of the candidate; 1 without samples. */
double netcl_confirm_ratio(const struct netcl_confirm *confirm);

#endif
