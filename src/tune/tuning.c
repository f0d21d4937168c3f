/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/tuning.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/config.h"
#include "decide/journal.h"
#include "derive/stage.h"
#include "tune/builder.h"
#include "tune/compare.h"
#include "tune/hunt.h"
#include "tune/judge.h"
#include "tune/plain.h"
#include "tune/probe.h"
#include "tune/program.h"
#include "tune/trial.h"

/* Candidates that are being built while another one runs. */
#define AHEAD 4
/* Times the original, and so many more: not worth a second run. */
#define HOPELESS 4
#define HOPELESS_US 200000
/*
 * The same for the first run of a derived candidate, times the best: the
 * compile process has warmed it up, but may keep a core busy meanwhile.
 */
#define HOPELESS_DERIVED_US 50

/* ---- the original ----------------------------------------------------- */

/* The one candidate of a search for a hint, or any to come. */
static bool is_for_derived_alone(const struct netcl_hunt *hunt)
{
    if (hunt->candidate_count)
        return hunt->stage == NETCL_STAGE_COUNT &&
               netcl_proposal_is_derived(&hunt->candidates[0].proposal);
    return hunt->stage != NETCL_STAGE_COUNT;
}

/*
 * What is made from the text may round otherwise. Where the results do not
 * show that, and no other data may, a manifest's variants alone are left.
 */
static int look_at_results(struct netcl_hunt *hunt)
{
    bool is_plain = false;
    int err = 0;

    if (hunt->derived && !hunt->may_probe && !hunt->is_vain)
        err = netcl_plain_look(hunt->shadow, &is_plain);
    if (is_plain)
        hunt->is_plain = is_for_derived_alone(hunt);
    if (is_plain && !hunt->is_plain)
        hunt->stage = NETCL_STAGE_COUNT;
    return err;
}

static int keep_reference(struct netcl_hunt *hunt)
{
    bool is_changed = true;
    int err = netcl_shadow_keep(hunt->shadow);

    if (!err)
        err = netcl_shadow_is_changed(hunt->shadow, &is_changed);
    hunt->is_vain = !is_changed;
    return err ? err : look_at_results(hunt);
}

static int run_original(struct netcl_hunt *hunt, double *us)
{
    int err = netcl_trial_run(hunt->lane, hunt->shadow, hunt->original, us);

    hunt->launches++;
    if (!err && (!hunt->original_runs || *us < hunt->original_us))
        hunt->original_us = *us;
    hunt->original_runs += !err;
    return err;
}

/* The first run: what is right, and about how long it takes. */
static int make_reference(struct netcl_hunt *hunt)
{
    double us = 0;
    int err;

    /* Neither it nor looking at what it did may be the end of the process. */
    netcl_journal_begin(NETCL_CHOICE_ORIGINAL);
    err = run_original(hunt, &us);
    if (!err)
        err = keep_reference(hunt);
    netcl_journal_end();
    if (!err)
        netcl_select_record(hunt->select, 0, us);
    return err;
}

/*
 * The second run: is it the same again? Not before a time of the original is
 * asked for, as that run is its sample too, or a candidate differs from it.
 */
static int check_reference(struct netcl_hunt *hunt, bool is_sample)
{
    bool is_equal = true;
    double us = 0;
    int err;

    netcl_journal_begin(NETCL_CHOICE_ORIGINAL);
    err = run_original(hunt, &us);
    if (!err)
        err = netcl_shadow_compare(hunt->shadow, &is_equal);
    netcl_journal_end();
    hunt->is_unstable = !err && !is_equal;
    if (!err && is_sample)
        netcl_select_record(hunt->select, 0, us);
    return err;
}

/* ---- verifying a candidate --------------------------------------------- */

static void settle(struct netcl_hunt *hunt, struct netcl_candidate *candidate,
                   enum netcl_status status)
{
    candidate->status = status;
    netcl_bound_free(candidate->bound);
    candidate->bound = NULL;
    hunt->next++;
}

static int bind(struct netcl_hunt *hunt, struct netcl_candidate *candidate)
{
    struct netcl_proposal_site site = netcl_hunt_site(hunt);
    int err;

    netcl_journal_begin(candidate->choice);
    err = netcl_proposal_bind(&candidate->proposal, &site, &candidate->bound);
    netcl_journal_end();
    return err;
}

