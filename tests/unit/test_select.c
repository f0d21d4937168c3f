/* SPDX-License-Identifier: Apache-2.0 */
/* The selector on made-up kernels: who wins, why, and at what price. */
#include "decide/select.h"

#include <math.h>

#include "decide/confirm.h"
#include "decide/rank.h"
#include "chance.h"
#include "test.h"

#define MOST 256

/* What the kernels of a test take, and what happened when they ran. */
struct bench {
    double us[MOST];
    double noise; /* most that a launch differs, as a share */
    double ramp;  /* first launches of each take so many times longer */
    unsigned busy_from, busy_to; /* launches in which others use the device */
    unsigned runs[MOST];
    unsigned total;
    uint64_t state;
};

static double launch(struct bench *bench, size_t i)
{
    double us =
        bench->us[i] * (1 + bench->noise * (2 * chance(&bench->state) - 1));

    if (bench->ramp > 0 && bench->runs[i] == 0)
        us *= bench->ramp;
    bench->total++;
    if (bench->total >= bench->busy_from && bench->total < bench->busy_to)
        us *= 2.5;
    bench->runs[i]++;
    return us;
}

/* Runs steps until there are none, or `most` of them. */
static unsigned drive(struct netcl_select *sel, struct bench *bench,
                      unsigned most)
{
    struct netcl_select_step step;
    unsigned steps = 0;

    while (steps < most && netcl_select_next(sel, &step)) {
        netcl_select_record(sel, step.candidate, launch(bench, step.candidate));
        steps++;
    }
    return steps;
}

static struct netcl_select_outcome run(struct bench *bench, size_t count)
{
    struct netcl_select_outcome outcome;
    struct netcl_select *sel = netcl_select_new(count, NULL);

    drive(sel, bench, 10000);
    expect_true(netcl_select_is_done(sel));
    netcl_select_get_outcome(sel, &outcome);
    netcl_select_free(sel);
    return outcome;
}

static void fill(struct bench *bench, size_t count, double us)
{
    size_t i;

    for (i = 0; i < count; i++)
        bench->us[i] = us;
}

static void test_median(void)
{
    const double odd[] = {5, 1, 3};
    const double even[] = {4, 1, 3, 2};

    expect_true(netcl_rank_median(odd, 3) == 3);
    expect_true(netcl_rank_median(even, 4) == 2.5);
    expect_true(netcl_rank_median(odd, 0) == 0);
}

static void test_quantile(void)
{
    const double some[] = {5, 1, 4, 2, 3};

    expect_true(netcl_rank_quantile(some, 5, 0) == 1);
    expect_true(netcl_rank_quantile(some, 5, 0.25) == 2);
    expect_true(netcl_rank_quantile(some, 4, 0.5) == 3);
    expect_true(netcl_rank_quantile(some, 5, 1) == 5);
    expect_true(netcl_rank_quantile(some, 0, 0.5) == 0);
}

static void test_rank(void)
{
    const double low[] = {1, 2, 3, 4, 5};
    const double high[] = {6, 7, 8, 9, 10};
    const double equal[] = {7, 7, 7, 7, 7};
    double p = netcl_rank_p_less(low, 5, high, 5);

    expect_true(fabs(p - 1.0 / 252) < 1e-12);
    expect_true(netcl_rank_p_less(high, 5, low, 5) == 1);
    expect_true(fabs(netcl_rank_p_less(low, 3, high, 3) - 0.05) < 1e-12);
    expect_true(netcl_rank_p_less(equal, 5, equal, 5) == 1);
    expect_true(netcl_rank_p_less(low, 5, equal, 5) < 0.01);
    expect_true(netcl_rank_p_less(low, 0, high, 5) == 1);
}

static void test_clear_winner_is_cheap(void)
{
    struct bench bench = {.noise = 0.01, .state = 1};
    struct netcl_select_outcome outcome;

    fill(&bench, 10, 1000);
    bench.us[7] = 100;
    outcome = run(&bench, 10);
    expect_int(outcome.winner, 7);
    expect_int(outcome.reason, NETCL_REASON_FASTER);
    expect_true(outcome.speedup > 9 && outcome.speedup < 11);
    /* Two to warm up, two to confirm: a slow original is rarely run. */
    expect_int(bench.runs[0], 4);
    expect_true(outcome.launches < 30);
}

