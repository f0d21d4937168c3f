/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/tuner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/str.h"
#include "decide/journal.h"
#include "launch/drain.h"
#include "launch/knowledge.h"
#include "launch/pace.h"
#include "launch/rest.h"
#include "tune/builder.h"
#include "tune/shadow.h"
#include "tune/tuning.h"

/* After this many launches in a row that did not drain, try ever more rarely. */
#define PATIENCE 3
/* Then the original stays, in this process. */
#define MOST_VAIN_SEARCHES 5
/* While a build is waited for, 1 << so many launches pass before a look. */
#define MOST_REST 6
/* Launches that pass, once a search is not worth it, before the next look. */
#define FIRST_PAUSE 8
#define LONGEST_PAUSE 4096

/* A search or an audit, which each launch holds up by a stall at most. */
#define LONGEST_WAIT_NS (1000 * NETCL_MS)
#define LOOK_US 200

static atomic_flag is_busy = ATOMIC_FLAG_INIT;
static atomic_uint wanting; /* threads that wait for memory: they go first */
static _Thread_local bool is_inside;

/* Nothing can be told on these buffers: on what they hold later, perhaps. */
static bool put_off(struct netcl_key *key)
{
    if (!netcl_tuning_is_vain(key->tuning) ||
        key->vain_searches >= MOST_VAIN_SEARCHES)
        return false;
    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    atomic_store(&key->pause, 1u << key->vain_searches++);
    return true;
}

static void finish(struct netcl_key *key, const struct netcl_facts *facts,
                   bool is_out_of_budget)
{
    struct netcl_decision decision;
    bool is_hint_lost, is_vain = netcl_tuning_is_vain(key->tuning);
    bool is_original, is_short = netcl_tuning_is_short(key->tuning);

    if (put_off(key))
        return;
    netcl_key_describe(key, facts, &decision);
    netcl_tuning_report(key->tuning, &decision);
    netcl_tuning_keep(key->tuning, facts->entry->name);
    /* Also for want of memory, and then it is not kept. */
    is_original =
        !decision.choice || !strcmp(decision.choice, NETCL_CHOICE_ORIGINAL);
    is_hint_lost =
        key->hint && decision.choice && strcmp(decision.choice, key->hint);
    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    free(key->hint);
    key->hint = NULL;
    if (is_hint_lost && !is_out_of_budget) {
        netcl_decision_clear(&decision);
        return; /* the hint was not good: search from the beginning */
    }
    netcl_key_publish(key, &decision);
    /*
     * A search cut short, or in vain, is no evidence for the next process; one
     * that was short of memory might have found something better, too.
     */
    if (((!is_out_of_budget && !is_vain) || !is_original) && !is_short)
        key->is_remembered =
            !netcl_cache_store(netcl_knowledge_cache(), &decision);
    netcl_decision_clear(&decision);
}

static void log_skip(const struct netcl_key *key,
                     const struct netcl_facts *facts,
                     enum netcl_reason reason)
{
    char *fingerprint =
        netcl_str_format("%016" PRIx64, facts->entry->fingerprints[0]);

    netcl_log_skip(key->label, fingerprint ? fingerprint : "", reason);
    free(fingerprint);
}

static void give_up(struct netcl_key *key, const struct netcl_facts *facts,
                    enum netcl_reason reason)
{
    struct netcl_decision decision;

    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    if (netcl_reason_is_skip(reason))
        log_skip(key, facts, reason);
    netcl_key_describe(key, facts, &decision);
    decision.choice = strdup(NETCL_CHOICE_ORIGINAL);
    decision.reason = netcl_reason_text(reason);
    if (netcl_reason_is_skip(reason))
        netcl_key_decide(key, &decision);
    else
        netcl_key_publish(key, &decision);
    netcl_decision_clear(&decision);
}

/*
 * A build is waited for, and waited no more, or there is no lane to be had:
 * look at each launch no longer.
 */
