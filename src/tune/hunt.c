/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/hunt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "launch/part.h"
#include "track/build.h"
#include "tune/derived.h"
#include "tune/probe.h"
#include "tune/values.h"

/* More combinations than anyone can try; a manifest that has them is odd. */
#define MOST_CANDIDATES 512
/* Derived candidates that are raced in the end. */
#define MOST_RACERS 3
#define MOST_RACERS_BESIDE 1 /* a manifest's variants */
/*
 * A manifest's variant so many times faster is not caught up with: changed
 * text gained 4 times, and the rest is not worth ten builds more.
 */
#define FAR_AHEAD_OF_TEXT 4
#define FAR_AHEAD 1.2

static int copy_values(struct netcl_hunt *hunt,
                       const struct netcl_kernel *kernel,
                       const struct netcl_facts *facts)
{
    int err;

    hunt->views = calloc(kernel->arg_count + 1, sizeof(*hunt->views));
    if (!hunt->views)
        return -ENOMEM;
    err = netcl_values_copy(hunt->lane, hunt->entry, kernel->values,
                            &hunt->values);
    if (!err)
        netcl_part_set_values(facts, hunt->values);
    return err;
}

static int copy_memory(struct netcl_hunt *hunt,
                       const struct netcl_facts *facts)
{
    size_t i;
    int arg, err;

    err = netcl_shadow_open(hunt->lane, facts->regions, facts->region_count,
                            &hunt->shadow);
    if (!err)
        err = netcl_shadow_spoil(hunt->shadow);
    if (err)
        return err;
    for (i = 0; i < facts->region_count; i++) {
        arg = facts->region_args[i];
        hunt->views[arg] = netcl_shadow_view(hunt->shadow, i);
        /* What is asked of an image later is asked of ours. */
        memcpy(hunt->values[arg].bytes, &hunt->views[arg], sizeof(cl_mem));
    }
    return 0;
}

/* On what is run here, and on all that it is for. */
static bool is_legal(const struct netcl_hunt *hunt,
                     const struct netcl_proposal *proposal)
{
    struct netcl_proposal_site site = netcl_hunt_site(hunt);

    if (netcl_proposal_check(proposal, &site))
        return false;
    site.slots = hunt->whole;
    return !hunt->whole || !netcl_proposal_check(proposal, &site);
}

static int add_candidate(struct netcl_hunt *hunt,
                         const struct netcl_proposal *proposal,
                         const char *only)
{
    struct netcl_candidate *candidate =
        &hunt->candidates[hunt->candidate_count];

    candidate->choice = netcl_proposal_choice(proposal);
    if (!candidate->choice)
        return -ENOMEM;
    if (only && strcmp(only, candidate->choice)) {
        free(candidate->choice);
        candidate->choice = NULL;
        return 0;
    }
    candidate->proposal = *proposal;
    candidate->status = is_legal(hunt, proposal) ? NETCL_STATUS_UNTRIED
                                                 : NETCL_STATUS_ILLEGAL;
    hunt->candidate_count++;
    return 0;
}

static int list_variants(struct netcl_hunt *hunt)
{
    const struct netcl_family *family = hunt->entry->family;
    struct netcl_proposal proposal;
    size_t i, index;
    int err = 0;

    for (i = 0; i < family->variant_count; i++) {
        if (!hunt->entry->offers[i])
            continue;
        for (index = 0; !err && index < family->variants[i].candidate_count &&
                        hunt->candidate_count < MOST_CANDIDATES;
             index++) {
            proposal = netcl_proposal_of_variant(&family->variants[i], index);
            err = add_candidate(hunt, &proposal, NULL);
        }
    }
    return err;
}

/* The one choice that is asked for, and none after it. */
static int list_only(struct netcl_hunt *hunt, const char *only)
{
    struct netcl_proposal_site site = netcl_hunt_site(hunt);
    struct netcl_proposal proposal;

    hunt->stage = NETCL_STAGE_COUNT;
    return netcl_proposal_find(&site, only, &proposal)
               ? 0
               : add_candidate(hunt, &proposal, only);
}

