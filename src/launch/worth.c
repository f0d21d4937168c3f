/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/worth.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "launch/knowledge.h"
#include "tune/builder.h"

/* Sizes seen for the first time: 1 part in so many of the program's time. */
#define FIRST_SIGHTS 50
/* Stalls that a key which comes again may cost in any case. */
#define STALLS 8
/* What may go by waiting for builds, and FIRST_SIGHTS' part of the time. */
#define PATIENCE_STALLS 4

/*
 * Of the original and as slow candidates, before anything is known. A former
 * process has seen whether a stall is enough for them.
 */
#define LEAST_RUNS 4

struct label {
    const char *text;
    uint64_t spent_ns; /* at first sight of keys */
    struct label *next;
};

static struct label *labels;
static uint64_t start_ns;       /* of the first launch asked for */
static uint64_t first_sight_ns; /* spent by all labels */
static atomic_ullong waited_ns; /* for builds of decided choices */

static uint64_t stall_ns(void)
{
    return (uint64_t)netcl_config()->stall_ms * NETCL_MS;
}

static struct label *label_of(const char *text)
{
    struct label *label;

    for (label = labels; label; label = label->next)
        if (!strcmp(label->text, text))
            return label;
    label = calloc(1, sizeof(*label));
    if (!label)
        return NULL;
    label->text = text;
    label->next = labels;
    labels = label;
    return label;
}

bool netcl_worth_is_long(double original_us)
{
    return original_us * 1e3 * LEAST_RUNS > (double)stall_ns();
}

static uint64_t at_first_sight(const struct label *label,
                               const struct netcl_worth *worth,
                               uint64_t now_ns)
{
    uint64_t share = (now_ns - start_ns) / FIRST_SIGHTS;

    if (netcl_worth_is_long(worth->original_us))
        return 0;
    if (label->spent_ns < stall_ns())
        return stall_ns() - label->spent_ns;
    return first_sight_ns < share ? share - first_sight_ns : 0;
}

/* Some stalls, and what launches took; unmeasured: nothing yet. */
static uint64_t earned_by(const struct netcl_worth *worth, uint64_t launches)
{
    return STALLS * stall_ns() +
           (uint64_t)((double)launches * worth->original_us * 1e3);
}

static uint64_t when_it_comes_again(const struct netcl_worth *worth)
{
    uint64_t most = earned_by(worth, worth->launches);

    return worth->spent_ns < most ? most - worth->spent_ns : 0;
}

/*
 * Twice, so that ever fewer processes begin a search that is too long. One that
 * has not even measured the original has waited for builds, and no launches
 * would ever earn that.
 */
static bool has_earned_former(const struct netcl_worth *worth)
{
    return worth->original_us <= 0 ||
           earned_by(worth, worth->launches + worth->former_launches) >=
           2 * worth->former_ns;
}

uint64_t netcl_worth_deadline_ns(const char *text,
                                 const struct netcl_worth *worth,
                                 uint64_t now_ns, bool *is_declined)
{
    struct label *label = label_of(text);
    uint64_t left = netcl_knowledge_budget_left(), hold = 0;

    if (!start_ns)
        start_ns = now_ns;
    if (worth->is_idle)
        hold = stall_ns();
    else if (label && has_earned_former(worth))
        hold = worth->launches ? when_it_comes_again(worth)
                               : at_first_sight(label, worth, now_ns);
    *is_declined = !hold && stall_ns();
    if (hold > stall_ns())
        hold = stall_ns();
    return now_ns + (hold < left ? hold : left);
}

uint64_t netcl_worth_patience_ns(uint64_t now_ns, uint64_t deadline_ns)
{
    uint64_t most = PATIENCE_STALLS * stall_ns() +
                    (now_ns - start_ns) / FIRST_SIGHTS;
    uint64_t waited = netcl_builder_waited_ns();
    uint64_t left = waited < most ? most - waited : 0;

    return now_ns + left < deadline_ns ? now_ns + left : deadline_ns;
}

void netcl_worth_spend(const char *text, struct netcl_worth *worth,
                       uint64_t ns)
{
    struct label *label = label_of(text);

    if (label && !worth->launches) {
        label->spent_ns += ns;
        first_sight_ns += ns;
    }
    worth->spent_ns += ns;
    netcl_knowledge_spend(ns);
}

void netcl_worth_begin_anew(struct netcl_worth *worth)
{
    worth->former_ns += worth->spent_ns;
    worth->spent_ns = 0;
}

uint64_t netcl_worth_spent_ns(const struct netcl_worth *worth)
{
    return worth->former_ns + worth->spent_ns;
}

uint64_t netcl_worth_wait_ns(uint64_t now_ns)
{
    uint64_t spent = atomic_load(&waited_ns);

    return spent < stall_ns() ? now_ns + stall_ns() - spent : now_ns;
}

void netcl_worth_waited(uint64_t ns)
{
    atomic_fetch_add(&waited_ns, ns);
    netcl_knowledge_spend(ns);
}