static void wait_longer(struct netcl_key *key)
{
    unsigned more = ++key->idle_looks > PATIENCE ? key->idle_looks - PATIENCE
                                                 : 0;

    if (more)
        atomic_store(&key->pause, 1u << (more < MOST_REST ? more : MOST_REST));
}

/* Of all contexts, for their memory. Whether there was any. */
static bool drop_searches(void)
{
    struct netcl_context **contexts;
    size_t i, count = netcl_context_find_all(&contexts);
    bool is_any = false;

    for (i = 0; i < count; i++) {
        is_any |= netcl_workspace_drop_tunings(contexts[i]->workspace);
        netcl_context_put_back(contexts[i]);
    }
    free(contexts);
    return is_any;
}

static bool open_tuning(struct netcl_key *key,
                        const struct netcl_kernel *kernel,
                        const struct netcl_request *request,
                        const struct netcl_facts *facts,
                        struct netcl_lane *lane, uint64_t patience_ns)
{
    enum netcl_reason why = NETCL_REASON_DRIVER;

    if (!key->tuning && netcl_journal_blames(NETCL_CHOICE_ORIGINAL)) {
        give_up(key, facts, NETCL_REASON_CRASHED);
        return false;
    }
    while (!key->tuning) {
        key->tuning = netcl_tuning_open(lane, kernel, request, facts,
                                        key->hint, &why);
        /* What rests may hold the memory that this one needs. */
        if (!key->tuning && why == NETCL_REASON_TOO_BIG && drop_searches())
            continue;
        if (!key->tuning && (why != NETCL_REASON_COUNT ||
                             !netcl_builder_wait(patience_ns)))
            break;
    }
    if (!key->tuning && why != NETCL_REASON_COUNT)
        give_up(key, facts, why);
    else if (!key->tuning)
        wait_longer(key);
    return key->tuning != NULL;
}

/* How long it takes: what a launch is worth. */
static void learn_original(struct netcl_key *key)
{
    double us = key->tuning->is_abandoned
                    ? 0
                    : netcl_tuning_original_us(key->tuning);

    if (us > 0)
        key->worth.original_us = us;
}

static void run_tuning(struct netcl_key *key, const struct netcl_facts *facts,
                       uint64_t deadline_ns, uint64_t patience_ns)
{
    uint64_t start_ns = netcl_clock_ns();
    enum netcl_progress progress =
        netcl_tuning_run(key->tuning, deadline_ns, patience_ns);

    learn_original(key);
    if (progress == NETCL_PROGRESS_WAIT)
        wait_longer(key);
    else
        key->idle_looks = 0;
    switch (progress) {
    case NETCL_PROGRESS_DONE:
        finish(key, facts, false);
        break;
    case NETCL_PROGRESS_FAILED:
        if (!key->tuning->is_abandoned)
            give_up(key, facts,
                    netcl_lane_is_lost() ? NETCL_REASON_CRASHED
                                         : NETCL_REASON_DRIVER);
        break;
    default:
        /* The budget is charged only afterwards. */
        if (netcl_clock_ns() - start_ns >= netcl_knowledge_budget_left())
            finish(key, facts, true);
        else
            netcl_rest_keep(key, facts);
    }
}

static bool enter(void)
{
    bool is_entered = !atomic_flag_test_and_set(&is_busy);

    is_inside |= is_entered;
    return is_entered;
}

bool netcl_tuner_enter(void)
{
    return !atomic_load(&wanting) && enter();
}

void netcl_tuner_leave(void)
{
    is_inside = false;
    atomic_flag_clear(&is_busy);
}

/*
 * Not now: the queue has not drained, or a buffer is mapped. Wait longer and
 * longer before the next try.
 */
static void postpone(struct netcl_key *key, const struct netcl_facts *facts,
                     enum netcl_reason reason)
{
    key->postponed++;
    if (key->postponed <= PATIENCE)
        return;
    atomic_store(&key->pause,
                 1u << (key->postponed < 20 ? key->postponed : 20));
    log_skip(key, facts, reason);
}

