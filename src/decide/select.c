/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "decide/confirm.h"
#include "decide/race.h"

#define NOBODY NETCL_RACE_NOBODY

/* Shorter launches than this are timed in batches of about BATCH_US. */
#define BATCH_BELOW_US 20
#define BATCH_US 100
#define BATCH_MOST 64

/* So many leaders get a confirmation: one may be refused for bad luck. */
#define MOST_CONFIRMS 3

/* While more candidates may come, only gains like this are confirmed. */
#define EAGER_RATIO 1.5

/*
 * A shorter original is warmed up at once. A longer one waits for somebody to
 * be compared with, who may be so far ahead that no ramp explains it.
 */
#define COLD_US 1000

/*
 * Beyond this a confirmed gain is safe. Who beats that one is compared with
 * what is known of the original, without running it again.
 */
#define SAFE_RATIO 2

struct netcl_select {
    struct netcl_select_options options;
    struct netcl_race race;
    struct netcl_confirm confirm;
    size_t contender; /* in confirmation; NOBODY: none is running */
    size_t asked;     /* by the last step */
    size_t best;      /* confirmed; 0: none */
    bool expects_more;
    bool is_done;
    bool is_last; /* the confirmation of the race's final leader */
    unsigned confirms;
    bool is_ambiguous;
    size_t failed; /* candidates dropped */
    unsigned launches;
    unsigned asked_launches;
    enum netcl_reason reason;
    double original_us; /* of the confirmation that `best` passed */
    double chosen_us;
};

void netcl_select_defaults(struct netcl_select_options *options)
{
    *options = (struct netcl_select_options){
        .strategy = NETCL_SEARCH_RACE,
        .reps = 5,
        .min_gain = 0.01,
        .max_p = 0.01,
        .screen_ratio = 1.5,
        .max_rounds = 30,
        .confirm_runs = 15,
    };
}

struct netcl_select *
netcl_select_new(size_t count, const struct netcl_select_options *options)
{
    struct netcl_select *sel = calloc(1, sizeof(*sel));

    if (!sel)
        return NULL;
    if (options)
        sel->options = *options;
    else
        netcl_select_defaults(&sel->options);
    sel->race.screen_ratio = sel->options.screen_ratio;
    sel->race.max_rounds = sel->options.max_rounds;
    sel->contender = sel->asked = NOBODY;
    if (netcl_race_add(&sel->race, count ? count : 1)) {
        free(sel);
        return NULL;
    }
    return sel;
}

void netcl_select_free(struct netcl_select *sel)
{
    if (!sel)
        return;
    netcl_race_free(&sel->race);
    free(sel);
}

size_t netcl_select_add(struct netcl_select *sel)
{
    if (netcl_race_add(&sel->race, 1))
        return 0;
    return sel->race.count - 1;
}

void netcl_select_expect(struct netcl_select *sel, bool more)
{
    sel->expects_more = more;
}

static void finish(struct netcl_select *sel, enum netcl_reason reason)
{
    sel->is_done = true;
    if (sel->is_ambiguous)
        reason = NETCL_REASON_AMBIGUOUS;
    sel->reason = sel->best ? NETCL_REASON_FASTER : reason;
}

static double ratio_of(const struct netcl_select *sel, size_t candidate)
{
    double us = netcl_race_estimate(&sel->race, candidate);

    return us > 0 ? netcl_race_estimate(&sel->race, 0) / us : 1;
}

/* How often to launch for one sample; timers are too coarse for one run. */
static unsigned batch_of(double us)
{
    if (us <= 0 || us >= BATCH_BELOW_US)
        return 1;
    if (us * BATCH_MOST <= BATCH_US)
        return BATCH_MOST;
    return (unsigned)ceil(BATCH_US / us);
}

static bool is_safe(const struct netcl_select *sel)
{
    return sel->best && sel->original_us > SAFE_RATIO * sel->chosen_us;
}

