/* SPDX-License-Identifier: Apache-2.0 */
/* trial: run something once on shadows and say how long it took. */
#ifndef NETCL_TUNE_TRIAL_H
#define NETCL_TUNE_TRIAL_H

#include "tune/bound.h"
#include "tune/shadow.h"
#include "tune/workspace.h"

/*
 * Run once from restored shadows, whose outcome may then be compared; waits.
 * 0 and the time in microseconds by the device's clock (first start to last
 * end). -EIO: the driver failed somewhere.
 */
int netcl_trial_run(struct netcl_lane *lane, struct netcl_shadow *shadow,
                    const struct netcl_bound *bound, double *us);

/*
 * The same for something that may never end: -ETIME when it has not within
 * `limit_ns`. Then it still runs, and so does the queue.
 */
int netcl_trial_run_within(struct netcl_lane *lane,
                           struct netcl_shadow *shadow,
                           const struct netcl_bound *bound,
                           uint64_t limit_ns, double *us);

/*
 * The time of one run in `count` back to back, for its own sake: shadows that
 * no run reads are not restored, which can take longer than the run. A launch
 * that reads what it writes is restored before each run and timed alone.
 */
int netcl_trial_time(struct netcl_lane *lane, struct netcl_shadow *shadow,
                     const struct netcl_bound *bound, unsigned count,
                     double *us);

#endif