static void test_equal_candidates_change_nothing(void)
{
    struct netcl_select_outcome outcome;
    unsigned substituted = 0, seed;

    for (seed = 1; seed <= 200; seed++) {
        struct bench bench = {.noise = 0.05, .state = seed};

        fill(&bench, 40, 500);
        outcome = run(&bench, 40);
        substituted += outcome.winner != 0;
    }
    expect_true(substituted <= 1);
}

static void test_small_gain_is_found(void)
{
    struct netcl_select_outcome outcome;
    unsigned found = 0, seed;

    for (seed = 1; seed <= 100; seed++) {
        struct bench bench = {.noise = 0.01, .state = seed};

        fill(&bench, 12, 500);
        bench.us[5] = 490;
        outcome = run(&bench, 12);
        found += outcome.winner == 5;
    }
    expect_true(found >= 90);
}

static void test_gain_below_the_least_is_none(void)
{
    struct bench bench = {.noise = 0.0001, .state = 3};
    struct netcl_select_outcome outcome;

    fill(&bench, 3, 1000);
    bench.us[1] = 995;
    outcome = run(&bench, 3);
    expect_int(outcome.winner, 0);
    expect_true(outcome.speedup == 1);
}

static void test_slower_candidates(void)
{
    struct bench bench = {.noise = 0.01, .state = 4};
    struct netcl_select_stats stats;
    struct netcl_select_outcome outcome;
    struct netcl_select *sel = netcl_select_new(3, NULL);

    bench.us[0] = 30e3;
    bench.us[1] = 40e3;
    bench.us[2] = 900e3;
    drive(sel, &bench, 1000);
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 0);
    expect_int(outcome.reason, NETCL_REASON_ORIGINAL_BEST);
    expect_int(bench.runs[2], 1);
    netcl_select_get_stats(sel, 0, &stats);
    expect_int(stats.status, NETCL_STATUS_WON);
    netcl_select_get_stats(sel, 1, &stats);
    expect_int(stats.status, NETCL_STATUS_LOST);
    netcl_select_get_stats(sel, 2, &stats);
    expect_int(stats.status, NETCL_STATUS_SCREENED);
    expect_int(stats.samples, 1);
    netcl_select_free(sel);
}

/* A ramp three times as long as the kernel hides nobody. */
static void test_clock_ramp(void)
{
    struct bench bench = {.noise = 0.01, .ramp = 3.2, .state = 5};
    struct netcl_select_outcome outcome;

    fill(&bench, 8, 4000);
    bench.us[3] = 3000;
    bench.runs[0] = bench.runs[1] = 1; /* these are warm already */
    outcome = run(&bench, 8);
    expect_int(outcome.winner, 3);
}

static void test_noise_is_ambiguous(void)
{
    struct netcl_select_outcome outcome;
    unsigned ambiguous = 0, seed;

    for (seed = 1; seed <= 60; seed++) {
        struct bench bench = {.noise = 0.3, .state = seed};

        bench.us[0] = 1000;
        bench.us[1] = 985;
        outcome = run(&bench, 2);
        if (outcome.reason == NETCL_REASON_AMBIGUOUS) {
            ambiguous++;
            expect_int(outcome.winner, 0);
        }
    }
    expect_true(ambiguous > 0);
}

/* Others use the device for a while: their rounds do not count. */
static void test_contention(void)
{
    struct bench bench = {.noise = 0.01, .state = 6};
    struct netcl_select *sel = netcl_select_new(3, NULL);
    struct netcl_select_outcome outcome;
    bool was_disturbed = false;

    fill(&bench, 3, 1000);
    bench.us[1] = 980;
    bench.us[2] = 985;
    bench.busy_from = 16;
    bench.busy_to = 22;
    while (drive(sel, &bench, 1))
        was_disturbed |= netcl_select_is_disturbed(sel);
    netcl_select_get_outcome(sel, &outcome);
    expect_true(was_disturbed);
    expect_int(outcome.winner, 1);
    netcl_select_free(sel);
}

