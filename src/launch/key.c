/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/key.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/str.h"
#include "launch/drain.h"
#include "launch/kin.h"
#include "launch/knowledge.h"
#include "launch/pin.h"
#include "tune/bound.h"
#include "tune/builder.h"
#include "tune/tuning.h"

/* After this many launches in a row that did not drain, try ever more rarely. */
#define PATIENCE 3

struct keyed {
    struct netcl_key key;
    UT_hash_handle hh;
};

static struct keyed *keys;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_flag tuner_is_busy = ATOMIC_FLAG_INIT;

/* ---- what is decided ------------------------------------------------------ */

/* Takes `choice`. Another thread may still read what was there before. */
static void set_choice(struct netcl_key *key, char *choice)
{
    char **former = realloc(key->former,
                            (key->former_count + 1) * sizeof(*former));

    if (former) {
        key->former = former;
        former[key->former_count++] = key->choice;
    }
    key->choice = choice;
}

static void decide(struct netcl_key *key, const struct netcl_decision *decision)
{
    char *choice = strdup(decision->choice ? decision->choice
                                           : NETCL_CHOICE_ORIGINAL);

    if (!choice)
        return; /* not decided: the original runs */
    set_choice(key, choice);
    key->original_us = decision->original_us;
    key->chosen_us = decision->chosen_us;
    key->is_exact = decision->is_exact;
    atomic_store_explicit(&key->is_decided, true, memory_order_release);
}

/* What a decision rests on; exact ones say nothing to a tolerant user. */
static char *digest_of(const struct netcl_family *family)
{
    bool is_tolerant = netcl_config()->numerics == NETCL_NUMERICS_TOLERANT;

    return netcl_str_format("%016" PRIx64 "%s", family->digest,
                            is_tolerant ? "t" : "");
}

/* The fields that every decision of this key has. */
static void describe(const struct netcl_key *key,
                     const struct netcl_facts *facts,
                     struct netcl_decision *decision)
{
    memset(decision, 0, sizeof(*decision));
    decision->key = strdup(key->text);
    decision->device = strdup(facts->device->name);
    decision->driver = strdup(facts->device->driver);
    decision->kernel = strdup(key->label);
    decision->family = strdup(facts->entry->family->name);
    decision->shape = netcl_facts_shape(facts, true);
    decision->digest = digest_of(facts->entry->family);
    decision->speedup = 1;
    decision->is_exact = true;
}

static void publish(struct netcl_key *key, struct netcl_decision *decision)
{
    struct netcl_summary_line line;

    memset(&line, 0, sizeof(line));
    decide(key, decision);
    netcl_log_decision(decision);
    line.keys_tuned = decision->origin == NETCL_ORIGIN_TUNED;
    line.keys_cached = !line.keys_tuned;
    netcl_knowledge_count(key->label, &line);
    netcl_diag_note("%s: %s (%s)", key->text, decision->choice,
                    decision->reason);
}

/* ---- from the cache, or by rule ------------------------------------------ */

static void take_cached(struct netcl_key *key, const struct netcl_facts *facts,
                        const struct netcl_cached *cached)
{
    struct netcl_decision decision;

    describe(key, facts, &decision);
    decision.origin = cached->origin;
    decision.choice = strdup(cached->choice);
    decision.reason = netcl_reason_text(NETCL_REASON_REMEMBERED);
    decision.speedup = cached->speedup > 0 ? cached->speedup : 1;
    decision.original_us = cached->original_us;
    decision.chosen_us = cached->chosen_us;
    decision.is_exact = cached->is_exact;
    decision.error = cached->error;
    publish(key, &decision);
    netcl_decision_clear(&decision);
}

static bool is_current(const struct netcl_cached *cached,
                       const struct netcl_facts *facts)
{
    char *digest = digest_of(facts->entry->family);
    bool is_same = digest && cached->digest && !strcmp(digest, cached->digest);

    free(digest);
    return is_same;
}

static bool is_known_choice(const struct netcl_facts *facts,
                            const char *choice)
{
    const struct netcl_variant *variant;
    size_t index;

    return !strcmp(choice, NETCL_CHOICE_ORIGINAL) ||
           !netcl_entry_find_choice(facts->entry, choice, &variant, &index);
}

