/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decide/journal.h"
#include "derive/probing.h"
#include "match/signature.h"
#include "track/build.h"
#include "tune/builder.h"
#include "tune/judge.h"
#include "tune/plain.h"
#include "tune/random.h"
#include "tune/trial.h"
#include "tune/twin.h"
#include "tune/values.h"

/* Seeds of arguments by value; those of buffers begin with 1. */
#define SEED_OF_VALUES 1000

struct netcl_probe {
    struct netcl_shadow *shadow;
    struct netcl_value *values; /* arguments; reals are others */
    cl_mem *views;
    bool has_reference; /* the original has run on it */
};

/* Whether the source says of all reals that they are such. */
static bool is_confirmed(const struct netcl_signature *signature,
                         const struct netcl_facts *facts)
{
    size_t i, arg, reals = 0;

    for (i = 0; i < facts->region_count; i++) {
        if (!netcl_twin_is_random(&facts->regions[i]))
            continue;
        arg = (size_t)facts->region_args[i];
        if (arg >= signature->count ||
            signature->params[arg].scalar != facts->regions[i].type)
            return false;
        reals++;
    }
    return reals > 0;
}

bool netcl_probe_is_possible(const struct netcl_kernel *kernel,
                             const struct netcl_facts *facts)
{
    struct netcl_signature signature;
    struct netcl_unit *unit;
    bool is_possible;

    if (netcl_build_unit(kernel->build, &unit) ||
        netcl_signature_read(unit, kernel->name, &signature))
        return false;
    is_possible = is_confirmed(&signature, facts) &&
                  netcl_probing_is_safe(unit, kernel->name);
    netcl_signature_free(&signature);
    return is_possible;
}

/* Reals that are passed by value are part of neither key nor text. */
static void change_values(const struct netcl_hunt *hunt,
                          struct netcl_value *values)
{
    const struct netcl_arg *arg = hunt->entry->args;
    size_t i;

    for (i = 0; i < hunt->entry->arg_count; i++, arg++)
        if (!arg->type.is_pointer && netcl_random_has(arg->type.scalar) &&
            values[i].state == NETCL_VALUE_BYTES)
            netcl_random_put(values[i].bytes, values[i].size, arg->type.scalar,
                             SEED_OF_VALUES + (cl_uint)i);
}

/* As the hunt's, but for what is in a shadow. */
static int copy_views(const struct netcl_hunt *hunt, struct netcl_probe *probe)
{
    size_t i, arg, count = hunt->entry->arg_count;

    probe->views = calloc(count + 1, sizeof(*probe->views));
    if (!probe->views)
        return -ENOMEM;
    for (i = 0, arg = 0; arg < count; arg++)
        if (hunt->views[arg])
            probe->views[arg] = netcl_shadow_view(probe->shadow, i++);
    return 0;
}

void netcl_probe_close(const struct netcl_hunt *hunt, struct netcl_probe *probe)
{
    if (!probe)
        return;
    netcl_shadow_close(probe->shadow);
    netcl_values_free(hunt->lane, hunt->entry, probe->values);
    free(probe->views);
    free(probe);
}

static int open_probe(const struct netcl_hunt *hunt, struct netcl_probe **out)
{
    struct netcl_probe *probe;
    int err = netcl_random_open(hunt->lane);

    if (err)
        return err;
    probe = calloc(1, sizeof(*probe));
    if (!probe)
        return -ENOMEM;
    err = netcl_twin_open(hunt->shadow, &probe->shadow);
    if (!err)
        err = netcl_values_copy(hunt->lane, hunt->entry, hunt->values,
                                &probe->values);
    if (!err)
        err = copy_views(hunt, probe);
    if (err) {
        netcl_probe_close(hunt, probe);
        return err;
    }
    change_values(hunt, probe->values);
    *out = probe;
    return 0;
}

