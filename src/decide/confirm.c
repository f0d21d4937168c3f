/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/confirm.h"

#include <math.h>
#include <string.h>

/*
 * Looks before the full number of runs. Were the candidate no faster, all n
 * samples of the original would be above all m of the candidate in one of
 * C(n + m, n) orders at most, however run times are distributed. A large gain
 * is believed where that is one of 300: 2 and 23, 3 and 11, 4 and 7, 5 and 6.
 * The original's earlier samples are among the n: nobody picked them, and who
 * is asked to confirm was picked by other samples than these m. Which n and m
 * are taken hangs on what was seen, so one confirmation in 300 may be wrong for
 * each of the ways: 1 to 3 fresh ones of the original, with its first sample or
 * without. For all together the bound is one in 50, and nothing but noise that
 * is twofold and made for it comes near. Clones with noise of five times: 0.6 %
 * (test_confirm.c). At least one of the n is fresh, three where the gain is
 * less than twofold, so that a device which was busy before and is not now
 * does not pass for a gain. The race has to have seen as much too. 8 + 8 have
 * 1/12870, so that looking there does not add to the false acceptances max_p
 * allows.
 */
#define ORDERS 300.0
#define HUGE_RATIO 1.5
#define HUGE_ORIGINAL_RUNS 3
#define FAR_RATIO 2.0
#define FAR_ORIGINAL_RUNS 1
#define MOST_ORIGINAL_RUNS 6
#define MOST_CANDIDATE_RUNS 24
#define AGAIN_RUNS 3 /* show whether the gain is less by this factor */
#define AGAIN_FACTOR 2
#define CLEAR_RUNS 8
#define CLEAR_FACTOR 2.0 /* times min_gain */
#define HOPELESS_P 0.6   /* at CLEAR_RUNS: the rest would not mend it */

/*
 * Looks at `runs`, twice, three and four times as many. max_p is for all of
 * them and for all three confirmations of a search together; each look gets
 * its share.
 */
#define LOOKS 4
#define LOOK_SHARE 0.08
#define UNCLEAR_P 0.3 /* beyond: no further look */

/* C(n + m, n) */
static double orders(unsigned n, unsigned m)
{
    double count = 1;
    unsigned i;

    for (i = 1; i <= m; i++)
        count *= (double)(n + i) / i;
    return count;
}

/* What the gain has to be for a look before the full number of runs. */
static double far_ratio(const struct netcl_confirm *confirm)
{
    return confirm->ratio > FAR_RATIO ? FAR_RATIO : HUGE_RATIO;
}

static unsigned least_fresh(const struct netcl_confirm *confirm)
{
    if (confirm->ratio <= FAR_RATIO)
        return HUGE_ORIGINAL_RUNS;
    return confirm->is_enough ? 0 : FAR_ORIGINAL_RUNS;
}

/* How many fresh samples of each show a large gain in the least time. */
static void plan(struct netcl_confirm *confirm)
{
    double cost, best = INFINITY;
    unsigned n = least_fresh(confirm), m;

    confirm->far_run[0] = confirm->far_run[1] = 0;
    if (confirm->ratio <= HUGE_RATIO)
        return;
    for (; n <= MOST_ORIGINAL_RUNS; n++) {
        m = 1;
        while (m < MOST_CANDIDATE_RUNS &&
               orders(confirm->earlier + n, m) < ORDERS)
            m++;
        cost = n * confirm->ratio + m;
        if (orders(confirm->earlier + n, m) < ORDERS || cost >= best)
            continue;
        best = cost;
        confirm->far_run[0] = n;
        confirm->far_run[1] = m;
    }
}

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
    plan(confirm);
}

void netcl_confirm_lend(struct netcl_confirm *confirm, unsigned count,
                        double least_us, bool is_enough)
{
    confirm->earlier = count;
    confirm->earlier_us = least_us;
    confirm->is_enough = is_enough;
    plan(confirm);
}

/*
 * Original, candidate, candidate, original: a steady drift of the clock then
 * favours neither. A far slower original runs in the middle of the candidate's
 * runs, or each time in the middle of its share of them.
 */