/* What another driver version liked best has to prove itself here. */
static void look_up_driver(struct netcl_key *key,
                           const struct netcl_facts *facts)
{
    struct netcl_cached cached;

    if (!netcl_kin_find_driver(netcl_knowledge_cache(), key->text, &cached))
        return;
    if (strcmp(cached.choice, NETCL_CHOICE_ORIGINAL) &&
        is_known_choice(facts, cached.choice))
        key->hint = strdup(cached.choice);
    netcl_cached_clear(&cached);
}

/* A decision, a hint, or nothing; what is no longer offered is forgotten. */
static void look_up(struct netcl_key *key, const struct netcl_facts *facts)
{
    struct netcl_cached cached;
    bool is_pinned = netcl_config()->mode == NETCL_MODE_PINNED;

    if (!netcl_cache_find(netcl_knowledge_cache(), key->text, &cached)) {
        look_up_driver(key, facts);
        return;
    }
    if (is_known_choice(facts, cached.choice)) {
        if ((is_current(&cached, facts) || (is_pinned && cached.digest)) &&
            netcl_pin_admits(&cached))
            take_cached(key, facts, &cached);
        else if (strcmp(cached.choice, NETCL_CHOICE_ORIGINAL))
            key->hint = strdup(cached.choice);
    }
    netcl_cached_clear(&cached);
}

static void pin(struct netcl_key *key, const struct netcl_facts *facts)
{
    struct netcl_decision decision;

    describe(key, facts, &decision);
    netcl_pin_choose(netcl_knowledge_cache(), key->text, facts, &decision);
    key->is_pinned = true;
    publish(key, &decision);
    netcl_decision_clear(&decision);
}

/* Where bits must repeat, a rule's variant goes before what is remembered. */
static bool is_ruled(const struct netcl_facts *facts)
{
    const struct netcl_pin *rule;

    if (netcl_config()->numerics != NETCL_NUMERICS_PINNED)
        return false;
    rule = netcl_pin_rule(facts);
    return rule && rule->variant;
}

/* All that can be known of a new key without measuring. */
static void settle(struct netcl_key *key, const struct netcl_facts *facts)
{
    bool is_by_rule = is_ruled(facts);

    if (!is_by_rule)
        look_up(key, facts);
    if (is_by_rule || (!atomic_load(&key->is_decided) &&
                       netcl_config()->mode == NETCL_MODE_PINNED))
        pin(key, facts);
}

/* ---- finding ---------------------------------------------------------------- */

static char *text_of(const struct netcl_facts *facts)
{
    char *shape = netcl_facts_shape(facts, false);
    char *text = NULL;

    if (shape)
        text = netcl_str_format("%s|%s::%s::%s", facts->device->name,
                                facts->device->driver, facts->entry->name,
                                shape);
    free(shape);
    return text;
}

static struct netcl_key *find_text(const char *text)
{
    struct keyed *keyed;

    pthread_mutex_lock(&mutex);
    HASH_FIND_STR(keys, text, keyed);
    pthread_mutex_unlock(&mutex);
    return keyed ? &keyed->key : NULL;
}

/* Takes `text`. Another thread may have been first. */
static struct netcl_key *add(char *text, const struct netcl_facts *facts)
{
    struct keyed *fresh = calloc(1, sizeof(*fresh)), *keyed;

    if (!fresh) {
        free(text);
        return NULL;
    }
    fresh->key.text = text;
    fresh->key.label = facts->entry->name;
    pthread_mutex_lock(&mutex);
    HASH_FIND_STR(keys, text, keyed);
    if (!keyed) {
        settle(&fresh->key, facts);
        HASH_ADD_KEYPTR(hh, keys, fresh->key.text, strlen(text), fresh);
        keyed = fresh;
        fresh = NULL;
    }
    pthread_mutex_unlock(&mutex);
    if (fresh)
        free(text);
    free(fresh);
    return &keyed->key;
}