/* False: it is being built. */
static bool build(struct netcl_hunt *hunt, struct netcl_candidate *candidate)
{
    int err = 0;

    if (netcl_journal_blames(candidate->choice)) {
        settle(hunt, candidate, NETCL_STATUS_CRASHED);
        return true;
    }
    err = bind(hunt, candidate);
    if (err == -EAGAIN)
        return false;
    if (!err &&
        netcl_bound_set_args(candidate->bound, hunt->values, hunt->views, 0))
        err = -EIO;
    hunt->is_short |= err == -ENOMEM;
    if (err == -ENOEXEC)
        settle(hunt, candidate, NETCL_STATUS_BUILD_FAILED);
    else if (err == -ENOTRECOVERABLE)
        settle(hunt, candidate, NETCL_STATUS_CRASHED);
    else if (err == -EDOM)
        settle(hunt, candidate, NETCL_STATUS_ILLEGAL);
    else if (err)
        settle(hunt, candidate, NETCL_STATUS_LAUNCH_FAILED);
    return true;
}

/* Have the next ones built elsewhere while this one runs. */
static void look_ahead(struct netcl_hunt *hunt)
{
    struct netcl_candidate *candidate;
    size_t i, end = hunt->next + 1 + AHEAD;

    for (i = hunt->next + 1; i < end && i < hunt->candidate_count; i++) {
        candidate = &hunt->candidates[i];
        if (candidate->status == NETCL_STATUS_ILLEGAL || candidate->bound ||
            !netcl_builder_is_running() ||
            netcl_journal_blames(candidate->choice))
            continue;
        if (!bind(hunt, candidate) &&
            netcl_bound_set_args(candidate->bound, hunt->values, hunt->views,
                                 0)) {
            netcl_bound_free(candidate->bound);
            candidate->bound = NULL;
        }
    }
}

static void admit(struct netcl_hunt *hunt, struct netcl_candidate *candidate,
                  double us)
{
    candidate->number = netcl_select_add(hunt->select);
    if (!candidate->number) {
        hunt->is_short = true;
        settle(hunt, candidate, NETCL_STATUS_UNTRIED);
        return;
    }
    hunt->by_number[candidate->number] = (size_t)(candidate - hunt->candidates);
    netcl_select_record(hunt->select, candidate->number, us);
    hunt->next++;
}

/*
 * So slow that even what the first run pays extra does not explain it. A bad
 * local size costs 50 times; one run shows that.
 */
static bool is_hopeless(const struct netcl_hunt *hunt,
                        const struct netcl_candidate *candidate, double us)
{
    struct netcl_select_stats original;

    netcl_select_get_stats(hunt->select, 0, &original);
    return us > HOPELESS * original.median_us + HOPELESS_US ||
           (netcl_proposal_is_derived(&candidate->proposal) &&
            candidate->runs == 1 &&
            us > HOPELESS * netcl_hunt_best_us(hunt) + HOPELESS_DERIVED_US);
}

/* Run it and compare; neither may be the end of the process. */
static int try_out(struct netcl_hunt *hunt,
                   const struct netcl_candidate *candidate, double *us,
                   bool *is_equal)
{
    int err;

    netcl_journal_begin(candidate->choice);
    err = netcl_trial_run_within(hunt->lane, hunt->shadow, candidate->bound,
                                 netcl_judge_limit_ns(hunt), us);
    if (!err)
        err = netcl_shadow_compare(hunt->shadow, is_equal);
    if (err == -ETIME)
        netcl_judge_lose(hunt, candidate->choice);
    netcl_journal_end();
    return err;
}