static void start_confirm(struct netcl_select *sel, size_t contender,
                          bool is_last)
{
    double us = netcl_race_estimate(&sel->race, contender), least_us;
    unsigned earlier =
        netcl_race_earlier(&sel->race, 0, SAFE_RATIO * us, &least_us);

    sel->contender = contender;
    sel->is_last = is_last;
    sel->race.racers[contender].was_asked = true;
    netcl_confirm_start(&sel->confirm, sel->options.confirm_runs,
                        sel->options.min_gain, sel->options.max_p,
                        ratio_of(sel, contender));
    if (earlier)
        netcl_confirm_lend(&sel->confirm, earlier, least_us, is_safe(sel));
}

static bool is_worth_eager_confirm(const struct netcl_select *sel,
                                   size_t leader)
{
    double best_us = netcl_race_estimate(&sel->race, sel->best);

    return leader != NOBODY && leader != sel->best &&
           !sel->race.racers[leader].was_asked &&
           best_us > EAGER_RATIO * netcl_race_estimate(&sel->race, leader);
}

/* Whether the original's warm-up can wait: others are still to come. */
static bool can_stay_cold(const struct netcl_select *sel)
{
    size_t leader = netcl_race_leader(&sel->race);
    double us, least_us;

    if (sel->contender != NOBODY)
        return true;
    if (!sel->expects_more || sel->race.racers[0].first_us < COLD_US)
        return false;
    if (!is_worth_eager_confirm(sel, leader))
        return true;
    us = netcl_race_estimate(&sel->race, leader);
    return netcl_race_earlier(&sel->race, 0, SAFE_RATIO * us, &least_us) > 0;
}

/* Why the original stays when no candidate got as far as a confirmation. */
static enum netcl_reason why_original(const struct netcl_select *sel)
{
    if (sel->race.count == 1)
        return NETCL_REASON_NO_CANDIDATE;
    if (sel->failed == sel->race.count - 1)
        return NETCL_REASON_NOTHING_WORKS;
    return NETCL_REASON_ORIGINAL_BEST;
}

/* Where one is safely faster than the original, another has to be worth it. */
static bool is_ahead_of_best(const struct netcl_select *sel, size_t leader)
{
    return netcl_race_estimate(&sel->race, leader) *
               (1 + sel->options.min_gain) <
           netcl_race_estimate(&sel->race, sel->best);
}

/* It was confirmed before, and is ahead now. */
static void take_proven(struct netcl_select *sel, size_t leader)
{
    sel->best = leader;
    sel->chosen_us = netcl_race_estimate(&sel->race, leader);
    finish(sel, NETCL_REASON_FASTER);
}

/* The race is over: who won, and is that worth a confirmation? */
static void close_race(struct netcl_select *sel)
{
    size_t leader = netcl_race_leader(&sel->race);

    if (leader == NOBODY || leader == 0 || leader == sel->best)
        finish(sel, why_original(sel));
    else if (ratio_of(sel, leader) < 1 - sel->options.min_gain ||
             (is_safe(sel) && !is_ahead_of_best(sel, leader)))
        finish(sel, NETCL_REASON_ORIGINAL_BEST);
    else if (sel->race.racers[leader].is_proven)
        take_proven(sel, leader);
    else
        start_confirm(sel, leader, true);
}

/* Whom the race strategy runs next; nobody: wait or done. */
static size_t next_of_race(struct netcl_select *sel)
{
    size_t next, leader;

    sel->race.stays_cold = can_stay_cold(sel);
    next = netcl_race_untried(&sel->race);
    if (next != NOBODY)
        return next;
    if (sel->contender == NOBODY && sel->expects_more) {
        leader = netcl_race_leader(&sel->race);
        if (!is_worth_eager_confirm(sel, leader))
            return NOBODY;
        start_confirm(sel, leader, false);
    }
    if (sel->contender == NOBODY) {
        next = netcl_race_turn(&sel->race);
        if (next != NOBODY)
            return next;
        close_race(sel);
    }
    if (sel->contender == NOBODY)
        return NOBODY;
    return netcl_confirm_turn(&sel->confirm) ? sel->contender : 0;
}

