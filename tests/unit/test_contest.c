/* SPDX-License-Identifier: Apache-2.0 */
/* What netcl_autotune() searches by: contest and offer. */
#include "decide/contest.h"
#include "decide/offer.h"

#include "test.h"

#define MOST 8

struct bench {
    double us[MOST];      /* negative: fails */
    unsigned fails_after; /* candidate 0, after so many runs; 0: never */
    unsigned runs[MOST];
    unsigned total;
    unsigned most; /* runs until time is up; 0: never */
};

static double run(void *context, size_t i)
{
    struct bench *bench = context;

    bench->total++;
    bench->runs[i]++;
    if (i == 0 && bench->fails_after && bench->runs[0] > bench->fails_after)
        return -1;
    return bench->us[i] < 0 ? -1 : bench->us[i] * 1e-6;
}

static bool is_over(void *context)
{
    struct bench *bench = context;

    return bench->most && bench->total >= bench->most;
}

static struct netcl_contest_outcome contest(struct bench *bench, size_t count,
                                            enum netcl_search search,
                                            size_t baseline)
{
    struct netcl_contest contest = {count, baseline, search, 5,
                                    run,   is_over,  bench};
    struct netcl_contest_outcome outcome;

    expect_int(netcl_contest_run(&contest, &outcome), 0);
    return outcome;
}

static void test_classic(void)
{
    struct bench bench = {.us = {50, 40, -1, 40}};
    struct netcl_contest_outcome outcome =
        contest(&bench, 4, NETCL_SEARCH_EXHAUSTIVE, 0);

    expect_int(outcome.winner, 1); /* the first of two equals */
    expect_int(bench.runs[0], 6);
    expect_int(bench.runs[2], 1);
    expect_int(bench.runs[3], 6);
    expect_int(outcome.baseline_us + 0.5, 50);
    expect_int(outcome.winner_us + 0.5, 40);
    expect_int(outcome.statuses[2], NETCL_STATUS_LAUNCH_FAILED);
    netcl_contest_clear(&outcome);
}

static void test_race(void)
{
    struct bench bench = {.us = {500, 400, -1, 300, 900}};
    struct netcl_contest_outcome outcome =
        contest(&bench, 5, NETCL_SEARCH_RACE, 1);

    expect_int(outcome.winner, 3);
    expect_int(outcome.reason, NETCL_REASON_FASTER);
    expect_int(outcome.baseline_us + 0.5, 400);
    expect_int(outcome.winner_us + 0.5, 300);
    expect_int(bench.runs[2], 1);
    expect_int(outcome.statuses[2], NETCL_STATUS_LAUNCH_FAILED);
    expect_int(outcome.statuses[3], NETCL_STATUS_WON);
    netcl_contest_clear(&outcome);
}

static void test_default_stays(void)
{
    struct bench bench = {.us = {500, 499.9, 500}};
    struct netcl_contest_outcome outcome =
        contest(&bench, 3, NETCL_SEARCH_RACE, 2);

    expect_int(outcome.winner, 2);
    netcl_contest_clear(&outcome);
}

static void test_failing_baseline(void)
{
    struct bench bench = {.us = {500, 400, 300}, .fails_after = 3};
    struct netcl_contest_outcome outcome =
        contest(&bench, 3, NETCL_SEARCH_RACE, 0);

    expect_int(outcome.winner, 2);
    expect_int(outcome.statuses[0], NETCL_STATUS_LAUNCH_FAILED);
    netcl_contest_clear(&outcome);
}

static void test_all_fail(void)
{
    struct bench bench = {.us = {-1, -1}};
    struct netcl_contest_outcome outcome =
        contest(&bench, 2, NETCL_SEARCH_RACE, 0);

    expect_true(outcome.winner == NETCL_CONTEST_NOBODY);
    expect_int(outcome.reason, NETCL_REASON_NOTHING_WORKS);
    netcl_contest_clear(&outcome);
    outcome = contest(&bench, 2, NETCL_SEARCH_EXHAUSTIVE, 0);
    expect_true(outcome.winner == NETCL_CONTEST_NOBODY);
    netcl_contest_clear(&outcome);
}

static void test_time_is_up(void)
{
    struct bench bench = {.us = {500, 400, 300}, .most = 7};
    struct netcl_contest_outcome outcome =
        contest(&bench, 3, NETCL_SEARCH_EXHAUSTIVE, 0);

    expect_int(outcome.winner, 0);
    expect_int(outcome.reason, NETCL_REASON_BUDGET);
    expect_int(bench.total, 7);
    netcl_contest_clear(&outcome);
}

static void expect_found(const char *list, const char *text, int expected)
{
    struct netcl_offer offer;
    size_t index = 99;

    if (!expect_int(netcl_offer_open(list, &offer), 0))
        return;
    if (netcl_offer_find(&offer, text, &index))
        index = 99;
    expect_int(index, expected);
    netcl_offer_close(&offer);
}

static void test_offers(void)
{
    struct netcl_offer offer;

    expect_found("[16, 32]", "32.0", 1);
    expect_found("[[\"v5\", 32], {\"a\": 1, \"b\": [2]}]",
                 "{\"b\":[2],\"a\":1}", 1);
    expect_found("[[\"v5\", 32]]", "[\"v5\",32]", 0);
    expect_found("[[\"v5\", 32]]", "[\"V5\",32]", 99);
    expect_found("[16, \"16\"]", "\"16\"", 1);
    expect_found("[16]", "[1", 99);
    expect_int(netcl_offer_open("[]", &offer), -EINVAL);
    expect_int(netcl_offer_open("{}", &offer), -EINVAL);
    expect_int(netcl_offer_open("[1", &offer), -EINVAL);
    expect_int(netcl_offer_open("[1] 2", &offer), -EINVAL);
    expect_int(netcl_offer_open(NULL, &offer), -EINVAL);
}

int main(void)
{
    test_classic();
    test_race();
    test_default_stays();
    test_failing_baseline();
    test_all_fail();
    test_time_is_up();
    test_offers();
    return test_end();
}
