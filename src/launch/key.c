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
#include "launch/knowledge.h"
#include "tune/bound.h"
#include "tune/offer.h"
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

static void decide(struct netcl_key *key, const struct netcl_decision *decision)
{
    key->choice = strdup(decision->choice ? decision->choice
                                          : NETCL_CHOICE_ORIGINAL);
    if (!key->choice)
        return; /* not decided: the original runs */
    key->original_us = decision->original_us;
    key->chosen_us = decision->chosen_us;
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
    decision->family = facts->entry->derived
                           ? NULL
                           : strdup(facts->entry->family->name);
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
    line.tuning_ms = decision->tuning_ms;
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
    struct netcl_offer offer;

    return !strcmp(choice, NETCL_CHOICE_ORIGINAL) ||
           !netcl_offer_find(facts->entry, choice, &offer);
}

static bool is_admitted(const struct netcl_cached *cached)
{
    return cached->is_exact ||
           netcl_config()->numerics != NETCL_NUMERICS_EXACT;
}

/* A decision, a hint, or nothing; what is no longer offered is forgotten. */
static void look_up(struct netcl_key *key, const struct netcl_facts *facts)
{
    struct netcl_cached cached;
    bool is_pinned = netcl_config()->mode == NETCL_MODE_PINNED;

    if (!netcl_cache_find(netcl_knowledge_cache(), key->text, &cached))
        return;
    if (is_known_choice(facts, cached.choice)) {
        if ((is_current(&cached, facts) || (is_pinned && cached.digest)) &&
            is_admitted(&cached))
            take_cached(key, facts, &cached);
        else if (strcmp(cached.choice, NETCL_CHOICE_ORIGINAL))
            key->hint = strdup(cached.choice);
    }
    netcl_cached_clear(&cached);
}

static bool is_legal(const struct netcl_facts *facts,
                     const struct netcl_pin *pin)
{
    return !pin->variant ||
           (facts->entry->offers[pin->variant->index] &&
            !netcl_bound_check(facts->device, pin->variant, pin->candidate,
                               facts->slots));
}

static void pin(struct netcl_key *key, const struct netcl_facts *facts)
{
    const struct netcl_family *family = facts->entry->family;
    const struct netcl_pin *rule = family->pins;
    struct netcl_decision decision;

    for (; rule < family->pins + family->pin_count; rule++)
        if (netcl_pin_applies(rule, facts->entry, facts->slots) &&
            is_legal(facts, rule))
            break;
    describe(key, facts, &decision);
    decision.origin = NETCL_ORIGIN_PINNED;
    decision.choice = strdup(rule < family->pins + family->pin_count &&
                                     rule->variant
                                 ? rule->choice
                                 : NETCL_CHOICE_ORIGINAL);
    decision.reason = netcl_reason_text(NETCL_REASON_PIN_RULE);
    publish(key, &decision);
    netcl_decision_clear(&decision);
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
        look_up(&fresh->key, facts);
        if (!atomic_load(&fresh->key.is_decided) &&
            netcl_config()->mode == NETCL_MODE_PINNED)
            pin(&fresh->key, facts);
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

static void give_up(struct netcl_key *key, const struct netcl_facts *facts,
                    enum netcl_reason reason)
{
    struct netcl_decision decision;

    netcl_tuning_close(key->tuning);
    key->tuning = NULL;
    if (netcl_reason_is_skip(reason)) {
        char *fingerprint = netcl_str_format(
            "%016" PRIx64, facts->entry->fingerprints[0]);

        netcl_log_skip(key->label, fingerprint ? fingerprint : "", reason);
        free(fingerprint);
    }
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
                        struct netcl_lane *lane)
{
    enum netcl_reason why = NETCL_REASON_DRIVER;

    if (key->tuning && key->tuning->is_abandoned) {
        netcl_tuning_close(key->tuning); /* its context has gone */
        key->tuning = NULL;
    }
    if (!key->tuning)
        key->tuning = netcl_tuning_open(lane, kernel, request, facts,
                                        key->hint, &why);
    if (!key->tuning)
        give_up(key, facts, why);
    return key->tuning != NULL;
}

static void run_tuning(struct netcl_key *key, const struct netcl_facts *facts,
                       uint64_t deadline_ns)
{
    switch (netcl_tuning_run(key->tuning, deadline_ns)) {
    case NETCL_PROGRESS_DONE:
        finish(key, facts, false);
        break;
    case NETCL_PROGRESS_FAILED:
        if (!key->tuning->is_abandoned)
            give_up(key, facts, NETCL_REASON_DRIVER);
        break;
    default:
        if (netcl_clock_ns() >= deadline_ns &&
            netcl_knowledge_budget_left() == 0)
            finish(key, facts, true);
    }
}

/* Not drained in time: wait longer and longer before the next try. */
static void postpone(struct netcl_key *key)
{
    key->postponed++;
    if (key->postponed > PATIENCE)
        key->skip_until = 1u << (key->postponed < 20 ? key->postponed : 20);
}

/* In the lane that the tuning lives in, or that a new one will. */
static void tune_in_lane(struct netcl_key *key,
                         const struct netcl_kernel *kernel,
                         const struct netcl_request *request,
                         const struct netcl_facts *facts, uint64_t deadline_ns)
{
    struct netcl_context *context = netcl_context_find(kernel->context);
    struct netcl_lane *lane = NULL;

    if (key->tuning && netcl_lane_reenter(key->tuning->lane))
        lane = key->tuning->lane;
    if (!lane && context)
        lane = netcl_lane_enter(request->real, context, facts->device);
    if (!lane)
        return;
    if (!key->tuning || key->tuning->is_abandoned) {
        if (!netcl_drain(request, deadline_ns)) {
            postpone(key);
            netcl_lane_leave(lane);
            return;
        }
        key->postponed = 0;
    }
    if (open_tuning(key, kernel, request, facts, lane))
        run_tuning(key, facts, deadline_ns);
    netcl_lane_leave(lane);
}

void netcl_key_tune(struct netcl_key *key, const struct netcl_kernel *kernel,
                    const struct netcl_request *request,
                    const struct netcl_facts *facts)
{
    uint64_t start = netcl_clock_ns();
    uint64_t left = netcl_knowledge_budget_left();
    uint64_t stall = (uint64_t)netcl_config()->stall_ms * NETCL_MS;

    if (atomic_flag_test_and_set(&tuner_is_busy))
        return;
    if (atomic_load(&key->is_decided)) {
        /* another thread was faster */
    } else if (!left) {
        give_up(key, facts, NETCL_REASON_BUDGET);
    } else if (key->skip_until) {
        key->skip_until--;
    } else if (stall) {
        tune_in_lane(key, kernel, request, facts,
                     start + (stall < left ? stall : left));
        netcl_knowledge_spend(netcl_clock_ns() - start);
    }
    atomic_flag_clear(&tuner_is_busy);
}
