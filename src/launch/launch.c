/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/launch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "cl/device.h"
#include "decide/log.h"
#include "launch/audit.h"
#include "launch/kernel_state.h"
#include "launch/key.h"
#include "launch/tuner.h"
#include "launch/unmatched.h"
#include "launch/knowledge.h"
#include "launch/limits.h"
#include "launch/pace.h"
#include "launch/pin.h"
#include "launch/rest.h"
#include "launch/stand_in.h"
#include "launch/worth.h"
#include "track/build.h"
#include "tune/builder.h"
#include "tune/program.h"
#include "tune/proposal.h"
#include "tune/workspace.h"

/* A kernel launched in more ways than this is left alone. */
#define MOST_PLANS 256

static atomic_bool is_distrusted;

/* Grows when any plan may be void; the hot path takes those of today only. */
static atomic_uint epoch;

/* ---- the decision's kernels ---------------------------------------------- */

static const char *options_of(const struct netcl_kernel *kernel)
{
    struct netcl_unit *unit;

    return netcl_build_unit(kernel->build, &unit) ? ""
                                                  : netcl_unit_options(unit);
}

/* A choice made ready for the program's own buffers. */
struct ready {
    struct netcl_bound *bound; /* NULL: the original */
    bool has_literals;
};

static int bind_in_lane(struct netcl_lane *lane, const char *choice,
                        const struct netcl_kernel *kernel,
                        const struct netcl_facts *facts, struct ready *ready)
{
    struct netcl_proposal_site site = netcl_proposal_site_of(facts);
    struct netcl_proposal proposal;
    int err;

    if (netcl_proposal_find(&site, choice, &proposal))
        return -ENOENT;
    site.lane = lane;
    site.options = options_of(kernel);
    site.values = kernel->values;
    err = netcl_proposal_bind(&proposal, &site, &ready->bound);
    if (err)
        return err;
    if (netcl_bound_set_args(ready->bound, kernel->values, NULL, 0)) {
        netcl_bound_free(ready->bound);
        ready->bound = NULL;
        return -EIO;
    }
    ready->has_literals = netcl_proposal_has_literals(&proposal);
    netcl_program_keep(lane, ready->bound->digest, facts->entry->name);
    return 0;
}

/*
 * 0: the original where that was chosen, or the choice is not to be had.
 * -EAGAIN: it is being built.
 */
static int bind(const char *choice, const struct netcl_kernel *kernel,
                const struct netcl_request *request,
                const struct netcl_facts *facts, struct ready *ready)
{
    struct netcl_lane *lane;
    int err;

    memset(ready, 0, sizeof(*ready));
    if (!strcmp(choice, NETCL_CHOICE_ORIGINAL))
        return 0;
    lane = netcl_lane_enter(request->real, kernel->context, facts->device);
    if (!lane)
        return 0;
    err = bind_in_lane(lane, choice, kernel, facts, ready);
    netcl_lane_leave(lane);
    return err == -EAGAIN ? err : 0;
}

/*
 * A short build is waited for, within one stall for the whole process; what
 * is pinned is used from the first launch, so that one is waited for always.
 */
static int bind_patiently(const char *choice,
                          const struct netcl_kernel *kernel,
                          const struct netcl_request *request,
                          const struct netcl_facts *facts, bool is_pinned,
                          struct ready *ready)
{
    uint64_t start = netcl_clock_ns();
    uint64_t deadline = is_pinned ? UINT64_MAX : netcl_worth_wait_ns(start);
    int err = bind(choice, kernel, request, facts, ready);

    while (err == -EAGAIN && netcl_builder_wait(deadline))
        err = bind(choice, kernel, request, facts, ready);
    if (!is_pinned)
        netcl_worth_waited(netcl_clock_ns() - start);
    return err;
}

static void add_plan(struct netcl_kernel_state *state, struct netcl_plan *plan)
{
    if (!plan->is_listed) {
        plan->is_listed = true;
        plan->next = atomic_load(&state->plans);
        while (!atomic_compare_exchange_weak(&state->plans, &plan->next, plan))
            continue;
        atomic_fetch_add(&state->plan_count, 1);
    }
    if (!plan->is_pinned) /* the hot path does not ask who is pinned */
        atomic_store_explicit(&state->last, plan, memory_order_release);
}

