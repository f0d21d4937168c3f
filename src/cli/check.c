/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tune/bound.h"
#include "tune/builder.h"
#include "tune/compare.h"
#include "tune/shadow.h"
#include "tune/trial.h"

struct checker {
    struct netcl_sample *sample;
    struct netcl_shadow *shadow;
    cl_mem *views; /* per argument: its shadow, or NULL */
};

const char *netcl_outcome_name(enum netcl_outcome outcome)
{
    static const char *const names[NETCL_OUTCOME_COUNT] = {
        [NETCL_OUTCOME_EXACT] = "exact",
        [NETCL_OUTCOME_INEXACT] = "inexact",
        [NETCL_OUTCOME_DIFFERS] = "differs",
        [NETCL_OUTCOME_BUILD_FAILED] = "does not build",
        [NETCL_OUTCOME_LAUNCH_FAILED] = "does not run",
        [NETCL_OUTCOME_ILLEGAL] = "illegal",
    };

    return names[outcome];
}

bool netcl_outcome_is_wrong(enum netcl_outcome outcome)
{
    return outcome == NETCL_OUTCOME_DIFFERS ||
           outcome == NETCL_OUTCOME_BUILD_FAILED ||
           outcome == NETCL_OUTCOME_LAUNCH_FAILED;
}

/* ---- the reference
 * ------------------------------------------------------------ */

/* Whether to ask the compile process again, which notes there that it hangs. */
static bool is_coming(int err)
{
    return err == -EAGAIN &&
           netcl_builder_wait(netcl_clock_ns() + 1000 * NETCL_MS);
}

static int open_compare(struct netcl_lane *lane)
{
    int err;

    do
        err = netcl_compare_open(lane);
    while (is_coming(err));
    return err;
}

static int open_shadow(struct checker *checker)
{
    const struct netcl_facts *facts = &checker->sample->facts;
    size_t i;
    int err;

    checker->views =
        calloc(facts->entry->arg_count + 1, sizeof(*checker->views));
    if (!checker->views)
        return -ENOMEM;
    err = netcl_shadow_open(checker->sample->rig->lane, facts->regions,
                            facts->region_count, &checker->shadow);
    for (i = 0; !err && i < facts->region_count; i++)
        checker->views[facts->region_args[i]] =
            netcl_shadow_view(checker->shadow, i);
    return err;
}

static int run(struct checker *checker, const struct netcl_bound *bound,
               double *us)
{
    return netcl_trial_run(checker->sample->rig->lane, checker->shadow, bound,
                           us);
}

/* Twice: what differs from itself proves nothing. */
static int run_reference(struct checker *checker,
                         const struct netcl_bound *bound,
                         struct netcl_check_line *line)
{
    bool is_equal = true;
    int err = run(checker, bound, &line->reference_us);

    if (!err)
        err = netcl_shadow_keep(checker->shadow);
    if (!err)
        err = run(checker, bound, &line->reference_us);
    if (!err)
        err = netcl_shadow_compare(checker->shadow, &is_equal);
    line->is_unstable = !is_equal;
    return err;
}

static int take_reference(struct checker *checker,
                          struct netcl_check_line *line)
{
    const struct netcl_sample *sample = checker->sample;
    struct netcl_bound *bound = NULL;
    int err;

    do
        err = netcl_bound_original(sample->rig->lane, sample->kernel,
                                   &sample->request, &bound);
    while (is_coming(err));
    if (!err)
        err = netcl_bound_set_args(bound, sample->kernel->values,
                                   checker->views, 0);
    if (!err)
        err = run_reference(checker, bound, line);
    netcl_bound_free(bound);
    return err;
}

/* ---- candidates
 * --------------------------------------------------------------- */

static bool is_within(const struct netcl_family *family,
                      const struct netcl_error *error)
{
    return family->has_tolerance && (error->max_rel <= family->tolerance_rel ||
                                     error->max_abs <= family->tolerance_abs);
}