static double least_of(const struct netcl_select *sel, size_t candidate)
{
    return sel->race.racers[candidate].least_us;
}

static void close_exhaustive(struct netcl_select *sel)
{
    size_t i, winner = 0;

    for (i = 1; i < sel->race.count; i++)
        if (sel->race.racers[i].is_racing &&
            least_of(sel, i) < least_of(sel, winner))
            winner = i;
    sel->best = winner;
    sel->original_us = least_of(sel, 0);
    sel->chosen_us = least_of(sel, winner);
    finish(sel, why_original(sel));
}

/* The classic loop: each to its end before the next begins. */
static size_t next_of_exhaustive(struct netcl_select *sel)
{
    size_t i;

    for (i = 0; i < sel->race.count; i++)
        if (sel->race.racers[i].is_racing &&
            (!sel->race.racers[i].is_tried ||
             sel->race.racers[i].runs < sel->options.reps))
            return i;
    if (!sel->expects_more)
        close_exhaustive(sel);
    return NOBODY;
}

bool netcl_select_next(struct netcl_select *sel, struct netcl_select_step *step)
{
    double us;

    if (sel->is_done)
        return false;
    sel->asked = sel->options.strategy == NETCL_SEARCH_EXHAUSTIVE
                     ? next_of_exhaustive(sel)
                     : next_of_race(sel);
    if (sel->asked == NOBODY)
        return false;
    us = netcl_race_estimate(&sel->race, sel->asked);
    sel->asked_launches = batch_of(us);
    step->candidate = sel->asked;
    step->launches = sel->asked_launches;
    step->expected_us = us * sel->asked_launches;
    return true;
}

/* What is reported: of the original whatever there is, or what there was. */
static void take_best(struct netcl_select *sel)
{
    const struct netcl_confirm *confirm = &sel->confirm;

    sel->best = sel->contender;
    sel->chosen_us = netcl_rank_median(confirm->us[1], confirm->count[1]);
    if (confirm->count[0])
        sel->original_us = netcl_rank_median(confirm->us[0], confirm->count[0]);
}

static void close_confirm(struct netcl_select *sel, enum netcl_verdict verdict)
{
    size_t contender = sel->contender;

    bool is_faster = verdict == NETCL_VERDICT_FASTER;
    /* Its fresh samples may show that it was ahead of another by luck. */
    bool is_taken =
        is_faster && (!sel->best || is_ahead_of_best(sel, contender));

    if (is_taken)
        take_best(sel);
    sel->race.racers[contender].is_proven |= is_faster;
    sel->contender = NOBODY;
    sel->race.is_warm = true;
    if (!sel->is_last)
        return;
    sel->confirms++;
    if (verdict == NETCL_VERDICT_AMBIGUOUS)
        sel->is_ambiguous = true;
    if (!is_faster)
        sel->race.racers[contender].is_racing = false;
    if (is_taken || sel->confirms >= MOST_CONFIRMS)
        finish(sel, NETCL_REASON_ORIGINAL_BEST);
}

/*
 * A fresh sample of one of the two in confirmation. Where nothing hangs on it
 * yet, or a safe choice is there, a large gain that shrinks is not looked at
 * any further: many runs of the original would be the price.
 */
static void record_confirm(struct netcl_select *sel, unsigned side, double us)
{
    enum netcl_verdict verdict;

    netcl_confirm_record(&sel->confirm, side, us);
    verdict = netcl_confirm_verdict(&sel->confirm);
    if (verdict == NETCL_VERDICT_PENDING && (!sel->is_last || is_safe(sel)) &&
        !netcl_confirm_is_far(&sel->confirm))
        verdict = NETCL_VERDICT_NOT_FASTER;
    if (verdict != NETCL_VERDICT_PENDING)
        close_confirm(sel, verdict);
}

