/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/audit.h"
#include "launch/tuner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "launch/drain.h"
#include "launch/knowledge.h"
#include "launch/pin.h"
#include "tune/builder.h"
#include "tune/compare.h"
#include "tune/proposal.h"
#include "tune/trial.h"

/* Slower by less is noise, and so is what happens less often in a row. */
#define SLOWER 1.05
#define SLOW_IN_A_ROW 3

struct audit {
    struct netcl_lane *lane;
    struct netcl_shadow *shadow;
    cl_mem *views;
    struct netcl_bound *original;
    struct netcl_bound *twin;
    struct netcl_log_audit line;
    bool is_equal;
};

/* ---- when ------------------------------------------------------------ */

bool netcl_audit_is_due(struct netcl_plan *plan)
{
    unsigned long long count = atomic_fetch_add_explicit(
        &plan->key->substituted, 1, memory_order_relaxed);
    unsigned vain =
        atomic_load_explicit(&plan->key->vain_audits, memory_order_relaxed);

    if ((count + 1) % plan->audit_every)
        return false;
    /* A queue that never drains is asked ever more rarely. */
    return !((count / plan->audit_every) & ((1u << vain) - 1));
}

static void count_vain(struct netcl_key *key, bool is_vain)
{
    unsigned vain = atomic_load(&key->vain_audits);

    if (!is_vain)
        atomic_store(&key->vain_audits, 0);
    else if (vain < 16)
        atomic_store(&key->vain_audits, vain + 1);
}

/* ---- before the launch ----------------------------------------------- */

static uint64_t deadline(void)
{
    return netcl_clock_ns() + (uint64_t)netcl_config()->stall_ms * NETCL_MS;
}

static int copy_buffers(struct audit *audit, const struct netcl_facts *facts)
{
    size_t i;
    int err;

    audit->views = calloc(facts->entry->arg_count + 1, sizeof(*audit->views));
    if (!audit->views)
        return -ENOMEM;
    err = netcl_shadow_open(audit->lane, facts->regions, facts->region_count,
                            &audit->shadow);
    for (i = 0; !err && i < facts->region_count; i++)
        audit->views[facts->region_args[i]] =
            netcl_shadow_view(audit->shadow, i);
    return err;
}

/* The program's own kernel, which a remembered decision did not need. */
static int build_original(struct audit *audit,
                          const struct netcl_kernel *kernel,
                          const struct netcl_request *request)
{
    uint64_t until = deadline();
    int err;

    do
        err = netcl_bound_original(audit->lane, kernel, request,
                                   &audit->original);
    while (err == -EAGAIN && netcl_builder_wait(until));
    if (err)
        return err;
    do
        err = netcl_compare_open(audit->lane);
    while (err == -EAGAIN && netcl_builder_wait(until));
    return err;
}

static int prepare(struct audit *audit, const struct netcl_kernel *kernel,
                   const struct netcl_request *request,
                   const struct netcl_facts *facts)
{
    int err;

    audit->lane =
        netcl_lane_enter(request->real, kernel->context, facts->device);
    if (!audit->lane)
        return -EBUSY;
    err = build_original(audit, kernel, request);
    if (!err && !netcl_drain(request, deadline()))
        err = -EBUSY;
    if (!err)
        err = copy_buffers(audit, facts);
    if (!err &&
        (netcl_bound_set_args(audit->original, kernel->values, audit->views,
                              0) ||
         netcl_bound_set_args(audit->twin, kernel->values, audit->views, 0)))
        err = -EIO;
    return err;
}

static void close_all(struct audit *audit)
{
    netcl_bound_free(audit->original);
    netcl_bound_free(audit->twin);
    netcl_shadow_close(audit->shadow);
    free(audit->views);
    if (audit->lane)
        netcl_lane_leave(audit->lane);
}

/* ---- behind it ------------------------------------------------------- */

/* The original twice: its first run warms up, its last output stays. */
static int run_both(struct audit *audit)
{
    struct netcl_lane *lane = audit->lane;
    struct netcl_shadow *shadow = audit->shadow;
    int err = netcl_trial_run(lane, shadow, audit->original,
                              &audit->line.original_us);

    if (!err)
        err = netcl_trial_run(lane, shadow, audit->twin,
                              &audit->line.chosen_us);
    if (!err)
        err = netcl_trial_run(lane, shadow, audit->original,
                              &audit->line.original_us);
    return err;
}

