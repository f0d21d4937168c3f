/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/autotune.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "base/dict.h"
#include "base/str.h"
#include "decide/contest.h"
#include "decide/offer.h"
#include "launch/knowledge.h"
#include "launch/pin.h"

/* A key that has had its line in the log. */
struct told {
    char *key;
    UT_hash_handle hh;
};

static struct told *told_keys;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* ---- telling --------------------------------------------------------- */

static bool is_told(const char *key)
{
    struct told *told, *fresh = calloc(1, sizeof(*fresh));
    bool is_added;

    if (!fresh)
        return true;
    fresh->key = strdup(key);
    pthread_mutex_lock(&mutex);
    HASH_FIND_STR(told_keys, key, told);
    if (!told && fresh->key)
        HASH_ADD_KEYPTR(hh, told_keys, fresh->key, strlen(key), fresh);
    is_added = fresh->hh.tbl != NULL;
    pthread_mutex_unlock(&mutex);
    if (is_added)
        return false;
    free(fresh->key);
    free(fresh);
    return true;
}

static void tell(const struct netcl_autotune_job *job,
                 const struct netcl_decision *decision)
{
    struct netcl_summary_line line;

    if (is_told(decision->key) && decision->origin != NETCL_ORIGIN_TUNED)
        return;
    netcl_log_decision(decision);
    memset(&line, 0, sizeof(line));
    line.keys_tuned = decision->origin == NETCL_ORIGIN_TUNED;
    line.keys_cached = !line.keys_tuned;
    line.tuning_ms = decision->tuning_ms;
    netcl_knowledge_count(job->kernel, &line);
    netcl_diag_note("%s: %s (%s)", decision->key, decision->choice,
                    decision->reason);
}

/* ---- the key --------------------------------------------------------- */

static char *shape_of(const struct netcl_autotune_job *job, bool is_json)
{
    struct netcl_str text = NETCL_STR_INIT;
    size_t i;

    netcl_str_append(&text, is_json ? "[" : "(");
    for (i = 0; i < job->dimensions; i++)
        netcl_str_printf(&text, "%s%lld",
                         !i        ? ""
                         : is_json ? ","
                                   : ", ",
                         job->shape[i]);
    netcl_str_append(&text, is_json ? "]" : job->dimensions == 1 ? ",)" : ")");
    return netcl_str_take(&text);
}

static void describe(const struct netcl_autotune_job *job,
                     struct netcl_decision *decision)
{
    char *shape = shape_of(job, false);

    memset(decision, 0, sizeof(*decision));
    if (shape)
        decision->key =
            netcl_str_format("%s|%s::%s::%s", job->device->name,
                             job->device->driver, job->kernel, shape);
    free(shape);
    decision->device = strdup(job->device->name);
    decision->driver = strdup(job->device->driver);
    decision->kernel = strdup(job->kernel);
    decision->shape = shape_of(job, true);
    decision->speedup = 1;
    decision->is_exact = true; /* the program's own business */
}

/* ---- from the cache -------------------------------------------------- */

/* False: nothing is remembered, or it is no longer offered. */
static bool look_up(const struct netcl_autotune_job *job,
                    const struct netcl_offer *offer,
                    struct netcl_decision *decision, int *index)
{
    struct netcl_cached cached;
    size_t found;
    bool is_offered;

    if (!netcl_cache_find(netcl_knowledge_cache(), decision->key, &cached))
        return false;
    is_offered = !netcl_offer_find(offer, cached.choice, &found);
    if (is_offered) {
        *index = (int)found;
        decision->origin = cached.origin;
        decision->choice = strdup(offer->texts[found]);
        decision->reason = netcl_reason_text(NETCL_REASON_REMEMBERED);
        decision->speedup = cached.speedup > 0 ? cached.speedup : 1;
        decision->original_us = cached.original_us;
        decision->chosen_us = cached.chosen_us;
        tell(job, decision);
    }
    netcl_cached_clear(&cached);
    return is_offered;
}

/* ---- measuring ------------------------------------------------------- */

struct bout {
    const struct netcl_autotune_job *job;
    const struct netcl_offer *offer;
    uint64_t deadline_ns;
};