struct netcl_key *netcl_key_find(const struct netcl_facts *facts)
{
    char *text = text_of(facts);
    struct netcl_key *key = text ? find_text(text) : NULL;

    if (key) {
        free(text);
        return key;
    }
    return text ? add(text, facts) : NULL;
}

const char *netcl_key_pin(struct netcl_key *key,
                          const struct netcl_facts *facts)
{
    struct netcl_decision decision;
    const char *pinned;

    pthread_mutex_lock(&mutex);
    if (!key->pinned) {
        describe(key, facts, &decision);
        netcl_pin_choose(netcl_knowledge_cache(), key->text, facts,
                         &decision);
        netcl_log_decision(&decision);
        key->pinned = decision.choice;
        decision.choice = NULL;
        netcl_decision_clear(&decision);
    }
    pinned = key->pinned;
    pthread_mutex_unlock(&mutex);
    return pinned;
}

/* ---- tuning ------------------------------------------------------------------ */

static void finish(struct netcl_key *key, const struct netcl_facts *facts,
                   bool is_out_of_budget)
{
    struct netcl_decision decision;
    bool is_hint_lost;

    describe(key, facts, &decision);
    netcl_tuning_report(key->tuning, &decision);
    is_hint_lost = key->hint && strcmp(decision.choice, key->hint);
    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    free(key->hint);
    key->hint = NULL;
    if (is_hint_lost && !is_out_of_budget) {
        netcl_decision_clear(&decision);
        return; /* the hint was not good: search from the beginning */
    }
    publish(key, &decision);
    /* A search cut short is no evidence for the next process. */
    if (!is_out_of_budget || strcmp(decision.choice, NETCL_CHOICE_ORIGINAL))
        netcl_cache_store(netcl_knowledge_cache(), &decision);
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
    describe(key, facts, &decision);
    decision.choice = strdup(NETCL_CHOICE_ORIGINAL);
    decision.reason = netcl_reason_text(reason);
    if (netcl_reason_is_skip(reason))
        decide(key, &decision);
    else
        publish(key, &decision);
    netcl_decision_clear(&decision);
}

static bool open_tuning(struct netcl_key *key,
                        const struct netcl_kernel *kernel,
                        const struct netcl_request *request,
                        const struct netcl_facts *facts,
                        struct netcl_lane *lane, uint64_t patience_ns)
{
    enum netcl_reason why = NETCL_REASON_DRIVER;

    if (key->tuning && key->tuning->is_abandoned) {
        netcl_tuning_close(key->tuning); /* its context has gone */
        key->tuning = NULL;
    }
    while (!key->tuning) {
        key->tuning = netcl_tuning_open(lane, kernel, request, facts,
                                        key->hint, &why);
        if (!key->tuning && (why != NETCL_REASON_COUNT ||
                             !netcl_builder_wait(patience_ns)))
            break;
    }
    if (!key->tuning && why != NETCL_REASON_COUNT)
        give_up(key, facts, why);
    return key->tuning != NULL;
}

static void run_tuning(struct netcl_key *key, const struct netcl_facts *facts,
                       uint64_t deadline_ns, uint64_t patience_ns)
{
    uint64_t start_ns = netcl_clock_ns();

    switch (netcl_tuning_run(key->tuning, deadline_ns, patience_ns)) {
    case NETCL_PROGRESS_DONE:
        finish(key, facts, false);
        break;
    case NETCL_PROGRESS_FAILED:
        if (!key->tuning->is_abandoned)
            give_up(key, facts, NETCL_REASON_DRIVER);
        break;
    default:
        /* The budget is charged only afterwards. */
        if (netcl_clock_ns() - start_ns >= netcl_knowledge_budget_left())
            finish(key, facts, true);
    }
}

bool netcl_key_enter_tuner(void)
{
    return !atomic_flag_test_and_set(&tuner_is_busy);
}

void netcl_key_leave_tuner(void)
{
    atomic_flag_clear(&tuner_is_busy);
}

