/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/key.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "base/dict.h"
#include "base/str.h"
#include "launch/kin.h"
#include "launch/knowledge.h"
#include "launch/pin.h"
#include "tune/proposal.h"

/* Sizes beyond that, as of a program with a new one each time, are not known. */
#define MOST_KEYS 16384
/* As 31 years; a broken file may hold any number. */
#define MOST_MS 1e12

struct keyed {
    struct netcl_key key;
    UT_hash_handle hh;
};

static struct keyed *keys;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

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

void netcl_key_decide(struct netcl_key *key,
                      const struct netcl_decision *decision)
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
void netcl_key_describe(const struct netcl_key *key,
                     const struct netcl_facts *facts,
                     struct netcl_decision *decision)
{
    memset(decision, 0, sizeof(*decision));
    decision->key = strdup(key->text);
    decision->device = strdup(facts->device->name);
    decision->driver = strdup(facts->device->driver);
    decision->kernel = strdup(key->label);
    decision->family = netcl_facts_is_unknown(facts)
                           ? NULL
                           : strdup(facts->entry->family->name);
    decision->shape = netcl_facts_shape(facts, true);
    decision->digest = key->digest ? strdup(key->digest) : NULL;
    decision->speedup = 1;
    decision->is_exact = true;
}

void netcl_key_publish(struct netcl_key *key, struct netcl_decision *decision)
{
    struct netcl_summary_line line;

    memset(&line, 0, sizeof(line));
    netcl_key_decide(key, decision);
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

    netcl_key_describe(key, facts, &decision);
    decision.origin = cached->origin;
    decision.choice = strdup(cached->choice);
    decision.reason = netcl_reason_text(NETCL_REASON_REMEMBERED);
    decision.speedup = cached->speedup > 0 ? cached->speedup : 1;
    decision.original_us = cached->original_us;
    decision.chosen_us = cached->chosen_us;
    decision.is_exact = cached->is_exact;
    decision.error = cached->error;
    netcl_key_publish(key, &decision);
    key->is_remembered = true;
    netcl_decision_clear(&decision);
}

static bool is_current(const struct netcl_key *key, const char *digest)
{
    return key->digest && digest && !strcmp(key->digest, digest);
}

/* With other candidates it is another search. */
static void take_effort(struct netcl_key *key,
                        const struct netcl_effort *effort)
{
    if (!is_current(key, effort->digest) || !(effort->held_ms >= 0) ||
        !(effort->launches >= 0))
        return;
    key->worth.former_ns = (uint64_t)fmin(effort->held_ms, MOST_MS) * NETCL_MS;
    key->worth.former_launches = (uint64_t)fmin(effort->launches, MOST_MS);
}

static bool is_known_choice(const struct netcl_facts *facts,
                            const char *choice)
{
    struct netcl_proposal_site site = netcl_proposal_site_of(facts);
    struct netcl_proposal proposal;

    return !strcmp(choice, NETCL_CHOICE_ORIGINAL) ||
           !netcl_proposal_find(&site, choice, &proposal);
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
        if ((is_current(key, cached.digest) || (is_pinned && cached.digest)) &&
            netcl_pin_admits(&cached))
            take_cached(key, facts, &cached);
        else if (strcmp(cached.choice, NETCL_CHOICE_ORIGINAL))
            key->hint = strdup(cached.choice);
        /* An unfinished search has at least found out how slow it is. */
        key->worth.original_us = cached.original_us;
        take_effort(key, &cached.effort);
    }
    netcl_cached_clear(&cached);
}

static void pin(struct netcl_key *key, const struct netcl_facts *facts)
{
    struct netcl_decision decision;

    netcl_key_describe(key, facts, &decision);
    netcl_pin_choose(netcl_knowledge_cache(), key->text, facts, &decision);
    key->is_pinned = true;
    netcl_key_publish(key, &decision);
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
    fresh->key.digest = digest_of(facts->entry->family);
    pthread_mutex_lock(&mutex);
    HASH_FIND_STR(keys, text, keyed);
    if (!keyed && HASH_COUNT(keys) < MOST_KEYS) {
        HASH_ADD_KEYPTR(hh, keys, fresh->key.text, strlen(text), fresh);
        if (fresh->hh.tbl) {
            settle(&fresh->key, facts);
            keyed = fresh;
            fresh = NULL;
        }
    }
    pthread_mutex_unlock(&mutex);
    if (fresh) {
        free(fresh->key.digest);
        free(text);
    }
    free(fresh);
    return keyed ? &keyed->key : NULL;
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

bool netcl_key_each(netcl_key_visit *visit, void *context)
{
    struct keyed *keyed, *next;

    if (pthread_mutex_trylock(&mutex))
        return false;
    HASH_ITER(hh, keys, keyed, next)
    {
        visit(context, &keyed->key);
    }
    pthread_mutex_unlock(&mutex);
    return true;
}

const char *netcl_key_pin(struct netcl_key *key,
                          const struct netcl_facts *facts)
{
    struct netcl_decision decision;
    const char *pinned;

    pthread_mutex_lock(&mutex);
    if (!key->pinned) {
        netcl_key_describe(key, facts, &decision);
        netcl_pin_choose(netcl_knowledge_cache(), key->text, facts,
                         &decision);
        netcl_log_decision(&decision);
        key->pinned = decision.choice;
        decision.choice = NULL;
        netcl_decision_clear(&decision);
    }
    pinned = key->pinned ? key->pinned : NETCL_CHOICE_ORIGINAL;
    pthread_mutex_unlock(&mutex);
    return pinned;
}

/* ---- taking it back ---------------------------------------------------------- */

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
    static char original[] = NETCL_CHOICE_ORIGINAL; /* needs no memory */

    forget(key->text);
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
