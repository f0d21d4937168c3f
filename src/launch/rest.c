/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/rest.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "decide/reason.h"
#include "launch/knowledge.h"
#include "launch/tuner.h"
#include "tune/tuning.h"

/* Whether another process has decided by now. */
static bool is_decided_elsewhere(const struct netcl_key *key)
{
    struct netcl_cache *cache = netcl_knowledge_cache();
    struct netcl_cached cached;
    bool is_decided;

    netcl_cache_refresh(cache);
    if (!netcl_cache_find(cache, key->text, &cached))
        return false;
    is_decided = cached.digest != NULL;
    netcl_cached_clear(&cached);
    return is_decided;
}

static uint64_t launches_of(const struct netcl_key *key)
{
    unsigned pause = atomic_load(&key->pause); /* counted before they come */
    uint64_t launches = key->worth.launches;

    return key->worth.former_launches +
           (launches > pause ? launches - pause : 0);
}

/* Without a digest of its own it is a hint to whoever reads it. */
static void make_hint(const struct netcl_key *key, const char *choice,
                      struct netcl_decision *decision)
{
    free(decision->choice);
    free(decision->digest);
    decision->choice = strdup(choice);
    decision->digest = NULL;
    decision->original_us = key->worth.original_us;
    decision->reason = netcl_reason_text(NETCL_REASON_UNFINISHED);
    decision->effort.digest = key->digest ? strdup(key->digest) : NULL;
    decision->effort.held_ms =
        (double)netcl_worth_spent_ns(&key->worth) / NETCL_MS;
    decision->effort.launches = (double)launches_of(key);
}

static void store(const struct netcl_key *key, const struct netcl_facts *facts,
                  const char *choice, bool is_confirmed)
{
    struct netcl_decision decision;

    netcl_key_describe(key, facts, &decision);
    netcl_tuning_report(key->tuning, &decision);
    if (is_confirmed)
        netcl_tuning_keep(key->tuning, facts->entry->name);
    else
        make_hint(key, choice, &decision);
    netcl_cache_store(netcl_knowledge_cache(), &decision);
    netcl_decision_clear(&decision);
}

void netcl_rest_keep(struct netcl_key *key, const struct netcl_facts *facts)
{
    bool is_confirmed;
    const char *choice = netcl_tuning_favourite(key->tuning, &is_confirmed);

    is_confirmed = is_confirmed && !netcl_tuning_is_short(key->tuning);
    if (!choice && !netcl_worth_is_long(netcl_tuning_original_us(key->tuning)))
        return;
    if (!choice)
        choice = NETCL_CHOICE_ORIGINAL;
    if (key->kept && !strcmp(key->kept, choice) &&
        key->is_kept_confirmed == is_confirmed)
        return;
    if (is_confirmed || !is_decided_elsewhere(key))
        store(key, facts, choice, is_confirmed);
    free(key->kept);
    key->kept = strdup(choice);
    key->is_kept_confirmed = is_confirmed;
}

/* ---- what was spent in vain -------------------------------------------- */

/* Less of a stall is nothing that anyone would miss. */
#define STALL_SHARE 8

static bool is_in_vain(const struct netcl_key *key)
{
    uint64_t least = (uint64_t)netcl_config()->stall_ms * NETCL_MS;

    return !key->is_remembered && !key->is_kept_confirmed &&
           (key->worth.spent_ns || key->worth.launches) &&
           netcl_worth_spent_ns(&key->worth) > least / STALL_SHARE;
}

/* The best bet so far, of this process or of one before. */
static const char *bet_of(const struct netcl_key *key)
{
    if (key->kept)
        return key->kept;
    return key->hint ? key->hint : NETCL_CHOICE_ORIGINAL;
}

/* Sets *context, a bool, where there was something to put. */
static void put_effort(void *context, struct netcl_key *key)
{
    struct netcl_decision decision = {
        .key = key->text, .speedup = 1, .is_exact = true};

    if (!is_in_vain(key) || is_decided_elsewhere(key))
        return;
    make_hint(key, bet_of(key), &decision);
    netcl_cache_add(netcl_knowledge_cache(), &decision);
    *(bool *)context = true;
    decision.key = NULL;
    netcl_decision_clear(&decision);
}

void netcl_rest_note(struct netcl_key *key)
{
    bool is_put = false;

    put_effort(&is_put, key);
    if (is_put)
        netcl_cache_flush(netcl_knowledge_cache());
}

void netcl_rest_leave(void)
{
    bool is_put = false;

    if (!netcl_tuner_enter())
        return;
    netcl_key_each(put_effort, &is_put);
    if (is_put)
        netcl_cache_flush(netcl_knowledge_cache());
    netcl_tuner_leave();
}