static bool has_mapped(const struct netcl_real *real,
                       const struct netcl_facts *facts)
{
    size_t i;

    for (i = 0; i < facts->region_count; i++)
        if (netcl_memory_is_mapped(real, &facts->regions[i].memory))
            return true;
    return false;
}

/* Copying the buffers has to wait for neither a queue nor the program. */
static bool is_quiet(struct netcl_key *key,
                     const struct netcl_request *request,
                     const struct netcl_facts *facts, uint64_t deadline_ns)
{
    if (has_mapped(request->real, facts))
        postpone(key, facts, NETCL_REASON_MAPPED);
    else if (!netcl_drain(request, deadline_ns))
        postpone(key, facts, NETCL_REASON_BUSY);
    else
        key->postponed = 0;
    return key->postponed == 0;
}

static bool has_search(const struct netcl_key *key)
{
    return key->tuning && !key->tuning->is_abandoned;
}

/*
 * Into the lane that the search lives in, or that a new one will: the one of
 * this launch's context, whatever the abandoned one's was. NULL: the driver
 * has none for us, or the search is being abandoned just now.
 */
static struct netcl_lane *enter_lane(const struct netcl_key *key,
                                     const struct netcl_kernel *kernel,
                                     const struct netcl_request *request,
                                     const struct netcl_facts *facts)
{
    if (has_search(key))
        return netcl_lane_reenter(key->tuning->lane) ? key->tuning->lane : NULL;
    return netcl_lane_enter(request->real, kernel->context, facts->device);
}

static void tune_in_lane(struct netcl_key *key,
                         const struct netcl_kernel *kernel,
                         const struct netcl_request *request,
                         const struct netcl_facts *facts, uint64_t deadline_ns)
{
    uint64_t patience_ns =
        netcl_worth_patience_ns(netcl_clock_ns(), deadline_ns);
    struct netcl_lane *lane = enter_lane(key, kernel, request, facts);

    if (!lane) {
        wait_longer(key);
        return;
    }
    if ((has_search(key) || is_quiet(key, request, facts, deadline_ns)) &&
        open_tuning(key, kernel, request, facts, lane, patience_ns))
        run_tuning(key, facts, deadline_ns, patience_ns);
    netcl_lane_leave(lane);
}

/* Not even looking is free: look ever more rarely. What passes is counted. */
static void pause_looking(struct netcl_key *key)
{
    unsigned pause = atomic_load(&key->pause);

    if (!key->worth.launches)
        return; /* first sight says nothing of the second */
    pause = pause ? 2 * pause : FIRST_PAUSE;
    if (pause > LONGEST_PAUSE)
        pause = LONGEST_PAUSE;
    key->worth.launches += pause;
    atomic_store(&key->pause, pause);
}

/*
 * Into the lane of its search, which cannot close meanwhile. NULL: there is
 * no search, or it was abandoned: its lane has closed and with it what is
 * inside, or the program needed the memory.
 */
static struct netcl_lane *enter_lane_of(const struct netcl_key *key)
{
    struct netcl_lane *lane = key->tuning ? key->tuning->lane : NULL;

    if (!lane || !netcl_lane_reenter(lane))
        return NULL;
    if (!key->tuning->is_abandoned)
        return lane;
    netcl_lane_leave(lane);
    return NULL;
}

static void leave(struct netcl_lane *lane)
{
    if (lane)
        netcl_lane_leave(lane);
}

/* No more time for it now; an answer that is good enough may be there. */
static void decline(struct netcl_key *key, const struct netcl_facts *facts,
                    bool is_in_lane)
{
    bool is_confirmed = false;

    if (is_in_lane)
        netcl_tuning_favourite(key->tuning, &is_confirmed);
    if (is_confirmed) {
        finish(key, facts, true);
        return;
    }
    log_skip(key, facts, NETCL_REASON_NOT_WORTH_IT);
    netcl_rest_note(key);
    pause_looking(key);
}

