/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pace: when is a kernel that no manifest knows worth a search?
 *
 * A search costs some hundred milliseconds, so a kernel has to have run for
 * NETCL_TUNE_DERIVE_AFTER_MS first, and as long as its search has taken until
 * it goes on. Its first launches are timed by watching their events (never
 * longer than that setting), the rest is counted. How long one launch may be
 * held up then, launch/worth.h says. And which of its scalars change from
 * launch to launch? Those count no more. Any thread.
 */
#ifndef NETCL_LAUNCH_PACE_H
#define NETCL_LAUNCH_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "launch/facts.h"
#include "launch/request.h"

/* Whether it has run for long enough. */
bool netcl_pace_is_worth(const struct netcl_subject *subject);

/*
 * Whether a key that has come up `times` before is tuned already: where
 * something else changes at each launch, every key is a new one. A manifest's
 * kernels always are.
 */
bool netcl_pace_is_due(const struct netcl_facts *facts, unsigned times);

/* A search has taken so long: it goes on once the kernel has run as long. */
void netcl_pace_spend(struct netcl_subject *subject, uint64_t ns);

/* Launch it, and look how long it takes. */
cl_int netcl_pace_run(struct netcl_subject *subject,
                      const struct netcl_request *request);

/* Launches to let pass before it is worth looking again; 0: look at each. */
unsigned long long netcl_pace_pause(struct netcl_subject *subject);

/* See which arguments have changed: some may count no more from now on. */
void netcl_pace_note(struct netcl_subject *subject,
                     const struct netcl_kernel *kernel,
                     const struct netcl_request *request);

#endif