static void test_failing_candidates(void)
{
    struct bench bench = {.noise = 0.01, .state = 7};
    struct netcl_select *sel = netcl_select_new(3, NULL);
    struct netcl_select_outcome outcome;
    struct netcl_select_stats stats;
    struct netcl_select_step step;

    fill(&bench, 3, 1000);
    while (netcl_select_next(sel, &step)) {
        if (step.candidate != 0)
            expect_true(
                netcl_select_drop(sel, step.candidate, NETCL_STATUS_DIFFERS));
        else
            netcl_select_record(sel, 0, launch(&bench, 0));
    }
    expect_false(netcl_select_drop(sel, 0, NETCL_STATUS_LAUNCH_FAILED));
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 0);
    expect_int(outcome.reason, NETCL_REASON_NOTHING_WORKS);
    netcl_select_get_stats(sel, 2, &stats);
    expect_int(stats.status, NETCL_STATUS_DIFFERS);
    netcl_select_free(sel);
}

static void test_no_candidate(void)
{
    struct bench bench = {.us = {1000}, .state = 8};

    expect_int(run(&bench, 1).reason, NETCL_REASON_NO_CANDIDATE);
}

/* Builds arrive one by one; what is far better is confirmed meanwhile. */
static void test_late_candidates(void)
{
    struct bench bench = {.noise = 0.01, .state = 9};
    struct netcl_select *sel = netcl_select_new(1, NULL);
    struct netcl_select_outcome outcome;

    netcl_select_expect(sel, true);
    bench.us[0] = 1000;
    drive(sel, &bench, 1000);
    expect_false(netcl_select_is_done(sel));
    expect_int(netcl_select_best(sel), 0);

    expect_int(netcl_select_add(sel), 1);
    bench.us[1] = 300;
    drive(sel, &bench, 1000);
    expect_false(netcl_select_is_done(sel));
    expect_int(netcl_select_best(sel), 1);
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 1);

    expect_int(netcl_select_add(sel), 2);
    bench.us[2] = 250;
    netcl_select_expect(sel, false);
    drive(sel, &bench, 1000);
    expect_true(netcl_select_is_done(sel));
    expect_int(netcl_select_best(sel), 2);
    netcl_select_free(sel);
}

static void test_stop(void)
{
    struct bench bench = {.noise = 0.01, .state = 10};
    struct netcl_select *sel = netcl_select_new(4, NULL);
    struct netcl_select_outcome outcome;
    struct netcl_select_step step;

    fill(&bench, 4, 1000);
    drive(sel, &bench, 6);
    netcl_select_stop(sel);
    expect_false(netcl_select_next(sel, &step));
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 0);
    expect_int(outcome.reason, NETCL_REASON_BUDGET);
    expect_int(outcome.launches, 6);
    netcl_select_free(sel);
}

/* Asking again without a record is the same question. */
static void test_resumes_at_every_step(void)
{
    struct bench bench = {.noise = 0.02, .state = 11};
    struct netcl_select *sel = netcl_select_new(6, NULL);
    struct netcl_select_step step, again;

    fill(&bench, 6, 1000);
    bench.us[2] = 900;
    while (netcl_select_next(sel, &step)) {
        expect_true(netcl_select_next(sel, &again));
        expect_int(again.candidate, step.candidate);
        expect_int(again.launches, step.launches);
        netcl_select_record(sel, step.candidate,
                            launch(&bench, step.candidate));
    }
    expect_int(netcl_select_best(sel), 2);
    netcl_select_free(sel);
}

static void test_batches(void)
{
    struct netcl_select *sel = netcl_select_new(2, NULL);
    struct netcl_select_step step;

    expect_true(netcl_select_next(sel, &step));
    expect_int(step.launches, 1); /* nobody knows yet how short it is */
    netcl_select_record(sel, 0, 5);
    expect_true(netcl_select_next(sel, &step));
    expect_int(step.launches, 20);
    expect_true(step.expected_us == 100);
    netcl_select_free(sel);
}