/* ---- the slow path ---------------------------------------------------------- */

static cl_int keep(struct netcl_kernel_state *state,
                   const struct netcl_request *request)
{
    atomic_fetch_add_explicit(&state->kept, 1, memory_order_relaxed);
    return netcl_request_forward(request);
}

static const struct netcl_device *device_of(const struct netcl_request *request)
{
    cl_device_id handle = NULL;

    if (request->real->clGetCommandQueueInfo(request->queue, CL_QUEUE_DEVICE,
                                             sizeof(handle), &handle,
                                             NULL) != CL_SUCCESS)
        return NULL;
    return netcl_device_find(request->real, handle);
}

static struct netcl_plan *make_pinned_plan(struct netcl_key *key,
                                           struct netcl_kernel *kernel,
                                           const struct netcl_request *request,
                                           struct netcl_facts *facts)
{
    const char *choice = netcl_key_pin(key, facts);
    struct netcl_plan *plan;
    struct ready ready;

    if (!choice ||
        bind_patiently(choice, kernel, request, facts, true, &ready))
        return NULL;
    plan = netcl_plan_new(kernel, request, facts, ready.has_literals,
                          ready.bound);
    if (plan)
        plan->is_pinned = true;
    return plan;
}

/* Decide if need be, and make a plan once there is a decision. */
static struct netcl_plan *make_plan(struct netcl_kernel *kernel,
                                    struct netcl_kernel_state *state,
                                    const struct netcl_request *request,
                                    struct netcl_facts *facts)
{
    struct netcl_key *key = netcl_key_find(facts);
    struct netcl_plan *plan;
    struct ready ready;
    unsigned revision;

    if (!key) {
        netcl_kernel_state_skip(state, NETCL_REASON_SHAPES);
        return NULL;
    }
    if (!atomic_load_explicit(&key->is_decided, memory_order_acquire)) {
        if (netcl_pin_is_on())
            return make_pinned_plan(key, kernel, request, facts);
        if (!netcl_pace_is_due(facts, atomic_fetch_add(&key->asked, 1)))
            return NULL;
        netcl_tuner_run(key, kernel, request, facts);
    }
    if (!atomic_load_explicit(&key->is_decided, memory_order_acquire))
        return netcl_stand_in_find(state, key, kernel, request, facts);
    revision = atomic_load(&key->revision);
    if (bind_patiently(key->choice, kernel, request, facts,
                       key->is_pinned, &ready))
        return NULL;
    plan = netcl_plan_new(kernel, request, facts, ready.has_literals,
                          ready.bound);
    if (!plan)
        return NULL;
    plan->key = key;
    plan->revision = revision;
    if (ready.bound) {
        plan->saved_us = key->original_us - key->chosen_us;
        plan->chosen_us = key->chosen_us;
        plan->audit_every = (unsigned)netcl_config()->audit;
    }
    return plan;
}

static void revoke(void)
{
    atomic_fetch_add(&epoch, 1);
}

/* The launch, and the original beside it. */
static cl_int audit(struct netcl_kernel *kernel,
                    struct netcl_kernel_state *state, struct netcl_plan *plan,
                    const struct netcl_request *request)
{
    const struct netcl_device *device = device_of(request);
    struct netcl_known known = {&state->match, plan->derived};
    bool is_revoked = false;
    struct netcl_facts facts;
    struct ready twin;
    cl_int status;

    if (!device || netcl_facts_fill(request, kernel, &known, device,
                                    &facts) != NETCL_REASON_COUNT)
        return netcl_plan_run(plan, request);
    (void)bind(plan->key->choice, kernel, request, &facts, &twin);
    status = netcl_audit_run(plan, kernel, request, &facts, twin.bound,
                             &is_revoked);
    netcl_facts_free(&facts);
    if (is_revoked)
        revoke();
    return status;
}

static inline cl_int run(struct netcl_kernel *kernel,
                         struct netcl_kernel_state *state,
                         struct netcl_plan *plan,
                         const struct netcl_request *request)
{
    if (plan->audit_every && netcl_audit_is_due(plan))
        return audit(kernel, state, plan, request);
    return netcl_plan_run(plan, request);
}

