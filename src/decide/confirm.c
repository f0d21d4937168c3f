/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/confirm.h"

#include <math.h>
#include <string.h>

/*
 * Looks before the full number of runs. Without a single sample out of
 * order, 5 + 5 have p = 1/252 and 3 + 9 p = 1/220; 8 + 8 have 1/12870, so
 * that looking there does not add to the false acceptances max_p allows.
 * The first two also want the race to have seen as much.
 */
#define HUGE_RATIO 1.5
#define HUGE_RUNS 5
#define FAR_RATIO 2.0
#define FAR_ORIGINAL_RUNS 3
#define FAR_CANDIDATE_RUNS 9
#define CLEAR_RUNS 8
#define CLEAR_FACTOR 2.0 /* times min_gain */
#define HOPELESS_P 0.6   /* at CLEAR_RUNS: the rest would not mend it */

/*
 * Looks at `runs`, twice and three times as many. max_p is for all of them
 * and for all confirmations of a search together; each look gets its share.
 */
#define LOOKS 3
#define LOOK_SHARE 0.1
#define UNCLEAR_P 0.3 /* beyond: no further look */

void netcl_confirm_start(struct netcl_confirm *confirm, unsigned runs,
                         double min_gain, double max_p, double ratio)
{
    memset(confirm, 0, sizeof(*confirm));
    confirm->runs = runs < 1 ? 1 : runs;
    if (confirm->runs > NETCL_RANK_MOST)
        confirm->runs = NETCL_RANK_MOST;
    confirm->min_gain = min_gain;
    confirm->max_p = max_p;
    confirm->ratio = ratio;
}

/*
 * Original, candidate, candidate, original: a steady drift of the clock then
 * favours neither. Far slower originals: one, then three of the candidate.
 */
unsigned netcl_confirm_turn(const struct netcl_confirm *confirm)
{
    unsigned original = confirm->count[0];
    unsigned candidate = confirm->count[1];

    if (confirm->ratio >= FAR_RATIO && original <= FAR_ORIGINAL_RUNS &&
        candidate < FAR_CANDIDATE_RUNS)
        return candidate < 3 * original;
    if (original == candidate)
        return original % 2;
    return original > candidate;
}

void netcl_confirm_record(struct netcl_confirm *confirm, unsigned side,
                          double us)
{
    if (confirm->count[side] < NETCL_RANK_MOST)
        confirm->us[side][confirm->count[side]++] = us;
}

double netcl_confirm_ratio(const struct netcl_confirm *confirm)
{
    double original = netcl_rank_median(confirm->us[0], confirm->count[0]);
    double candidate = netcl_rank_median(confirm->us[1], confirm->count[1]);

    return original > 0 && candidate > 0 ? original / candidate : 1;
}

/* Whether every sample of the candidate is below every one of the original. */
static bool is_separate(const struct netcl_confirm *confirm)
{
    double slowest = 0;
    unsigned i;

    for (i = 0; i < confirm->count[1]; i++)
        if (confirm->us[1][i] > slowest)
            slowest = confirm->us[1][i];
    for (i = 0; i < confirm->count[0]; i++)
        if (confirm->us[0][i] <= slowest)
            return false;
    return true;
}

static bool is_clearly_faster(const struct netcl_confirm *confirm)
{
    unsigned original = confirm->count[0];
    unsigned candidate = confirm->count[1];
    double ratio = netcl_confirm_ratio(confirm);

    if (original >= CLEAR_RUNS && candidate >= CLEAR_RUNS)
        return ratio > 1 + CLEAR_FACTOR * confirm->min_gain &&
               is_separate(confirm);
    if (original >= HUGE_RUNS && candidate >= HUGE_RUNS)
        return fmin(ratio, confirm->ratio) > HUGE_RATIO && is_separate(confirm);
    if (original >= FAR_ORIGINAL_RUNS && candidate >= FAR_CANDIDATE_RUNS)
        return fmin(ratio, confirm->ratio) > FAR_RATIO && is_separate(confirm);
    return false;
}

static double chance(const struct netcl_confirm *confirm)
{
    return netcl_rank_p_less(confirm->us[1], confirm->count[1], confirm->us[0],
                             confirm->count[0]);
}

static enum netcl_verdict full_verdict(const struct netcl_confirm *confirm)
{
    unsigned look = confirm->count[0] / confirm->runs;
    double ratio = netcl_confirm_ratio(confirm);
    double p = chance(confirm);

    if (ratio >= 1 + confirm->min_gain && p < confirm->max_p * LOOK_SHARE)
        return NETCL_VERDICT_FASTER;
    if (look < LOOKS && p < UNCLEAR_P &&
        (look + 1) * confirm->runs <= NETCL_RANK_MOST)
        return NETCL_VERDICT_PENDING;
    return ratio > 1 ? NETCL_VERDICT_AMBIGUOUS : NETCL_VERDICT_NOT_FASTER;
}

enum netcl_verdict netcl_confirm_verdict(const struct netcl_confirm *confirm)
{
    unsigned runs = confirm->count[1];

    if (runs > 0 && runs == confirm->count[0]) {
        if (runs % confirm->runs == 0)
            return full_verdict(confirm);
        if (runs == CLEAR_RUNS && chance(confirm) > HOPELESS_P)
            return NETCL_VERDICT_NOT_FASTER;
    }
    return is_clearly_faster(confirm) ? NETCL_VERDICT_FASTER
                                      : NETCL_VERDICT_PENDING;
}