/* Nothing else is to be measured while the program measures. */
static double run_bench(void *context, size_t candidate)
{
    const struct bout *bout = context;
    double seconds;

    netcl_pin_push();
    seconds = bout->job->bench(bout->job->user, (int)candidate,
                               bout->offer->texts[candidate]);
    netcl_pin_pop();
    return seconds;
}

static bool is_late(void *context)
{
    const struct bout *bout = context;

    return netcl_clock_ns() >= bout->deadline_ns;
}

static void report_candidates(const struct netcl_offer *offer,
                              const struct netcl_contest_outcome *outcome,
                              struct netcl_decision *decision)
{
    struct netcl_result *result;
    size_t i;

    decision->candidates = calloc(offer->count, sizeof(*result));
    for (i = 0; decision->candidates && i < offer->count; i++) {
        result = &decision->candidates[decision->candidate_count++];
        result->choice = strdup(offer->texts[i]);
        result->status = outcome->statuses[i];
        result->median_us = outcome->best_us[i];
        result->samples = outcome->best_us[i] > 0;
    }
}

static void report(const struct netcl_offer *offer,
                   const struct netcl_contest_outcome *outcome,
                   struct netcl_decision *decision)
{
    decision->origin = NETCL_ORIGIN_TUNED;
    decision->reason = netcl_reason_text(outcome->reason);
    decision->launches = outcome->launches;
    decision->original_us = outcome->baseline_us;
    decision->chosen_us = outcome->winner_us;
    if (outcome->baseline_us > 0 && outcome->winner_us > 0)
        decision->speedup = outcome->baseline_us / outcome->winner_us;
    if (outcome->winner != NETCL_CONTEST_NOBODY)
        decision->choice = strdup(offer->texts[outcome->winner]);
    else
        decision->choice = strdup("null");
    report_candidates(offer, outcome, decision);
}

/* The index that won, or the fallback. */
static int conclude(const struct netcl_autotune_job *job,
                    const struct netcl_offer *offer,
                    const struct netcl_contest_outcome *outcome,
                    struct netcl_decision *decision)
{
    report(offer, outcome, decision);
    tell(job, decision);
    if (outcome->winner == NETCL_CONTEST_NOBODY)
        return job->fallback;
    /* A search cut short is no evidence for the next process. */
    if (outcome->reason != NETCL_REASON_BUDGET && decision->choice)
        netcl_cache_store(netcl_knowledge_cache(), decision);
    return (int)outcome->winner;
}

static int measure(const struct netcl_autotune_job *job,
                   const struct netcl_offer *offer,
                   struct netcl_decision *decision)
{
    uint64_t left = netcl_knowledge_budget_left(), start = netcl_clock_ns();
    struct bout bout = {job, offer, start + left};
    struct netcl_contest contest = {
        .count = offer->count,
        .search = (enum netcl_search)netcl_config()->search,
        .reps = (unsigned)(job->reps > 0 ? job->reps : netcl_config()->reps),
        .run = run_bench,
        .is_over = is_late,
        .context = &bout,
    };
    struct netcl_contest_outcome outcome;
    int index = job->fallback;

    if (index >= 0 && (size_t)index < offer->count)
        contest.baseline = (size_t)index;
    if (!left || netcl_contest_run(&contest, &outcome))
        return job->fallback;
    decision->tuning_ms = (double)(netcl_clock_ns() - start) / 1e6;
    netcl_knowledge_spend(netcl_clock_ns() - start);
    index = conclude(job, offer, &outcome, decision);
    netcl_contest_clear(&outcome);
    return index;
}

int netcl_autotune_run(const struct netcl_autotune_job *job)
{
    struct netcl_decision decision;
    struct netcl_offer offer;
    int index = job->fallback, err = netcl_offer_open(job->candidates, &offer);

    if (err) {
        if (err != -ENOMEM)
            netcl_diag_error("netcl_autotune: %s: candidates are no JSON array "
                         "with something in it (as [16, 32])",
                         job->kernel);
        return job->fallback;
    }
    describe(job, &decision);
    if (decision.key && !look_up(job, &offer, &decision, &index) &&
        !netcl_pin_is_on())
        index = measure(job, &offer, &decision);
    netcl_decision_clear(&decision);
    netcl_offer_close(&offer);
    return index;
}