/* Two runs: a racy kernel shows, and the first one warms up. */
static void verify(struct netcl_hunt *hunt, struct netcl_candidate *candidate)
{
    enum netcl_status status = NETCL_STATUS_UNTRIED;
    bool is_equal = false;
    double us = 0;
    int err = try_out(hunt, candidate, &us, &is_equal);

    hunt->launches++;
    if (err) {
        hunt->is_short |= err == -ENOMEM;
        if (hunt->lane->is_lost)
            return; /* and nothing is let go of */
        settle(hunt, candidate, NETCL_STATUS_LAUNCH_FAILED);
        return;
    }
    if (!candidate->runs || us < candidate->us)
        candidate->us = us;
    if (candidate->runs++ == 0)
        candidate->is_exact = true;
    hunt->is_doubted |= !is_equal;
    if (!is_equal)
        status = netcl_judge(hunt, candidate, hunt->shadow);
    else if (is_hopeless(hunt, candidate, us))
        status = NETCL_STATUS_SCREENED;
    if (status != NETCL_STATUS_UNTRIED &&
        (candidate->runs > 1 || status != NETCL_STATUS_INEXACT))
        settle(hunt, candidate, status);
    else if (candidate->runs > 1)
        admit(hunt, candidate, us);
}

/* False: nothing to do before the next one is built. */
static bool advance(struct netcl_hunt *hunt)
{
    struct netcl_candidate *candidate = &hunt->candidates[hunt->next];
    bool is_built = true;

    if (candidate->status == NETCL_STATUS_ILLEGAL) {
        hunt->next++;
    } else if (!candidate->bound) {
        is_built = build(hunt, candidate);
        look_ahead(hunt);
    } else {
        verify(hunt, candidate);
    }
    return is_built;
}

/* ---- the race ---------------------------------------------------------- */

static int race(struct netcl_hunt *hunt, const struct netcl_select_step *step)
{
    struct netcl_candidate *candidate = NULL;
    struct netcl_bound *bound = hunt->original;
    double us = 0;
    int err;

    if (!step->candidate && hunt->original_runs < 2)
        return check_reference(hunt, step->launches == 1);
    if (step->candidate) {
        candidate = &hunt->candidates[hunt->by_number[step->candidate]];
        bound = candidate->bound;
    }
    netcl_journal_begin(candidate ? candidate->choice : NETCL_CHOICE_ORIGINAL);
    err =
        netcl_trial_time(hunt->lane, hunt->shadow, bound, step->launches, &us);
    netcl_journal_end();
    hunt->launches += step->launches;
    if (!err)
        netcl_select_record(hunt->select, step->candidate, us);
    else if (!netcl_select_drop(hunt->select, step->candidate,
                                NETCL_STATUS_LAUNCH_FAILED))
        return err;
    return 0;
}

/* One thing at a time, so that the deadline is looked at in between. */
static enum netcl_progress make_step(struct netcl_hunt *hunt)
{
    struct netcl_candidate *doubtful;
    struct netcl_select_step step;
    bool has_step;
    int err = netcl_compare_open(hunt->lane);

    if (err)
        return err == -EAGAIN ? NETCL_PROGRESS_WAIT : NETCL_PROGRESS_FAILED;
    netcl_probe_prepare(hunt);
    if (!hunt->original_runs)
        return make_reference(hunt) ? NETCL_PROGRESS_FAILED
                                    : NETCL_PROGRESS_MORE;
    if (hunt->is_doubted && hunt->original_runs < 2)
        return check_reference(hunt, false) ? NETCL_PROGRESS_FAILED
                                            : NETCL_PROGRESS_MORE;
    if (hunt->is_unstable || hunt->is_vain || hunt->is_plain)
        return NETCL_PROGRESS_DONE;
    has_step = netcl_select_next(hunt->select, &step);
    doubtful = netcl_probe_doubtful(hunt);
    if (doubtful)
        return netcl_probe_step(hunt, doubtful) ? NETCL_PROGRESS_WAIT
                                                : NETCL_PROGRESS_MORE;
    if (has_step)
        return race(hunt, &step) ? NETCL_PROGRESS_FAILED : NETCL_PROGRESS_MORE;
    if (hunt->next < hunt->candidate_count) {
        return advance(hunt) ? NETCL_PROGRESS_MORE : NETCL_PROGRESS_WAIT;
    }
    if (hunt->is_complete)
        return NETCL_PROGRESS_DONE;
    if (netcl_hunt_extend(hunt))
        return NETCL_PROGRESS_MORE;
    netcl_select_expect(hunt->select, false);
    hunt->is_complete = true;
    return NETCL_PROGRESS_MORE;
}

