/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unmatched: tells the log all of a kernel that no manifest knows, so that
 * `netcl-tune variants new` can write one for it.
 */
#ifndef NETCL_LAUNCH_UNMATCHED_H
#define NETCL_LAUNCH_UNMATCHED_H

#include "launch/kernel_state.h"
#include "launch/request.h"

/* At its first launch; later calls do nothing. Any thread. */
void netcl_unmatched_tell(const struct netcl_kernel *kernel,
                          struct netcl_kernel_state *state,
                          const struct netcl_request *request);

#endif