/* Until when the launch may be held up; `now_ns`: not at all. */
static uint64_t deadline_of(struct netcl_key *key,
                            const struct netcl_facts *facts, uint64_t now_ns)
{
    struct netcl_lane *lane = enter_lane_of(key);
    uint64_t deadline_ns;
    bool is_declined;

    deadline_ns = netcl_worth_deadline_ns(key->label, &key->worth, now_ns,
                                          &is_declined);
    if (is_declined)
        decline(key, facts, lane != NULL);
    leave(lane);
    return deadline_ns;
}

static void enter_journal(const struct netcl_key *key,
                          const struct netcl_facts *facts)
{
    struct netcl_decision decision;

    netcl_key_describe(key, facts, &decision);
    netcl_journal_enter(key->text, decision.digest);
    netcl_decision_clear(&decision);
}

/* Its context has gone, or its memory; what it has cost was in vain. */
static void forget_abandoned(struct netcl_key *key)
{
    if (!key->tuning || !key->tuning->is_abandoned)
        return;
    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    netcl_worth_begin_anew(&key->worth);
}

/* The launch is held up for as long as that may pay. */
static void hold(struct netcl_key *key, const struct netcl_kernel *kernel,
                 const struct netcl_request *request,
                 const struct netcl_facts *facts)
{
    struct netcl_summary_line line = {0};
    uint64_t start = netcl_clock_ns(), spent, deadline;

    forget_abandoned(key);
    deadline = deadline_of(key, facts, start);

    if (deadline > start) {
        atomic_store(&key->pause, 0);
        enter_journal(key, facts);
        tune_in_lane(key, kernel, request, facts, deadline);
        netcl_journal_leave();
        spent = netcl_clock_ns() - start;
        netcl_worth_spend(key->label, &key->worth, spent);
        if (netcl_facts_is_unknown(facts))
            netcl_pace_spend(facts->derived->subject, spent);
        line.tuning_ms = (double)spent / 1e6;
        netcl_knowledge_count(key->label, &line);
    }
}

/* The budget is spent. A search whose lane closes just now: another time. */
static void give_up_in_lane(struct netcl_key *key,
                            const struct netcl_facts *facts)
{
    struct netcl_lane *lane = enter_lane_of(key);

    if (lane || !has_search(key))
        give_up(key, facts, NETCL_REASON_BUDGET);
    leave(lane);
}

void netcl_tuner_run(struct netcl_key *key, const struct netcl_kernel *kernel,
                     const struct netcl_request *request,
                     const struct netcl_facts *facts)
{
    if (!netcl_tuner_enter())
        return;
    if (atomic_load(&key->is_decided)) {
        /* another thread was faster */
    } else if (!netcl_knowledge_budget_left()) {
        give_up_in_lane(key, facts);
    } else {
        hold(key, kernel, request, facts);
        key->worth.launches++;
    }
    netcl_tuner_leave();
}

/* *is_held: another thread was in, and what it held for an audit is gone. */
static bool enter_first(bool *is_held)
{
    uint64_t start_ns = netcl_clock_ns();
    bool is_entered;

    *is_held = false;
    if (is_inside) /* a callback of the program's, within a step of ours */
        return false;
    atomic_fetch_add(&wanting, 1);
    while (!(is_entered = enter()) &&
           netcl_clock_ns() - start_ns < LONGEST_WAIT_NS) {
        *is_held = true;
        netcl_clock_sleep_us(LOOK_US);
    }
    atomic_fetch_sub(&wanting, 1);
    return is_entered;
}

bool netcl_tuner_make_room(unsigned closed)
{
    bool is_made;

    if (!enter_first(&is_made))
        return false;
    is_made |= drop_searches();
    is_made |= netcl_shadow_closed() != closed;
    if (!is_made)
        netcl_tuner_leave();
    return is_made;
}