/* What the driver might refuse, it is asked first. */
static cl_int prove(struct netcl_kernel_state *state,
                    const struct netcl_request *request)
{
    cl_int err = keep(state, request);
    size_t items = netcl_limits_group(request);

    if (err == CL_SUCCESS && items > atomic_load(&state->proven_group))
        atomic_store(&state->proven_group, items);
    return err;
}

/* What no manifest knows is measured before it is tuned. */
static bool is_paced(const struct netcl_kernel_state *state)
{
    return !state->match.entry && !netcl_pin_is_on() &&
           !atomic_load(&is_distrusted) && !netcl_pace_is_worth(state->subject);
}

/* Nobody knows yet whether it is worth a search: run it, and look. */
static cl_int pace(struct netcl_kernel *kernel,
                   struct netcl_kernel_state *state,
                   const struct netcl_request *request,
                   struct netcl_facts *facts)
{
    struct netcl_subject *subject = state->subject;
    cl_int err = netcl_pace_run(subject, request);
    unsigned long long pause;
    struct netcl_plan *plan;
    struct netcl_key *key;

    atomic_fetch_add_explicit(&state->kept, 1, memory_order_relaxed);
    if (err != CL_SUCCESS)
        return err;
    if (netcl_pace_is_worth(subject)) {
        key = netcl_key_find(facts);
        if (key && netcl_pace_is_due(facts, atomic_load(&key->asked)))
            netcl_tuner_run(key, kernel, request, facts);
        return err;
    }
    pause = netcl_pace_pause(subject);
    plan = pause ? netcl_plan_new(kernel, request, facts, false, NULL) : NULL;
    if (plan) {
        plan->most = pause;
        atomic_store(&plan->epoch, atomic_load(&epoch));
        add_plan(state, plan);
    }
    return err;
}

static cl_int plan_and_run(struct netcl_kernel *kernel,
                           struct netcl_kernel_state *state,
                           const struct netcl_request *request)
{
    const struct netcl_device *device = device_of(request);
    struct netcl_known known = netcl_kernel_state_known(state);
    struct netcl_facts facts;
    struct netcl_plan *plan;
    enum netcl_reason reason;
    unsigned today;
    cl_int err;

    if (!device)
        return keep(state, request);
    switch (netcl_limits_check(request, device,
                               atomic_load(&state->proven_group))) {
    case NETCL_LIMITS_UNPROVEN:
        return prove(state, request);
    case NETCL_LIMITS_BROKEN:
        netcl_kernel_state_skip(state, NETCL_REASON_RANGE);
        return keep(state, request);
    default:
        break;
    }
    reason = netcl_facts_fill(request, kernel, &known, device, &facts);
    if (reason != NETCL_REASON_COUNT) {
        netcl_kernel_state_skip(state, reason);
        return keep(state, request);
    }
    today = atomic_load(&epoch);
    plan = atomic_load(&is_distrusted) ? NULL
                                       : make_plan(kernel, state, request, &facts);
    if (!plan) {
        err = is_paced(state) ? pace(kernel, state, request, &facts)
                              : keep(state, request);
        netcl_facts_free(&facts);
        return err;
    }
    netcl_facts_free(&facts);
    atomic_store(&plan->epoch, today);
    add_plan(state, plan);
    if (netcl_plan_is_timed(plan, request))
        netcl_kernel_state_skip(state, NETCL_REASON_PROFILED);
    return run(kernel, state, plan, request);
}

static bool is_sound(const struct netcl_request *request)
{
    cl_uint i;

    if (request->dimensions < 1 || request->dimensions > 3 ||
        !request->global || !request->queue)
        return false;
    for (i = 0; i < request->dimensions; i++)
        if (!request->global[i])
            return false;
    return true;
}

/* Whether its decision still stands; if so, the hot path may have it. */
static bool is_valid(struct netcl_plan *plan)
{
    unsigned today = atomic_load(&epoch);

    if (atomic_load(&is_distrusted) || /* since the caller looked */
        (plan->is_pinned && !netcl_pin_is_on()) ||
        netcl_stand_in_is_out(plan))
        return false;
    if (plan->key && plan->revision != atomic_load(&plan->key->revision))
        return false;
    atomic_store_explicit(&plan->epoch, today, memory_order_relaxed);
    return true;
}

