/* SPDX-License-Identifier: Apache-2.0 */
/*
 * worth: is a kernel that no manifest knows worth a search?
 *
 * A search costs some hundred milliseconds, so a kernel has to have run for
 * NETCL_TUNE_DERIVE_AFTER_MS first. Its first launches are timed by watching
 * their events (never longer than that setting), the rest is counted. And
 * which of its scalars change from launch to launch? Those count no more.
 * A manifest's kernels are always worth it. Any thread.
 */
#ifndef NETCL_LAUNCH_WORTH_H
#define NETCL_LAUNCH_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "launch/kernel_state.h"
#include "launch/request.h"

bool netcl_worth_is(const struct netcl_kernel_entry *entry);

/* A search has taken so long: it goes on once the kernel has run as long. */
void netcl_worth_spend(const struct netcl_kernel_entry *entry, uint64_t ns);

/*
 * Whether a key that has come up `times` before is tuned already: where
 * something else changes at each launch, every key is a new one.
 */
bool netcl_worth_is_ripe(const struct netcl_kernel_entry *entry,
                         unsigned times);

/* Launch it, and look how long it takes. */
cl_int netcl_worth_run(const struct netcl_kernel_entry *entry,
                       const struct netcl_request *request);

/* Launches to let pass before it is worth looking again; 0: look at each. */
unsigned long long netcl_worth_pause(const struct netcl_kernel_entry *entry);

/* See which arguments have changed; may give the state another entry. */
void netcl_worth_note(struct netcl_kernel_state *state,
                      const struct netcl_kernel *kernel,
                      const struct netcl_request *request);

#endif