/* Hundreds of candidates: one launch for most, few for the rest. */
static void test_many_candidates(void)
{
    struct bench bench = {.noise = 0.02, .state = 12};
    struct netcl_select_outcome outcome;
    size_t i;

    for (i = 0; i < 200; i++)
        bench.us[i] = 1000 + 10.0 * (double)(i % 50);
    bench.us[150] = 900;
    outcome = run(&bench, 200);
    expect_int(outcome.winner, 150);
    expect_true(outcome.launches < 200 * 4);
}

static void test_exhaustive(void)
{
    struct netcl_select_options options;
    struct bench bench = {.ramp = 2, .state = 13};
    struct netcl_select *sel;
    struct netcl_select_outcome outcome;

    netcl_select_defaults(&options);
    options.strategy = NETCL_SEARCH_EXHAUSTIVE;
    options.reps = 7;
    sel = netcl_select_new(3, &options);
    bench.us[0] = 100;
    bench.us[1] = 101;
    bench.us[2] = 99.9;
    expect_int(drive(sel, &bench, 1000), 24);
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 2);
    expect_int(outcome.reason, NETCL_REASON_FASTER);
    expect_true(outcome.chosen_us == 99.9);
    /* The winner is found out: the next fastest is left, here the original. */
    expect_int(netcl_select_contender(sel), 2);
    expect_true(netcl_select_drop(sel, 2, NETCL_STATUS_DIFFERS));
    expect_int(drive(sel, &bench, 1000), 0);
    expect_true(netcl_select_is_done(sel));
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 0);
    netcl_select_free(sel);
}

/* Whoever is asked to confirm can be looked at before it costs more. */
static void test_contender_is_dropped(void)
{
    struct bench bench = {.noise = 0.01, .state = 5};
    struct netcl_select *sel = netcl_select_new(3, NULL);
    struct netcl_select_outcome outcome;
    struct netcl_select_step step;

    fill(&bench, 3, 1000);
    bench.us[1] = 100;
    bench.us[2] = 150;
    expect_int(netcl_select_contender(sel), 0);
    while (netcl_select_next(sel, &step)) {
        if (netcl_select_contender(sel) == 1)
            netcl_select_drop(sel, 1, NETCL_STATUS_DIFFERS);
        else
            netcl_select_record(sel, step.candidate,
                                launch(&bench, step.candidate));
    }
    netcl_select_get_outcome(sel, &outcome);
    expect_int(outcome.winner, 2);
    expect_int(netcl_select_contender(sel), 2);
    netcl_select_free(sel);
}

static void test_reasons(void)
{
    int i;

    expect_text(netcl_reason_text(NETCL_REASON_FASTER), "faster");
    expect_false(netcl_reason_is_skip(NETCL_REASON_AMBIGUOUS));
    expect_true(netcl_reason_is_skip(NETCL_REASON_SVM));
    expect_int(netcl_reason_find("queue-busy"), NETCL_REASON_BUSY);
    for (i = 0; i < NETCL_REASON_COUNT; i++) {
        expect_true(*netcl_reason_meaning((enum netcl_reason)i));
        expect_true(*netcl_reason_advice((enum netcl_reason)i));
    }
    expect_int(netcl_reason_find("nonsense"), NETCL_REASON_COUNT);
    expect_int(netcl_reason_find(NULL), NETCL_REASON_COUNT);
}

int main(void)
{
    test_median();
    test_quantile();
    test_rank();
    test_clear_winner_is_cheap();
    test_equal_candidates_change_nothing();
    test_small_gain_is_found();
    test_gain_below_the_least_is_none();
    test_slower_candidates();
    test_clock_ramp();
    test_noise_is_ambiguous();
    test_contention();
    test_failing_candidates();
    test_no_candidate();
    test_late_candidates();
    test_stop();
    test_resumes_at_every_step();
    test_batches();
    test_many_candidates();
    test_exhaustive();
    test_contender_is_dropped();
    test_reasons();
    return test_end();
}