void netcl_select_record(struct netcl_select *sel, size_t candidate, double us)
{
    bool is_asked = candidate == sel->asked;
    bool is_confirm = is_asked && sel->contender != NOBODY &&
                      (candidate == 0 || candidate == sel->contender);

    if (sel->is_done || candidate >= sel->race.count)
        return;
    if (!isfinite(us) || us < 0) {
        if (!netcl_select_drop(sel, candidate, NETCL_STATUS_LAUNCH_FAILED))
            netcl_select_stop(sel);
        return;
    }
    if (is_asked) {
        sel->launches += sel->asked_launches;
        sel->asked = NOBODY;
    }
    netcl_race_record(&sel->race, candidate, us);
    if (is_confirm)
        record_confirm(sel, candidate != 0, us);
    else
        sel->race.samples += is_asked;
}

bool netcl_select_drop(struct netcl_select *sel, size_t candidate,
                       enum netcl_status status)
{
    struct netcl_racer *racer;

    if (candidate == 0 || candidate >= sel->race.count)
        return false;
    racer = &sel->race.racers[candidate];
    sel->failed += racer->status == NETCL_STATUS_UNTRIED;
    racer->is_racing = false;
    racer->status = status;
    if (sel->contender == candidate)
        sel->contender = NOBODY;
    if (sel->best == candidate) {
        sel->best = 0;
        sel->is_done = false;
    }
    return true;
}

void netcl_select_stop(struct netcl_select *sel)
{
    if (!sel->is_done)
        finish(sel, NETCL_REASON_BUDGET);
}

bool netcl_select_is_done(const struct netcl_select *sel)
{
    return sel->is_done;
}

bool netcl_select_is_disturbed(const struct netcl_select *sel)
{
    return sel->race.is_disturbed;
}

size_t netcl_select_best(const struct netcl_select *sel)
{
    return sel->best;
}

size_t netcl_select_contender(const struct netcl_select *sel)
{
    return sel->contender != NOBODY ? sel->contender : sel->best;
}

size_t netcl_select_favourite(const struct netcl_select *sel,
                              bool *is_confirmed)
{
    size_t i, leader = 0;

    *is_confirmed = sel->best != 0;
    if (sel->best)
        return sel->best;
    for (i = 1; i < sel->race.count; i++)
        if (sel->race.racers[i].is_racing && sel->race.racers[i].is_tried &&
            (!leader || netcl_race_estimate(&sel->race, i) <
                            netcl_race_estimate(&sel->race, leader)))
            leader = i;
    return leader && ratio_of(sel, leader) > EAGER_RATIO ? leader : 0;
}

void netcl_select_get_outcome(const struct netcl_select *sel,
                              struct netcl_select_outcome *outcome)
{
    outcome->winner = sel->best;
    outcome->launches = sel->launches;
    outcome->reason = sel->reason;
    if (!sel->is_done)
        outcome->reason = sel->best ? NETCL_REASON_FASTER : NETCL_REASON_BUDGET;
    outcome->original_us = outcome->chosen_us =
        netcl_race_estimate(&sel->race, 0);
    if (sel->best) {
        outcome->original_us = sel->original_us;
        outcome->chosen_us = sel->chosen_us;
    }
    outcome->speedup =
        outcome->chosen_us > 0 ? outcome->original_us / outcome->chosen_us : 1;
}

void netcl_select_get_stats(const struct netcl_select *sel, size_t candidate,
                            struct netcl_select_stats *stats)
{
    const struct netcl_racer *racer = &sel->race.racers[candidate];

    stats->median_us = netcl_race_estimate(&sel->race, candidate);
    stats->samples = racer->is_tried ? 1 + racer->runs : 0;
    netcl_race_spread(&sel->race, candidate, &stats->spread);
    if (candidate == sel->best)
        stats->status = NETCL_STATUS_WON;
    else if (racer->status != NETCL_STATUS_UNTRIED || !racer->is_tried)
        stats->status = racer->status;
    else
        stats->status = racer->runs ? NETCL_STATUS_LOST : NETCL_STATUS_SCREENED;
}
