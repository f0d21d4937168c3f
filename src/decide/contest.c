/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/contest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "decide/select.h"

/* A clock that is too coarse for one run must not make it free. */
#define LEAST_US 1e-3

struct state {
    const struct netcl_contest *contest;
    struct netcl_contest_outcome *outcome;
    size_t *racers; /* the selector's number -> candidate */
    size_t racer_count;
    bool is_over;
};

static bool is_out(const struct state *state, size_t candidate)
{
    return state->outcome->statuses[candidate] == NETCL_STATUS_LAUNCH_FAILED;
}

/* False: it failed, and is out. */
static bool run(struct state *state, size_t candidate, double *us)
{
    const struct netcl_contest *contest = state->contest;
    double seconds = contest->run(contest->context, candidate);

    state->outcome->launches++;
    if (!isfinite(seconds) || seconds < 0) {
        state->outcome->statuses[candidate] = NETCL_STATUS_LAUNCH_FAILED;
        return false;
    }
    *us = fmax(seconds * 1e6, LEAST_US);
    return true;
}

static bool is_over(struct state *state)
{
    const struct netcl_contest *contest = state->contest;

    if (!state->is_over && contest->is_over)
        state->is_over = contest->is_over(contest->context);
    return state->is_over;
}

/* ---- the classic loop ------------------------------------------------ */

/* The least of `reps` runs; 0: it failed, or time was up. */
static double least_of(struct state *state, size_t candidate)
{
    double us = 0, least = 0;
    unsigned i;

    if (!run(state, candidate, &us))
        return 0;
    for (i = 0; i < state->contest->reps; i++) {
        if (is_over(state) || !run(state, candidate, &us))
            return 0;
        if (!i || us < least)
            least = us;
    }
    return least;
}

static void run_all(struct state *state)
{
    struct netcl_contest_outcome *outcome = state->outcome;
    size_t i;

    for (i = 0; i < state->contest->count && !is_over(state); i++) {
        outcome->best_us[i] = least_of(state, i);
        if (outcome->best_us[i] <= 0)
            continue;
        outcome->statuses[i] = NETCL_STATUS_LOST;
        if (outcome->winner == NETCL_CONTEST_NOBODY ||
            outcome->best_us[i] < outcome->winner_us) {
            outcome->winner = i;
            outcome->winner_us = outcome->best_us[i];
        }
    }
    outcome->baseline_us = outcome->best_us[state->contest->baseline];
}

/* ---- the race -------------------------------------------------------- */

static void warm_up(struct state *state)
{
    double us;
    size_t i;

    for (i = 0; i < state->contest->count && !is_over(state); i++)
        run(state, i, &us);
}

/* The wished baseline, or the first that works; nobody: all failed. */
static size_t pick_baseline(const struct state *state)
{
    size_t i;

    if (!is_out(state, state->contest->baseline))
        return state->contest->baseline;
    for (i = 0; i < state->contest->count; i++)
        if (!is_out(state, i))
            return i;
    return NETCL_CONTEST_NOBODY;
}

/* A selector over what works, the baseline as its number 0. */
static struct netcl_select *enter(struct state *state, size_t baseline)
{
    struct netcl_select *select = netcl_select_new(1, NULL);
    size_t i, number;

    state->racers[0] = baseline;
    state->racer_count = 1;
    for (i = 0; select && i < state->contest->count; i++) {
        if (i == baseline || is_out(state, i))
            continue;
        number = netcl_select_add(select);
        if (!number)
            break; /* no memory: those that are in will do */
        state->racers[number] = i;
        state->racer_count++;
    }
    return select;
}

/* False: the baseline itself failed. */
static bool make_step(struct state *state, struct netcl_select *select,
                      const struct netcl_select_step *step)
{
    size_t candidate = state->racers[step->candidate];
    double us = 0, total = 0;
    unsigned i;

    for (i = 0; i < step->launches; i++) {
        if (!run(state, candidate, &us))
            return netcl_select_drop(select, step->candidate,
                                     NETCL_STATUS_LAUNCH_FAILED);
        total += us;
    }
    netcl_select_record(select, step->candidate, total / step->launches);
    return true;
}

static void read_result(struct state *state, const struct netcl_select *select)
{
    struct netcl_contest_outcome *outcome = state->outcome;
    struct netcl_select_outcome result;
    struct netcl_select_stats stats;
    size_t number;

    netcl_select_get_outcome(select, &result);
    outcome->winner = state->racers[result.winner];
    outcome->reason = result.reason;
    outcome->baseline_us = result.original_us;
    outcome->winner_us = result.chosen_us;
    for (number = 0; number < state->racer_count; number++) {
        netcl_select_get_stats(select, number, &stats);
        outcome->statuses[state->racers[number]] = stats.status;
        outcome->best_us[state->racers[number]] = stats.median_us;
    }
}

/* False: the baseline failed on the way; again, without it. */
static bool race(struct state *state, size_t baseline, int *err)
{
    struct netcl_select *select = enter(state, baseline);
    struct netcl_select_step step;
    bool is_fine = true;

    if (!select) {
        *err = -ENOMEM;
        return true;
    }
    while (is_fine && !is_over(state) && netcl_select_next(select, &step))
        is_fine = make_step(state, select, &step);
    if (is_fine && state->is_over)
        netcl_select_stop(select);
    if (is_fine)
        read_result(state, select);
    netcl_select_free(select);
    return is_fine;
}

static int race_all(struct state *state)
{
    size_t baseline;
    int err = 0;

    warm_up(state);
    do
        baseline = pick_baseline(state);
    while (baseline != NETCL_CONTEST_NOBODY && !race(state, baseline, &err));
    return err;
}

/* ---- both ------------------------------------------------------------ */

static void conclude(struct state *state)
{
    struct netcl_contest_outcome *outcome = state->outcome;

    if (outcome->winner == NETCL_CONTEST_NOBODY)
        outcome->reason = NETCL_REASON_NOTHING_WORKS;
    else
        outcome->statuses[outcome->winner] = NETCL_STATUS_WON;
    if (state->is_over)
        outcome->reason = NETCL_REASON_BUDGET;
}

int netcl_contest_run(const struct netcl_contest *contest,
                      struct netcl_contest_outcome *outcome)
{
    struct state state = {.contest = contest, .outcome = outcome};
    int err = -ENOMEM;

    *outcome = (struct netcl_contest_outcome){.winner = NETCL_CONTEST_NOBODY,
                                              .reason = NETCL_REASON_FASTER};
    outcome->statuses = calloc(contest->count + 1, sizeof(*outcome->statuses));
    outcome->best_us = calloc(contest->count + 1, sizeof(*outcome->best_us));
    state.racers = calloc(contest->count + 1, sizeof(*state.racers));
    if (outcome->statuses && outcome->best_us && state.racers) {
        err = 0;
        if (contest->search == NETCL_SEARCH_EXHAUSTIVE)
            run_all(&state);
        else
            err = race_all(&state);
    }
    free(state.racers);
    if (err) {
        netcl_contest_clear(outcome);
        return err;
    }
    conclude(&state);
    return 0;
}

void netcl_contest_clear(struct netcl_contest_outcome *outcome)
{
    free(outcome->statuses);
    free(outcome->best_us);
    memset(outcome, 0, sizeof(*outcome));
}