enum netcl_progress netcl_tuning_run(struct netcl_tuning *tuning,
                                     uint64_t deadline_ns, uint64_t patience_ns)
{
    enum netcl_progress progress = NETCL_PROGRESS_MORE;
    uint64_t start = netcl_clock_ns(), now = start;

    if (tuning->is_abandoned)
        return NETCL_PROGRESS_FAILED;
    netcl_lane_raise_tuning(tuning->lane, tuning);
    while (progress == NETCL_PROGRESS_MORE && now < deadline_ns) {
        progress = make_step(tuning->hunt);
        if (netcl_lane_is_lost())
            progress = NETCL_PROGRESS_FAILED;
        if (progress == NETCL_PROGRESS_WAIT && netcl_builder_wait(patience_ns))
            progress = NETCL_PROGRESS_MORE;
        now = netcl_clock_ns();
    }
    tuning->hunt->spent_ns += now - start;
    return progress;
}

/* ---- life --------------------------------------------------------------- */

static enum netcl_reason reason_of(int err)
{
    return err == -E2BIG || err == -ENOMEM ? NETCL_REASON_TOO_BIG
                                           : NETCL_REASON_DRIVER;
}

struct netcl_tuning *netcl_tuning_open(struct netcl_lane *lane,
                                       const struct netcl_kernel *kernel,
                                       const struct netcl_request *request,
                                       const struct netcl_facts *facts,
                                       const char *only, enum netcl_reason *why)
{
    struct netcl_tuning *tuning = calloc(1, sizeof(*tuning));
    uint64_t start = netcl_clock_ns();
    int err = -ENOMEM;

    if (tuning)
        err =
            netcl_hunt_open(lane, kernel, request, facts, only, &tuning->hunt);
    if (err) {
        free(tuning);
        *why = err == -EAGAIN ? NETCL_REASON_COUNT : reason_of(err);
        return NULL;
    }
    tuning->lane = lane;
    tuning->hunt->spent_ns = netcl_clock_ns() - start;
    netcl_lane_retain(lane);
    netcl_lane_add_tuning(lane, tuning);
    return tuning;
}

void netcl_tuning_close(struct netcl_tuning *tuning)
{
    if (!tuning)
        return;
    if (!tuning->is_abandoned && !tuning->lane->is_lost) {
        netcl_lane_remove_tuning(tuning->lane, tuning);
        netcl_hunt_close(tuning->hunt);
    }
    netcl_lane_release(tuning->lane);
    free(tuning);
}

void netcl_tuning_abandon(struct netcl_tuning *tuning)
{
    netcl_hunt_close(tuning->hunt);
    tuning->hunt = NULL;
    tuning->is_abandoned = true;
}

void netcl_tuning_report(struct netcl_tuning *tuning,
                         struct netcl_decision *decision)
{
    netcl_hunt_report(tuning->hunt, decision);
}

double netcl_tuning_original_us(const struct netcl_tuning *tuning)
{
    struct netcl_select_stats stats;

    netcl_select_get_stats(tuning->hunt->select, 0, &stats);
    return stats.samples ? stats.median_us : tuning->hunt->original_us;
}

bool netcl_tuning_is_vain(const struct netcl_tuning *tuning)
{
    return tuning->hunt->is_vain || tuning->hunt->is_plain;
}

bool netcl_tuning_is_short(const struct netcl_tuning *tuning)
{
    return tuning->hunt->is_short;
}

void netcl_tuning_keep(const struct netcl_tuning *tuning, const char *label)
{
    const struct netcl_hunt *hunt = tuning->hunt;
    size_t best = netcl_select_best(hunt->select);
    const struct netcl_bound *bound =
        best ? hunt->candidates[hunt->by_number[best]].bound : NULL;

    if (bound)
        netcl_program_keep(hunt->lane, bound->digest, label);
}

const char *netcl_tuning_favourite(const struct netcl_tuning *tuning,
                                   bool *is_confirmed)
{
    const struct netcl_hunt *hunt = tuning->hunt;
    size_t number = netcl_select_favourite(hunt->select, is_confirmed);

    return number ? hunt->candidates[hunt->by_number[number]].choice : NULL;
}
