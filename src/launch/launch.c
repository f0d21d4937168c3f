/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "cl/device.h"
#include "decide/log.h"
#include "launch/kernel_state.h"
#include "launch/key.h"
#include "launch/knowledge.h"
#include "launch/worth.h"
#include "track/build.h"
#include "tune/offer.h"
#include "tune/workspace.h"

/* A kernel launched in more ways than this is left alone. */
#define MOST_PLANS 256

static atomic_bool is_distrusted;

/* ---- the decision's kernels ---------------------------------------------- */

static const char *options_of(const struct netcl_kernel *kernel)
{
    struct netcl_unit *unit;

    return netcl_build_unit(kernel->build, &unit) ? ""
                                                  : netcl_unit_options(unit);
}

/* NULL: the original, because that was chosen or the choice is not to be had. */
static struct netcl_bound *bind(const struct netcl_key *key,
                                const struct netcl_kernel *kernel,
                                const struct netcl_request *request,
                                const struct netcl_facts *facts)
{
    struct netcl_context *context = netcl_context_find(kernel->context);
    struct netcl_bound *bound = NULL;
    struct netcl_offer_site site = {NULL, options_of(kernel), facts->entry,
                                    facts->slots, kernel->values};
    struct netcl_offer offer;

    if (!strcmp(key->choice, NETCL_CHOICE_ORIGINAL) || !context ||
        netcl_offer_find(facts->entry, key->choice, &offer))
        return NULL;
    site.lane = netcl_lane_enter(request->real, context, facts->device);
    if (!site.lane)
        return NULL;
    if (!netcl_offer_bind(&offer, &site, &bound) &&
        netcl_bound_set_args(bound, kernel->values, NULL, 0)) {
        netcl_bound_free(bound);
        bound = NULL;
    }
    netcl_lane_leave(site.lane);
    return bound;
}

static void add_plan(struct netcl_kernel_state *state, struct netcl_plan *plan)
{
    plan->next = atomic_load(&state->plans);
    while (!atomic_compare_exchange_weak(&state->plans, &plan->next, plan))
        continue;
    atomic_fetch_add(&state->plan_count, 1);
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

static void tune(struct netcl_key *key, const struct netcl_kernel *kernel,
                 const struct netcl_request *request,
                 const struct netcl_facts *facts)
{
    uint64_t start = netcl_clock_ns();

    netcl_key_tune(key, kernel, request, facts);
    netcl_worth_spend(facts->entry, netcl_clock_ns() - start);
}

/* Decide if need be, and make a plan once there is a decision. */
static struct netcl_plan *make_plan(struct netcl_kernel *kernel,
                                    const struct netcl_request *request,
                                    struct netcl_facts *facts)
{
    struct netcl_key *key = netcl_key_find(facts);
    struct netcl_bound *bound;
    struct netcl_plan *plan;

    if (!key)
        return NULL;
    if (!atomic_load_explicit(&key->is_decided, memory_order_acquire)) {
        if (!netcl_worth_is(facts->entry) ||
            !netcl_worth_is_ripe(facts->entry,
                                 atomic_fetch_add(&key->asked, 1)))
            return NULL;
        tune(key, kernel, request, facts);
    }
    if (!atomic_load_explicit(&key->is_decided, memory_order_acquire))
        return NULL;
    bound = bind(key, kernel, request, facts);
    plan = netcl_plan_new(kernel, request, facts, bound);
    if (plan && bound)
        plan->saved_us = key->original_us - key->chosen_us;
    return plan;
}

/* Nobody knows yet whether it is worth a search: run it, and look. */
static cl_int try_worth(struct netcl_kernel *kernel,
                        struct netcl_kernel_state *state,
                        const struct netcl_request *request,
                        struct netcl_facts *facts)
{
    cl_int err = netcl_worth_run(facts->entry, request);
    unsigned long long pause;
    struct netcl_plan *plan;
    struct netcl_key *key;

    atomic_fetch_add_explicit(&state->kept, 1, memory_order_relaxed);
    if (err != CL_SUCCESS)
        return err;
    if (netcl_worth_is(facts->entry)) {
        key = netcl_key_find(facts);
        if (key && netcl_worth_is_ripe(facts->entry, key->asked))
            tune(key, kernel, request, facts);
        return err;
    }
    pause = netcl_worth_pause(facts->entry);
    plan = pause ? netcl_plan_new(kernel, request, facts, NULL) : NULL;
    if (plan) {
        plan->most = pause;
        add_plan(state, plan);
    }
    return err;
}

static cl_int plan_and_run(struct netcl_kernel *kernel,
                           struct netcl_kernel_state *state,
                           const struct netcl_request *request)
{
    const struct netcl_device *device = device_of(request);
    struct netcl_facts facts;
    struct netcl_plan *plan;
    enum netcl_reason reason;
    cl_int err;

    if (!device)
        return keep(state, request);
    reason = netcl_facts_fill(request, kernel, &state->match, device, &facts);
    if (reason != NETCL_REASON_COUNT) {
        netcl_kernel_state_skip(state, reason);
        return keep(state, request);
    }
    plan = make_plan(kernel, request, &facts);
    if (plan) {
        netcl_facts_free(&facts);
        add_plan(state, plan);
        return netcl_plan_run(plan, request);
    }
    err = netcl_worth_is(facts.entry)
              ? keep(state, request)
              : try_worth(kernel, state, request, &facts);
    netcl_facts_free(&facts);
    return err;
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

/* A launch that could not work is the driver's to refuse. */
static cl_int launch_slowly(struct netcl_kernel *kernel,
                            const struct netcl_request *request)
{
    struct netcl_kernel_state *state = netcl_kernel_state_get(kernel);
    struct netcl_plan *plan;

    if (!state || !is_sound(request))
        return netcl_request_forward(request);
    if (!state->match.entry)
        return keep(state, request);
    if (atomic_load(&is_distrusted)) {
        netcl_kernel_state_skip(state, NETCL_REASON_BYPASS);
        return keep(state, request);
    }
    netcl_worth_note(state, kernel, request);
    for (plan = atomic_load(&state->plans); plan; plan = plan->next) {
        if (netcl_plan_has_range(plan, request) &&
            atomic_load(&plan->is_retired))
            return keep(state, request); /* it would be refused again */
        if (netcl_plan_adopt(plan, kernel, request)) {
            atomic_store_explicit(&state->last, plan, memory_order_release);
            return netcl_plan_run(plan, request);
        }
    }
    if (atomic_load(&state->plan_count) >= MOST_PLANS) {
        netcl_kernel_state_skip(state, NETCL_REASON_SHAPES);
        return keep(state, request);
    }
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
        netcl_plan_has_range(plan, request) && !netcl_plan_is_over(plan) &&
        !atomic_load_explicit(&plan->is_retired, memory_order_relaxed) &&
        !atomic_load_explicit(&is_distrusted, memory_order_relaxed))
        return netcl_plan_run(plan, request);
    return launch_slowly(kernel, request);
}

/* ---- life ------------------------------------------------------------------------ */

void netcl_launch_distrust(void)
{
    atomic_store(&is_distrusted, true);
}

void netcl_launch_start(void)
{
    netcl_log_open(netcl_config()->log);
}

void netcl_launch_forget(void)
{
    netcl_log_close();
}

static void count(void *record, void *context)
{
    (void)context;
    netcl_kernel_state_count(record);
}

void netcl_launch_end(void)
{
    if (!netcl_log_is_open())
        return;
    netcl_map_each(&netcl_kernels, count, NULL);
    netcl_knowledge_write_summary();
    netcl_log_close();
}