/* One of the plans that were made before; NULL: none is for this launch. */
static struct netcl_plan *find_plan(struct netcl_kernel *kernel,
                                    struct netcl_kernel_state *state,
                                    const struct netcl_request *request)
{
    struct netcl_plan *plan;

    for (plan = atomic_load(&state->plans); plan; plan = plan->next) {
        if (!is_valid(plan))
            continue;
        if (netcl_plan_has_range(plan, request) &&
            netcl_plan_has_queue(plan) && atomic_load(&plan->is_retired))
            return plan; /* it would be refused again */
        if (!netcl_plan_adopt(plan, kernel, request))
            continue;
        if (!plan->is_pinned)
            atomic_store_explicit(&state->last, plan, memory_order_release);
        return plan;
    }
    return NULL;
}

/* A launch that could not work is the driver's to refuse. */
static cl_int launch_slowly(struct netcl_kernel *kernel,
                            const struct netcl_request *request)
{
    struct netcl_kernel_state *state = netcl_kernel_state_get(kernel);
    struct netcl_plan *plan;

    if (!state || !is_sound(request))
        return netcl_request_forward(request);
    if (!state->match.entry)
        netcl_unmatched_tell(kernel, state, request);
    if (!netcl_kernel_state_is_known(state))
        return keep(state, request);
    if (atomic_load(&is_distrusted)) {
        netcl_kernel_state_skip(state, NETCL_REASON_BYPASS);
        return keep(state, request);
    }
    plan = find_plan(kernel, state, request);
    if (plan)
        return atomic_load(&plan->is_retired)
                   ? keep(state, request)
                   : run(kernel, state, plan, request);
    if (atomic_load(&state->plan_count) >= MOST_PLANS) {
        netcl_kernel_state_skip(state, NETCL_REASON_SHAPES);
        return keep(state, request);
    }
    if (state->subject)
        netcl_pace_note(state->subject, kernel, request);
    return plan_and_run(kernel, state, request);
}

/* ---- the hot path ------------------------------------------------------------- */

cl_int netcl_launch(const struct netcl_request *request)
{
    struct netcl_kernel *kernel = netcl_kernel_find(request->kernel);
    struct netcl_kernel_state *state;
    struct netcl_plan *plan;

    if (!kernel)
        return netcl_request_forward(request);
    if (atomic_load_explicit(&kernel->is_left_alone, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&kernel->launches, 1, memory_order_relaxed);
        return netcl_request_forward(request);
    }
    state = atomic_load_explicit(&kernel->state, memory_order_acquire);
    plan = state ? atomic_load_explicit(&state->last, memory_order_acquire)
                 : NULL;
    if (plan &&
        atomic_load_explicit(&plan->generation, memory_order_acquire) ==
            kernel->generation &&
        netcl_plan_has_range(plan, request) && netcl_plan_has_queue(plan) &&
        !netcl_stand_in_is_out(plan) &&
        !atomic_load_explicit(&plan->is_retired, memory_order_relaxed) &&
        atomic_load_explicit(&plan->epoch, memory_order_relaxed) ==
            atomic_load_explicit(&epoch, memory_order_relaxed))
        return run(kernel, state, plan, request);
    return launch_slowly(kernel, request);
}

/* ---- life ------------------------------------------------------------------------ */

void netcl_launch_distrust(void)
{
    atomic_store(&is_distrusted, true);
    revoke();
}

void netcl_launch_start(void)
{
    netcl_log_open(netcl_config()->log);
    netcl_log_write_start();
}

void netcl_launch_forget(void)
{
    netcl_builder_forget();
    netcl_log_close();
}

static void count(void *record, void *context)
{
    (void)context;
    netcl_kernel_state_count(record);
}

void netcl_launch_end(void)
{
    netcl_rest_leave();
    if (!netcl_log_is_open())
        return;
    netcl_map_each(&netcl_kernels, count, NULL);
    netcl_knowledge_write_summary();
    netcl_log_close();
}
