/* SPDX-License-Identifier: Apache-2.0 */
/* trial: run something once on shadows and say how long it took. */
#ifndef NETCL_TUNE_TRIAL_H
#define NETCL_TUNE_TRIAL_H

#include "tune/bound.h"
#include "tune/shadow.h"
#include "tune/workspace.h"

/*
 * Run `count` times back to back, from restored shadows; waits. 0 and the
 * time of one run in microseconds by the device's clock (first start to last
 * end); a launch that reads what it writes is restored before each run and
 * timed alone. -EIO: the driver failed somewhere.
 */
int netcl_trial_run(struct netcl_lane *lane, struct netcl_shadow *shadow,
                    const struct netcl_bound *bound, unsigned count,
                    double *us);

#endif