/* A shared file is not ours to change; a bare value of our own hides it. */
static void forget(const char *key)
{
    struct netcl_cache *cache = netcl_knowledge_cache();
    struct netcl_cached cached;

    netcl_cache_remove(cache, key);
    if (!netcl_cache_find(cache, key, &cached))
        return;
    netcl_cached_clear(&cached);
    if (!netcl_cache_put(cache, key, NETCL_CHOICE_ORIGINAL))
        netcl_cache_flush(cache);
}

void netcl_key_quarantine(struct netcl_key *key)
{
    char *original = strdup(NETCL_CHOICE_ORIGINAL);

    forget(key->text);
    if (!original)
        return;
    set_choice(key, original);
    atomic_fetch_add(&key->revision, 1);
}

void netcl_key_doubt(struct netcl_key *key)
{
    free(key->hint);
    key->hint = strdup(key->choice);
    key->slow_audits = 0;
    atomic_store(&key->is_decided, false);
    atomic_fetch_add(&key->revision, 1);
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
    key->skip_until = 1u << (key->postponed < 20 ? key->postponed : 20);
    log_skip(key, facts, reason);
}

/* What the program has mapped, it may be writing to. */
static bool has_mapped(const struct netcl_real *real,
                       const struct netcl_facts *facts)
{
    cl_uint count;
    size_t i;

    for (i = 0; i < facts->region_count; i++) {
        count = 0;
        if (real->clGetMemObjectInfo(facts->regions[i].memory.handle,
                                     CL_MEM_MAP_COUNT, sizeof(count), &count,
                                     NULL) != CL_SUCCESS ||
            count)
            return true;
    }
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

/* In the lane that the tuning lives in, or that a new one will. */
static void tune_in_lane(struct netcl_key *key,
                         const struct netcl_kernel *kernel,
                         const struct netcl_request *request,
                         const struct netcl_facts *facts, uint64_t deadline_ns)
{
    uint64_t patience_ns =
        netcl_worth_patience_ns(netcl_clock_ns(), deadline_ns);
    struct netcl_lane *lane = NULL;

    if (key->tuning && netcl_lane_reenter(key->tuning->lane))
        lane = key->tuning->lane;
    if (!lane)
        lane = netcl_lane_enter(request->real, kernel->context, facts->device);
    if (!lane)
        return;
    if (((key->tuning && !key->tuning->is_abandoned) ||
         is_quiet(key, request, facts, deadline_ns)) &&
        open_tuning(key, kernel, request, facts, lane, patience_ns))
        run_tuning(key, facts, deadline_ns, patience_ns);
    netcl_lane_leave(lane);
}

/* The launch is held up for as long as that may pay. */
static void hold(struct netcl_key *key, const struct netcl_kernel *kernel,
                 const struct netcl_request *request,
                 const struct netcl_facts *facts)
{
    struct netcl_summary_line line = {0};
    uint64_t start = netcl_clock_ns(), deadline, spent;
    bool is_declined;

    if (key->tuning && !key->tuning->is_abandoned)
        key->worth.original_us = netcl_tuning_original_us(key->tuning);
    deadline = netcl_worth_deadline_ns(key->label, &key->worth, start,
                                       &is_declined);
    if (is_declined)
        log_skip(key, facts, NETCL_REASON_NOT_WORTH_IT);
    if (deadline > start) {
        tune_in_lane(key, kernel, request, facts, deadline);
        spent = netcl_clock_ns() - start;
        netcl_worth_spend(key->label, &key->worth, spent);
        line.tuning_ms = (double)spent / 1e6;
        netcl_knowledge_count(key->label, &line);
    }
}

void netcl_key_tune(struct netcl_key *key, const struct netcl_kernel *kernel,
                    const struct netcl_request *request,
                    const struct netcl_facts *facts)
{
    if (!netcl_key_enter_tuner())
        return;
    if (atomic_load(&key->is_decided)) {
        /* another thread was faster */
    } else if (!netcl_knowledge_budget_left()) {
        give_up(key, facts, NETCL_REASON_BUDGET);
    } else if (key->skip_until) {
        key->skip_until--;
    } else {
        hold(key, kernel, request, facts);
        key->worth.launches++;
    }
    netcl_key_leave_tuner();
}