/* One run's output; the worst of all runs is what stays. */
static enum netcl_outcome compare(struct checker *checker,
                                  struct netcl_checked *checked)
{
    struct netcl_error error;
    bool is_equal = false;
    int err = netcl_shadow_compare(checker->shadow, &is_equal);

    if (err)
        return NETCL_OUTCOME_LAUNCH_FAILED;
    if (is_equal)
        return NETCL_OUTCOME_EXACT;
    err = netcl_shadow_error(checker->shadow, &error);
    if (err)
        return err == -EDOM ? NETCL_OUTCOME_DIFFERS
                            : NETCL_OUTCOME_LAUNCH_FAILED;
    if (error.max_rel > checked->error.max_rel)
        checked->error = error;
    return is_within(checker->sample->facts.entry->family, &error)
               ? NETCL_OUTCOME_INEXACT
               : NETCL_OUTCOME_DIFFERS;
}

static enum netcl_outcome run_twice(struct checker *checker,
                                    const struct netcl_bound *bound,
                                    struct netcl_checked *checked)
{
    enum netcl_outcome worst = NETCL_OUTCOME_EXACT, outcome;
    int i;

    for (i = 0; i < 2 && !netcl_outcome_is_wrong(worst); i++) {
        if (run(checker, bound, &checked->us))
            return NETCL_OUTCOME_LAUNCH_FAILED;
        outcome = compare(checker, checked);
        worst = outcome > worst ? outcome : worst;
    }
    return worst;
}

static enum netcl_outcome outcome_of(int err)
{
    switch (err) {
    case -EDOM:
        return NETCL_OUTCOME_ILLEGAL;
    case -ENOEXEC:
        return NETCL_OUTCOME_BUILD_FAILED;
    default:
        return NETCL_OUTCOME_LAUNCH_FAILED;
    }
}

static void check_candidate(struct checker *checker,
                            struct netcl_checked *checked)
{
    const struct netcl_sample *sample = checker->sample;
    const struct netcl_rig *rig = sample->rig;
    struct netcl_bound *bound = NULL;
    int err;

    do
        err =
            netcl_bound_candidate(rig->lane, "", rig->entry, checked->variant,
                                  checked->index, sample->facts.slots, &bound);
    while (is_coming(err));
    if (!err)
        err = netcl_bound_set_args(bound, sample->kernel->values,
                                   checker->views, 0);
    checked->outcome =
        err ? outcome_of(err) : run_twice(checker, bound, checked);
    netcl_bound_free(bound);
}

static void check_all(struct checker *checker, const char *only,
                      const struct netcl_check_line *line,
                      netcl_check_visit *visit, void *context)
{
    const struct netcl_kernel_entry *entry = checker->sample->facts.entry;
    const struct netcl_family *family = entry->family;
    struct netcl_checked checked;
    size_t i, index;

    for (i = 0; i < family->variant_count; i++) {
        if (!entry->offers[i] ||
            (only && strcmp(only, family->variants[i].name)))
            continue;
        for (index = 0; index < family->variants[i].candidate_count; index++) {
            memset(&checked, 0, sizeof(checked));
            checked.variant = &family->variants[i];
            checked.index = index;
            check_candidate(checker, &checked);
            visit(context, line, &checked);
        }
    }
}

int netcl_check_sample(struct netcl_sample *sample, const char *only,
                       struct netcl_check_line *line, netcl_check_visit *visit,
                       void *context)
{
    struct checker checker = {sample, NULL, NULL};
    int err = open_shadow(&checker);

    memset(line, 0, sizeof(*line));
    if (!err)
        err = open_compare(sample->rig->lane);
    if (!err)
        err = take_reference(&checker, line);
    if (!err)
        check_all(&checker, only, line, visit, context);
    netcl_shadow_close(checker.shadow);
    free(checker.views);
    return err;
}
