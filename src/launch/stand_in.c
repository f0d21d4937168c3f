/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/stand_in.h"

#include "launch/key.h"

/* The plan that stood in for this key before: one for all its pauses. */
static struct netcl_plan *renew(struct netcl_kernel_state *state,
                                const struct netcl_key *key,
                                const struct netcl_kernel *kernel,
                                const struct netcl_request *request,
                                unsigned pause)
{
    struct netcl_plan *plan;

    for (plan = atomic_load(&state->plans); plan; plan = plan->next) {
        if (plan->stands_in_for != key || !netcl_plan_is_over(plan))
            continue;
        atomic_store(&plan->most, atomic_load(&plan->launches) + pause);
        if (netcl_plan_adopt(plan, kernel, request))
            return plan;
        atomic_store(&plan->most, 1); /* for other arguments: over again */
    }
    return NULL;
}

struct netcl_plan *netcl_stand_in_find(struct netcl_kernel_state *state,
                                       const struct netcl_key *key,
                                       struct netcl_kernel *kernel,
                                       const struct netcl_request *request,
                                       struct netcl_facts *facts)
{
    unsigned pause = atomic_load(&key->pause);
    struct netcl_plan *plan;

    if (!pause)
        return NULL;
    plan = renew(state, key, kernel, request, pause);
    if (plan)
        return plan;
    plan = netcl_plan_new(kernel, request, facts, false, NULL);
    if (plan) {
        plan->stands_in_for = key;
        atomic_store(&plan->most, pause);
    }
    return plan;
}