/* Its arguments are the search's again afterwards. 0, -ETIME or -EIO. */
static int run(const struct netcl_hunt *hunt, struct netcl_bound *bound,
               uint64_t limit_ns)
{
    const struct netcl_probe *probe = hunt->probe;
    double us;
    int err = netcl_bound_set_args(bound, probe->values, probe->views, 0);

    if (!err)
        err = netcl_trial_run_within(hunt->lane, probe->shadow, bound, limit_ns,
                                     &us);
    if (err == -ETIME)
        return err; /* it is still running */
    if (netcl_bound_set_args(bound, hunt->values, hunt->views, 0))
        err = -EIO;
    return err ? -EIO : 0;
}

void netcl_probe_prepare(struct netcl_hunt *hunt)
{
    if (hunt->may_probe && !hunt->probe && netcl_builder_is_running())
        netcl_random_open(hunt->lane);
}

struct netcl_candidate *netcl_probe_doubtful(const struct netcl_hunt *hunt)
{
    size_t number = netcl_select_contender(hunt->select);
    struct netcl_candidate *candidate =
        number ? &hunt->candidates[hunt->by_number[number]] : NULL;

    return candidate && hunt->may_probe && candidate->is_exact &&
                   !candidate->is_probed
               ? candidate
               : NULL;
}

/* On the probe's data, whatever it is. */
static int run_probe(struct netcl_hunt *hunt, const char *choice,
                     struct netcl_bound *bound)
{
    int err;

    hunt->launches++;
    netcl_journal_begin(choice);
    err = run(hunt, bound, netcl_judge_limit_ns(hunt));
    if (err == -ETIME)
        netcl_judge_lose(hunt, choice);
    netcl_journal_end();
    return err;
}

/* What it should be. Where the original fails on such data, none can do. */
static int probe_original(struct netcl_hunt *hunt)
{
    int err = run_probe(hunt, NETCL_CHOICE_ORIGINAL, hunt->original);

    if (!err)
        err = netcl_shadow_keep(hunt->probe->shadow);
    hunt->probe->has_reference = !err;
    return err;
}

static void probe_candidate(struct netcl_hunt *hunt,
                            struct netcl_candidate *candidate)
{
    enum netcl_status status = NETCL_STATUS_UNTRIED;
    struct netcl_shadow *shadow = hunt->probe->shadow;
    bool is_equal = true;
    int err = run_probe(hunt, candidate->choice, candidate->bound);

    if (!err)
        err = netcl_shadow_compare(shadow, &is_equal);
    hunt->is_short |= err == -ENOMEM;
    if (err)
        status = NETCL_STATUS_LAUNCH_FAILED;
    else if (!is_equal)
        status = netcl_judge(hunt, candidate, shadow);
    candidate->is_probed = true;
    candidate->fails_probe = err || !is_equal;
    if (status != NETCL_STATUS_UNTRIED && !hunt->lane->is_lost)
        netcl_select_drop(hunt->select, candidate->number, status);
}

/*
 * It cannot be done: the program's own data has to do. Where that shows no
 * rounding, nothing is chosen now; but as with kernels that are never probed, a
 * manifest is taken at its word.
 */
static void go_without(struct netcl_hunt *hunt,
                       const struct netcl_candidate *candidate, int err)
{
    bool is_plain = true;

    hunt->may_probe = false;
    hunt->is_short |= err == -ENOMEM;
    if (err == -ENOTSUP && !netcl_proposal_is_derived(&candidate->proposal))
        return;
    if (netcl_plain_look(hunt->shadow, &is_plain) || is_plain)
        hunt->is_plain = true;
}

int netcl_probe_step(struct netcl_hunt *hunt, struct netcl_candidate *candidate)
{
    int err = 0;

    if (!hunt->probe) {
        netcl_journal_begin(candidate->choice); /* for it alone is this built */
        err = open_probe(hunt, &hunt->probe);
        netcl_journal_end();
        if (err && err != -EAGAIN)
            go_without(hunt, candidate, err);
    } else if (!hunt->probe->has_reference) {
        if (probe_original(hunt))
            go_without(hunt, candidate, -EIO);
    } else {
        probe_candidate(hunt, candidate);
    }
    return err == -EAGAIN ? err : 0;
}