static int list_candidates(struct netcl_hunt *hunt, const char *only)
{
    hunt->candidates = calloc(MOST_CANDIDATES, sizeof(*hunt->candidates));
    hunt->by_number = calloc(MOST_CANDIDATES + 1, sizeof(*hunt->by_number));
    if (!hunt->candidates || !hunt->by_number)
        return -ENOMEM;
    return only ? list_only(hunt, only) : list_variants(hunt);
}

/* ---- derived candidates, stage by stage ---------------------------------- */

static bool is_racer(const struct netcl_candidate *candidate)
{
    return candidate->number && netcl_proposal_is_derived(&candidate->proposal);
}

/*
 * NULL: the original. The least of few runs counts: what disturbs a run makes
 * it longer.
 */
static const struct netcl_candidate *find_best(const struct netcl_hunt *hunt,
                                               bool is_derived)
{
    const struct netcl_candidate *best = NULL, *candidate = hunt->candidates;
    double least_us = hunt->original_us;

    for (; candidate < hunt->candidates + hunt->candidate_count; candidate++)
        if (candidate->number && candidate->bound &&
            candidate->us < least_us && (!is_derived || is_racer(candidate))) {
            least_us = candidate->us;
            best = candidate;
        }
    return best;
}

double netcl_hunt_best_us(const struct netcl_hunt *hunt)
{
    const struct netcl_candidate *best = find_best(hunt, false);

    return best ? best->us : hunt->original_us;
}

/* The few fastest go into the race: thirty equals would take for ever. */
static void thin_out(struct netcl_hunt *hunt)
{
    size_t faster, most = hunt->entry->family->variant_count
                              ? MOST_RACERS_BESIDE
                              : MOST_RACERS;
    struct netcl_candidate *candidate = hunt->candidates;
    struct netcl_candidate *end = candidate + hunt->candidate_count;
    const struct netcl_candidate *other;

    for (; candidate < end; candidate++) {
        if (!is_racer(candidate))
            continue;
        for (faster = 0, other = hunt->candidates; other < end; other++)
            faster += is_racer(other) && (other->us < candidate->us ||
                                          (other->us == candidate->us &&
                                           other < candidate));
        if (faster >= most)
            netcl_select_drop(hunt->select, candidate->number,
                              NETCL_STATUS_SCREENED);
    }
}

static bool is_listed(const struct netcl_hunt *hunt, const char *choice)
{
    size_t i;

    for (i = 0; i < hunt->candidate_count; i++)
        if (!strcmp(hunt->candidates[i].choice, choice))
            return true;
    return false;
}

static void add_recipe(struct netcl_hunt *hunt,
                       const struct netcl_recipe *recipe)
{
    struct netcl_proposal proposal = netcl_proposal_of_recipe(recipe);
    char *choice = netcl_proposal_choice(&proposal);

    if (!choice)
        hunt->is_short = true;
    else if (!is_listed(hunt, choice) &&
             hunt->candidate_count < MOST_CANDIDATES)
        hunt->is_short |= add_candidate(hunt, &proposal, NULL) != 0;
    free(choice);
}

/* Where a manifest's variant is far ahead, it would be time lost. */
static bool has_chance(const struct netcl_hunt *hunt,
                       const struct netcl_candidate *derived)
{
    double us = derived ? derived->us : hunt->original_us;

    return us <= netcl_hunt_best_us(hunt) *
                     (hunt->stage == NETCL_STAGE_TEXT ? FAR_AHEAD_OF_TEXT
                                                      : FAR_AHEAD);
}

bool netcl_hunt_extend(struct netcl_hunt *hunt)
{
    struct netcl_recipe list[NETCL_STAGE_MOST], best = {.items = 0};
    struct netcl_proposal_site site = netcl_hunt_site(hunt);
    size_t i, count, before = hunt->candidate_count;
    const struct netcl_candidate *fastest;
    struct netcl_stage_site stage;

    if (!hunt->derived)
        return false;
    netcl_derived_site(&site, &stage);
    while (hunt->stage < NETCL_STAGE_COUNT &&
           hunt->candidate_count == before) {
        fastest = find_best(hunt, true);
        if (!has_chance(hunt, fastest))
            break;
        if (fastest)
            best = fastest->proposal.recipe;
        count = netcl_stage_list(&stage, (enum netcl_stage)hunt->stage++,
                                 &best, list);
        for (i = 0; i < count; i++)
            add_recipe(hunt, &list[i]);
    }
    if (hunt->candidate_count == before)
        thin_out(hunt);
    return hunt->candidate_count > before;
}

