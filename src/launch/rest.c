/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/rest.h"

#include <stdlib.h>
#include <string.h>

#include "decide/reason.h"
#include "launch/knowledge.h"
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

/* Without a digest it is a hint to whoever reads it. */
static void make_hint(struct netcl_decision *decision, const char *choice,
                      double original_us)
{
    free(decision->choice);
    free(decision->digest);
    decision->choice = strdup(choice);
    decision->digest = NULL;
    decision->original_us = original_us;
    decision->reason = netcl_reason_text(NETCL_REASON_UNFINISHED);
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
        make_hint(&decision, choice, netcl_tuning_original_us(key->tuning));
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
