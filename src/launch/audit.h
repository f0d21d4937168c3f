/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audit: now and then the original runs beside a substitute, on private
 * copies, and both bits and times are compared (NETCL_TUNE_AUDIT).
 *
 * Other bits than the original's: the key is quarantined, the program's own
 * kernel runs from then on. Slower than the original, three audits in a row:
 * the decision has to prove itself again. The launch itself goes to the
 * program's queue as ever. Any thread; one audits at a time.
 */
#ifndef NETCL_LAUNCH_AUDIT_H
#define NETCL_LAUNCH_AUDIT_H

#include "launch/facts.h"
#include "launch/key.h"
#include "launch/plan.h"

/* Counts a launch of this plan, which has plan->audit_every. */
bool netcl_audit_is_due(struct netcl_plan *plan);

/*
 * Launch the plan and audit it, if the queue drains within the stall bound.
 * `twin` is bound to the plan's choice as the plan is; it is freed. Returns
 * what the launch does; *is_revoked: the plan is not to be used again.
 */
cl_int netcl_audit_run(struct netcl_plan *plan,
                       const struct netcl_kernel *kernel,
                       const struct netcl_request *request,
                       const struct netcl_facts *facts,
                       struct netcl_bound *twin, bool *is_revoked);

#endif