unsigned netcl_confirm_turn(const struct netcl_confirm *confirm)
{
    unsigned original = confirm->count[0];
    unsigned candidate = confirm->count[1];

    if (netcl_confirm_is_far(confirm)) {
        if (original >= confirm->far_run[0])
            return 1;
        return 2 * confirm->far_run[0] * candidate <
               (2 * original + 1) * confirm->far_run[1];
    }
    if (original == candidate)
        return original % 2;
    return original > candidate;
}

/* The gain is smaller than it seemed: others of the ways show it sooner. */
static void plan_again(struct netcl_confirm *confirm)
{
    double us = netcl_rank_median(confirm->us[1], confirm->count[1]);

    if (!confirm->earlier || confirm->count[1] < AGAIN_RUNS ||
        confirm->earlier_us * AGAIN_FACTOR > us * confirm->ratio)
        return;
    confirm->ratio = confirm->earlier_us / us;
    plan(confirm);
}

void netcl_confirm_record(struct netcl_confirm *confirm, unsigned side,
                          double us)
{
    if (confirm->count[side] < NETCL_RANK_MOST)
        confirm->us[side][confirm->count[side]++] = us;
    confirm->last = side;
    if (side == 1 && confirm->far_run[1])
        plan_again(confirm);
}

double netcl_confirm_ratio(const struct netcl_confirm *confirm)
{
    double original = netcl_rank_median(confirm->us[0], confirm->count[0]);
    double candidate = netcl_rank_median(confirm->us[1], confirm->count[1]);

    return original > 0 && candidate > 0 ? original / candidate : 1;
}

static double most_of(const double *us, unsigned count)
{
    double most = 0;
    unsigned i;

    for (i = 0; i < count; i++)
        most = fmax(most, us[i]);
    return most;
}

static double least_of(const double *us, unsigned count)
{
    double least = INFINITY;
    unsigned i;

    for (i = 0; i < count; i++)
        least = fmin(least, us[i]);
    return least;
}

/* Whether every sample of the candidate is below every one of the original. */
static bool is_separate(const struct netcl_confirm *confirm)
{
    return most_of(confirm->us[1], confirm->count[1]) <
           least_of(confirm->us[0], confirm->count[0]);
}

bool netcl_confirm_is_far(const struct netcl_confirm *confirm)
{
    double candidate_us = netcl_rank_median(confirm->us[1], confirm->count[1]);
    double most_us = most_of(confirm->us[1], confirm->count[1]);
    double ratio = far_ratio(confirm);

    if (!confirm->far_run[1])
        return false;
    if (confirm->earlier && (confirm->earlier_us <= most_us ||
                             confirm->earlier_us <= ratio * candidate_us))
        return false;
    if (!confirm->count[0] || !confirm->count[1])
        return true;
    return is_separate(confirm) && netcl_confirm_ratio(confirm) > ratio;
}

static bool is_clearly_faster(const struct netcl_confirm *confirm)
{
    unsigned original = confirm->count[0];
    unsigned candidate = confirm->count[1];

    if (original >= CLEAR_RUNS && candidate >= CLEAR_RUNS)
        return netcl_confirm_ratio(confirm) >
                   1 + CLEAR_FACTOR * confirm->min_gain &&
               is_separate(confirm);
    return original >= confirm->far_run[0] &&
           candidate >= confirm->far_run[1] && netcl_confirm_is_far(confirm);
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

/* The candidate is ahead by more than its turn if the gain proved small. */
static bool is_look_due(const struct netcl_confirm *confirm)
{
    return confirm->count[0] > 0 &&
           (confirm->count[0] == confirm->count[1] ||
            (confirm->count[0] < confirm->count[1] && confirm->last == 0));
}

enum netcl_verdict netcl_confirm_verdict(const struct netcl_confirm *confirm)
{
    unsigned runs = confirm->count[0];

    if (is_clearly_faster(confirm))
        return NETCL_VERDICT_FASTER;
    if (is_look_due(confirm) && runs % confirm->runs == 0)
        return full_verdict(confirm);
    if (is_look_due(confirm) && runs == CLEAR_RUNS &&
        chance(confirm) > HOPELESS_P)
        return NETCL_VERDICT_NOT_FASTER;
    return NETCL_VERDICT_PENDING;
}