static int make_selector(struct netcl_hunt *hunt)
{
    struct netcl_select_options options;

    netcl_select_defaults(&options);
    options.strategy = (enum netcl_search)netcl_config()->search;
    options.reps = (unsigned)netcl_config()->reps;
    hunt->select = netcl_select_new(1, &options);
    if (!hunt->select)
        return -ENOMEM;
    netcl_select_expect(hunt->select, true);
    return 0;
}

static int64_t *copy_slots(const struct netcl_facts *facts,
                           const int64_t *slots)
{
    size_t count = facts->entry->family->slot_count;
    int64_t *copy = malloc((count + 1) * sizeof(*copy));

    if (copy)
        memcpy(copy, slots, count * sizeof(*copy));
    return copy;
}

static int copy_facts(struct netcl_hunt *hunt, const struct netcl_facts *facts,
                      const struct netcl_kernel *kernel)
{
    struct netcl_unit *unit;

    if (netcl_build_unit(kernel->build, &unit))
        return -ENOMEM;
    hunt->options = strdup(netcl_unit_options(unit));
    hunt->slots = copy_slots(facts, netcl_part_slots(facts));
    if (facts->part)
        hunt->whole = copy_slots(facts, facts->slots);
    return hunt->options && hunt->slots && (hunt->whole || !facts->part)
               ? 0
               : -ENOMEM;
}

struct netcl_proposal_site netcl_hunt_site(const struct netcl_hunt *hunt)
{
    return (struct netcl_proposal_site){
        .device = hunt->lane->device,
        .entry = hunt->entry,
        .derived = hunt->derived,
        .slots = hunt->slots,
        .lane = hunt->lane,
        .options = hunt->options,
        .values = hunt->values,
    };
}

int netcl_hunt_open(struct netcl_lane *lane, const struct netcl_kernel *kernel,
                    const struct netcl_request *request,
                    const struct netcl_facts *facts, const char *only,
                    struct netcl_hunt **out)
{
    struct netcl_hunt *hunt = calloc(1, sizeof(*hunt));
    size_t global[3];
    struct netcl_request part = netcl_part_request(facts, request, global);
    int err;

    if (!hunt)
        return -ENOMEM;
    hunt->opened_ns = netcl_clock_ns();
    hunt->lane = lane;
    hunt->entry = facts->entry;
    /* What is made from the text has the whole launch's values in it. */
    hunt->derived = facts->part ? NULL : facts->derived;
    /* First, as it may have to be waited for: the rest is not to be lost. */
    err = netcl_bound_original(lane, kernel, &part, &hunt->original);
    if (!err)
        err = copy_facts(hunt, facts, kernel);
    errno = 0;
    hunt->may_probe = !err && netcl_probe_is_possible(kernel, facts);
    hunt->is_short = !hunt->may_probe && errno == ENOMEM;
    if (!err)
        err = list_candidates(hunt, only);
    if (!err)
        err = make_selector(hunt);
    if (!err)
        err = copy_values(hunt, kernel, facts);
    if (!err)
        err = copy_memory(hunt, facts);
    if (!err)
        err = netcl_bound_set_args(hunt->original, hunt->values, hunt->views,
                                   0);
    if (err) {
        netcl_hunt_close(hunt);
        return err;
    }
    *out = hunt;
    return 0;
}

void netcl_hunt_close(struct netcl_hunt *hunt)
{
    size_t i;

    if (!hunt)
        return;
    for (i = 0; i < hunt->candidate_count; i++) {
        netcl_bound_free(hunt->candidates[i].bound);
        free(hunt->candidates[i].choice);
    }
    netcl_bound_free(hunt->original);
    netcl_probe_close(hunt, hunt->probe);
    netcl_shadow_close(hunt->shadow);
    netcl_select_free(hunt->select);
    netcl_values_free(hunt->lane, hunt->entry, hunt->values);
    free(hunt->views);
    free(hunt->candidates);
    free(hunt->by_number);
    free(hunt->options);
    free(hunt->slots);
    free(hunt->whole);
    free(hunt);
}