/* What the launch itself left is the reference, so it has to be over. */
static int take_output(struct audit *audit, const struct netcl_request *request)
{
    struct netcl_request all = *request;

    all.wait_count = 0;
    all.wait_list = NULL;
    if (!netcl_drain(&all, deadline()))
        return -EBUSY;
    return netcl_shadow_keep_live(audit->shadow);
}

static bool is_tolerated(const struct netcl_key *key,
                         const struct netcl_facts *facts,
                         const struct netcl_error *error)
{
    struct netcl_proposal_site site = netcl_proposal_site_of(facts);
    struct netcl_proposal proposal;

    if ((key->is_exact && !key->is_pinned) ||
        netcl_proposal_find(&site, key->choice, &proposal))
        return false;
    return netcl_family_tolerates(netcl_proposal_family(&proposal, &site),
                                  error->max_rel, error->max_abs);
}

static int compare(struct audit *audit, const struct netcl_key *key,
                   const struct netcl_facts *facts)
{
    int err = netcl_shadow_compare(audit->shadow, &audit->is_equal);

    if (err || audit->is_equal)
        return err;
    err = netcl_shadow_error(audit->shadow, &audit->line.error);
    if (!err)
        audit->is_equal =
            is_tolerated(key, facts, &audit->line.error);
    return err == -EDOM ? 0 : err;
}

/* ---- the verdict ----------------------------------------------------- */

static void write_line(struct audit *audit, const struct netcl_key *key,
                       const char *result)
{
    audit->line.key = key->text;
    audit->line.kernel = key->label;
    audit->line.choice = key->choice;
    audit->line.result = result;
    netcl_log_write_audit(&audit->line);
}

static bool is_slow(const struct audit *audit, struct netcl_key *key)
{
    if (audit->line.chosen_us <= SLOWER * audit->line.original_us)
        key->slow_audits = 0;
    else
        key->slow_audits++;
    /* Pinned means pinned: what is measured changes nothing. */
    return key->slow_audits >= SLOW_IN_A_ROW && !key->is_pinned &&
           !netcl_pin_is_on();
}

/* Whether the plan has had its day. */
static bool judge(struct audit *audit, struct netcl_key *key)
{
    struct netcl_summary_line line;

    memset(&line, 0, sizeof(line));
    line.audits = 1;
    netcl_knowledge_count(key->label, &line);
    if (!audit->is_equal) {
        write_line(audit, key, "differs");
        netcl_diag_error("%s: %s gave other results than the original; it "
                         "is not used any more (netcl-tune variants check "
                         "says more)",
                         key->text, key->choice);
        netcl_key_quarantine(key);
        return true;
    }
    if (!is_slow(audit, key))
        return false;
    write_line(audit, key, "slower");
    netcl_diag_note("%s: %s is slower than the original by now", key->text,
                    key->choice);
    netcl_key_doubt(key);
    return true;
}

/* 0: the audit came to its end. */
static int follow(struct audit *audit, const struct netcl_plan *plan,
                  const struct netcl_request *request,
                  const struct netcl_facts *facts)
{
    int err = take_output(audit, request);

    if (!err)
        err = run_both(audit);
    return err ? err : compare(audit, plan->key, facts);
}

cl_int netcl_audit_run(struct netcl_plan *plan,
                       const struct netcl_kernel *kernel,
                       const struct netcl_request *request,
                       const struct netcl_facts *facts,
                       struct netcl_bound *twin, bool *is_revoked)
{
    struct audit audit = {.twin = twin};
    bool is_alone = netcl_tuner_enter();
    int err = -EBUSY;
    cl_int status;

    *is_revoked = false;
    if (is_alone && twin)
        err = prepare(&audit, kernel, request, facts);
    status = netcl_plan_run(plan, request);
    if (!err && status == CL_SUCCESS && !atomic_load(&plan->is_retired)) {
        err = follow(&audit, plan, request, facts);
        if (!err)
            *is_revoked = judge(&audit, plan->key);
    }
    if (is_alone)
        count_vain(plan->key, err != 0);
    close_all(&audit);
    if (is_alone)
        netcl_tuner_leave();
    return status;
}
