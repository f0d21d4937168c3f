/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stand_in: a plan that runs the original for a number of launches, so that
 * an undecided key need not be looked at by each of them.
 *
 * There is one for each key of a kernel object, listed like other plans and
 * renewed for each pause. Any thread.
 */
#ifndef NETCL_LAUNCH_STAND_IN_H
#define NETCL_LAUNCH_STAND_IN_H

#include "launch/kernel_state.h"
#include "launch/pin.h"
#include "launch/plan.h"

/* For as many launches as key->pause says; NULL: look at the next one. */
struct netcl_plan *netcl_stand_in_find(struct netcl_kernel_state *state,
                                       const struct netcl_key *key,
                                       struct netcl_kernel *kernel,
                                       const struct netcl_request *request,
                                       struct netcl_facts *facts);

/*
 * Over by now, or not for a pinned launch, which has a choice without any
 * looking. Any plan may be asked; on the hot path.
 */
static inline bool netcl_stand_in_is_out(const struct netcl_plan *plan)
{
    unsigned long long most =
        atomic_load_explicit(&plan->most, memory_order_relaxed);

    return most && (netcl_plan_is_over(plan) || netcl_pin_is_on());
}

#endif