static void report_candidate(const struct netcl_hunt *hunt,
                             const struct netcl_candidate *candidate,
                             struct netcl_decision *decision)
{
    struct netcl_result *result =
        &decision->candidates[decision->candidate_count];
    struct netcl_select_stats stats;

    result->choice = strdup(candidate->choice);
    if (!result->choice)
        return;
    result->status = candidate->status;
    result->median_us = candidate->us;
    result->samples = candidate->runs > 1;
    result->error = candidate->error;
    result->is_other_data = candidate->fails_probe;
    if (candidate->number) {
        netcl_select_get_stats(hunt->select, candidate->number, &stats);
        result->status = stats.status;
        result->median_us = stats.median_us;
        result->samples = stats.samples;
        result->spread = stats.spread;
    }
    decision->candidate_count++;
}

static void report_original(const struct netcl_hunt *hunt,
                            struct netcl_decision *decision)
{
    struct netcl_result *result = &decision->candidates[0];
    struct netcl_select_stats stats;

    result->choice = strdup(NETCL_CHOICE_ORIGINAL);
    if (!result->choice)
        return;
    netcl_select_get_stats(hunt->select, 0, &stats);
    result->status = stats.status;
    result->median_us = stats.median_us;
    result->samples = stats.samples;
    result->spread = stats.spread;
    decision->candidate_count = 1;
}

static bool has_status(const struct netcl_hunt *hunt, enum netcl_status status)
{
    size_t i;

    for (i = 0; i < hunt->candidate_count; i++)
        if (hunt->candidates[i].status == status)
            return true;
    return false;
}

static bool has_raced(const struct netcl_hunt *hunt)
{
    size_t i;

    for (i = 0; i < hunt->candidate_count; i++)
        if (hunt->candidates[i].number)
            return true;
    return false;
}

/* The selector does not know of candidates that never got into it. */
static enum netcl_reason reason_of(const struct netcl_hunt *hunt,
                                   enum netcl_reason selected)
{
    size_t i;

    if (hunt->is_vain)
        return NETCL_REASON_VAIN;
    if (hunt->is_unstable)
        return NETCL_REASON_UNSTABLE;
    if (hunt->is_plain)
        return NETCL_REASON_PLAIN;
    if (selected == NETCL_REASON_BUDGET || has_raced(hunt))
        return selected;
    if (has_status(hunt, NETCL_STATUS_SCREENED)) /* right, but far slower */
        return NETCL_REASON_ORIGINAL_BEST;
    for (i = 0; i < hunt->candidate_count; i++)
        if (hunt->candidates[i].status != NETCL_STATUS_ILLEGAL)
            return NETCL_REASON_NOTHING_WORKS;
    return NETCL_REASON_NO_CANDIDATE;
}

void netcl_hunt_report(const struct netcl_hunt *hunt,
                       struct netcl_decision *decision)
{
    const struct netcl_candidate *winner = NULL;
    struct netcl_select_outcome outcome;
    size_t i;

    netcl_select_get_outcome(hunt->select, &outcome);
    if (outcome.winner)
        winner = &hunt->candidates[hunt->by_number[outcome.winner]];
    decision->choice =
        strdup(winner ? winner->choice : NETCL_CHOICE_ORIGINAL);
    decision->reason = netcl_reason_text(reason_of(hunt, outcome.reason));
    decision->speedup = outcome.speedup;
    decision->original_us = outcome.original_us;
    decision->chosen_us = outcome.chosen_us;
    decision->is_exact = !winner || winner->is_exact;
    if (winner)
        decision->error = winner->error;
    decision->tuning_ms = (double)hunt->spent_ns / 1e6;
    decision->elapsed_ms = (double)(netcl_clock_ns() - hunt->opened_ns) / 1e6;
    decision->launches = hunt->launches;
    decision->candidates =
        calloc(hunt->candidate_count + 1, sizeof(*decision->candidates));
    if (!decision->candidates)
        return;
    report_original(hunt, decision);
    for (i = 0; i < hunt->candidate_count; i++)
        report_candidate(hunt, &hunt->candidates[i], decision);
}
