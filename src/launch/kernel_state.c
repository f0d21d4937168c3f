/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/kernel_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/str.h"
#include "launch/knowledge.h"

static enum netcl_reason reason_of(int err)
{
    switch (err) {
    case 0:
        return NETCL_REASON_COUNT;
    case -ENOENT:
        return NETCL_REASON_UNKNOWN;
    default:
        return NETCL_REASON_UNREADABLE;
    }
}

/* Why the whole source cannot be read. */
static enum netcl_reason unread_reason_of(int err)
{
    switch (err) {
    case -ENOTSUP:
        return NETCL_REASON_INCLUDE;
    case -EFBIG:
        return NETCL_REASON_LONG;
    default:
        return NETCL_REASON_UNREADABLE;
    }
}

/* What variants may be made from the kernel itself; NULL: none. */
static struct netcl_subject *find_subject(const struct netcl_kernel *kernel,
                                          uint64_t fingerprint)
{
    struct netcl_subject *subject;
    struct netcl_unit *unit;

    if (netcl_build_unit(kernel->build, &unit))
        return NULL;
    subject =
        netcl_subject_find(unit, kernel->build->source,
                           kernel->build->options, kernel->name, fingerprint);
    return subject && !subject->error ? subject : NULL;
}

/* Beside the manifest's, or where no manifest knows the kernel. */
static enum netcl_reason derive(struct netcl_kernel_state *state,
                                const struct netcl_kernel *kernel,
                                uint64_t fingerprint, int err)
{
    const struct netcl_kernel_entry *entry = state->match.entry;

    if (!netcl_config()->derive || !*state->fingerprint || err == -ENOMEM)
        return reason_of(err);
    state->subject = find_subject(kernel, fingerprint);
    if (!state->subject)
        return err ? NETCL_REASON_UNDERIVABLE : NETCL_REASON_COUNT;
    if (entry && entry->arg_count !=
                     netcl_subject_now(state->subject)->entry.arg_count)
        state->subject = NULL;
    return NETCL_REASON_COUNT;
}

static enum netcl_reason identify(struct netcl_kernel_state *state,
                                  const struct netcl_kernel *kernel)
{
    const struct netcl_registry *registry = netcl_knowledge_registry();
    struct netcl_unit *unit;
    uint64_t fingerprint = 0;
    unsigned facts = 0;
    int err;

    if (!kernel->build)
        return kernel->is_linked ? NETCL_REASON_LINKED
                                 : NETCL_REASON_NO_SOURCE;
    err = netcl_build_unit(kernel->build, &unit);
    if (err)
        return unread_reason_of(err);
    if (!netcl_slice_fingerprint(unit, kernel->name, NULL, 0, NULL,
                                 &fingerprint))
        snprintf(state->fingerprint, sizeof(state->fingerprint),
                 "%016" PRIx64, fingerprint);
    err = registry ? netcl_registry_find(registry, unit, kernel->name,
                                         &state->match, NULL)
                   : -ENOENT;
    if (err)
        state->match.entry = NULL;
    if (!netcl_slice_facts(unit, kernel->name, &facts) &&
        (facts & NETCL_FACT_PRINTF)) {
        state->match.entry = NULL;
        return NETCL_REASON_PRINTF;
    }
    return derive(state, kernel, fingerprint, err);
}

bool netcl_kernel_state_is_known(const struct netcl_kernel_state *state)
{
    return state->match.entry || state->subject;
}

struct netcl_known
netcl_kernel_state_known(const struct netcl_kernel_state *state)
{
    return (struct netcl_known){
        &state->match,
        state->subject ? netcl_subject_now(state->subject) : NULL};
}

static char *label_of(const struct netcl_kernel_state *state,
                      const struct netcl_kernel *kernel)
{
    if (state->match.entry)
        return strdup(state->match.entry->name);
    if (!*state->fingerprint)
        return strdup(kernel->name);
    return netcl_str_format("%s@%.8s", kernel->name, state->fingerprint);
}

static void free_state(struct netcl_kernel_state *state)
{
    struct netcl_plan *plan = atomic_load(&state->plans), *next;

    for (; plan; plan = next) {
        next = plan->next;
        netcl_plan_free(plan);
    }
    free(state->label);
    free(state);
}

struct netcl_kernel_state *netcl_kernel_state_get(struct netcl_kernel *kernel)
{
    struct netcl_kernel_state *seen = atomic_load(&kernel->state), *fresh;
    enum netcl_reason reason;

    if (seen)
        return seen;
    fresh = calloc(1, sizeof(*fresh));
    if (!fresh)
        return NULL;
    reason = identify(fresh, kernel);
    fresh->label = label_of(fresh, kernel);
    if (!fresh->label ||
        !atomic_compare_exchange_strong(&kernel->state, &seen, fresh)) {
        free_state(fresh);
        return seen; /* another thread was first, or no memory */
    }
    if (reason != NETCL_REASON_COUNT) {
        netcl_kernel_state_skip(fresh, reason);
        atomic_store(&kernel->is_left_alone, true);
    }
    return fresh;
}

void netcl_kernel_state_skip(struct netcl_kernel_state *state,
                             enum netcl_reason reason)
{
    unsigned bit = 1u << (reason % 32);

    /* Two threads at once: the log drops the second line. */
    if (__atomic_fetch_or(&state->skips_logged[reason / 32], bit,
                          __ATOMIC_RELAXED) &
        bit)
        return;
    netcl_log_skip(state->label, state->fingerprint, reason);
}

void netcl_kernel_state_count(const struct netcl_kernel *kernel)
{
    struct netcl_kernel_state *state = atomic_load(&kernel->state);
    const struct netcl_plan *plan;
    struct netcl_spells spells = {0};
    struct netcl_summary_line line;
    unsigned long long launches;

    if (!state)
        return;
    memset(&line, 0, sizeof(line));
    line.spells = &spells;
    line.launches = atomic_load(&kernel->launches) + atomic_load(&state->kept);
    for (plan = atomic_load(&state->plans); plan; plan = plan->next) {
        launches = atomic_load(&plan->launches);
        line.launches += launches + atomic_load(&plan->refused);
        if (plan->bound) {
            line.substituted += launches;
            line.saved_ms += (double)launches * plan->saved_us / 1e3;
        }
        if (plan->watch)
            netcl_watch_add_to(&spells, plan->watch, launches, plan->chosen_us);
    }
    if (line.launches)
        netcl_knowledge_count(state->label, &line);
}

void netcl_kernel_state_close(struct netcl_kernel *kernel)
{
    struct netcl_kernel_state *state = atomic_load(&kernel->state);

    if (!state)
        return;
    netcl_kernel_state_count(kernel);
    free_state(state);
}
