/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/pin.h"

#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "decide/reason.h"
#include "launch/kin.h"
#include "tune/proposal.h"

static _Thread_local unsigned depth __attribute__((tls_model("initial-exec")));

void netcl_pin_push(void)
{
    depth++;
}

void netcl_pin_pop(void)
{
    if (depth)
        depth--;
}

bool netcl_pin_is_on(void)
{
    return depth || netcl_config()->mode == NETCL_MODE_PINNED;
}

static bool is_legal(const struct netcl_facts *facts,
                     const struct netcl_variant *variant, size_t index)
{
    return facts->entry->offers[variant->index] &&
           !netcl_bound_check(facts->device, variant, index, facts->slots);
}

static bool is_exact_wanted(void)
{
    return netcl_config()->numerics == NETCL_NUMERICS_EXACT;
}

/*
 * Where the compiler chooses the order of operations, nobody knows whether a
 * variant has the original's bits before the two were compared at this shape.
 */
static bool is_repeatable(const struct netcl_facts *facts)
{
    return !facts->is_loose || !is_exact_wanted();
}

/* Other bits than the original's are for those who asked for them. */
static bool is_admitted(const struct netcl_pin *rule,
                        const struct netcl_facts *facts)
{
    if (!rule->variant)
        return true;
    return is_repeatable(facts) && !(rule->is_inexact && is_exact_wanted());
}

const struct netcl_pin *netcl_pin_rule(const struct netcl_facts *facts)
{
    const struct netcl_family *family = facts->entry->family;
    const struct netcl_pin *rule = family->pins;

    for (; rule < family->pins + family->pin_count; rule++)
        if (is_admitted(rule, facts) &&
            netcl_pin_applies(rule, facts->entry, facts->slots) &&
            (!rule->variant || is_legal(facts, rule->variant, rule->candidate)))
            return rule;
    return NULL;
}

bool netcl_pin_admits(const struct netcl_cached *cached)
{
    return cached->is_exact ||
           netcl_config()->numerics == NETCL_NUMERICS_TOLERANT;
}

/* Bare values are hints, which someone would have to check first. */
static bool is_usable(const struct netcl_cached *cached,
                      const struct netcl_facts *facts)
{
    struct netcl_proposal_site site = netcl_proposal_site_of(facts);
    struct netcl_proposal proposal;

    if (!cached->digest || !netcl_pin_admits(cached))
        return false;
    if (!strcmp(cached->choice, NETCL_CHOICE_ORIGINAL))
        return true;
    return !netcl_proposal_find(&site, cached->choice, &proposal) &&
           !netcl_proposal_check(&proposal, &site);
}

/* False: nothing near is of use. */
static bool choose_nearest(struct netcl_cache *cache, const char *key,
                           const struct netcl_facts *facts,
                           struct netcl_decision *decision)
{
    struct netcl_kin kin;
    size_t i;

    if (!is_repeatable(facts) || netcl_kin_open(cache, key, &kin))
        return false;
    for (i = 0; i < kin.count; i++)
        if (is_usable(&kin.members[i].cached, facts))
            break;
    if (i < kin.count) {
        decision->choice = strdup(kin.members[i].cached.choice);
        decision->is_exact = kin.members[i].cached.is_exact;
        decision->error = kin.members[i].cached.error;
        decision->reason = netcl_reason_text(NETCL_REASON_NEAREST);
    }
    netcl_kin_close(&kin);
    return decision->choice != NULL;
}

void netcl_pin_choose(struct netcl_cache *cache, const char *key,
                      const struct netcl_facts *facts,
                      struct netcl_decision *decision)
{
    const struct netcl_pin *rule = netcl_pin_rule(facts);

    decision->origin = NETCL_ORIGIN_PINNED;
    if (rule) {
        decision->choice = strdup(rule->choice);
        decision->is_exact = !rule->variant; /* nobody has looked */
        decision->reason = netcl_reason_text(NETCL_REASON_PIN_RULE);
    } else if (!choose_nearest(cache, key, facts, decision)) {
        decision->choice = strdup(NETCL_CHOICE_ORIGINAL);
        decision->reason = netcl_reason_text(NETCL_REASON_UNMEASURED);
    }
}
