/* SPDX-License-Identifier: Apache-2.0 */
/*
 * probe: a search's launch once more, on other data than the program's.
 *
 * Where that is zeros or small whole numbers, equal results say nothing of
 * how a candidate rounds. So whoever is about to be chosen has to equal the
 * original on random numbers too: in buffers that hold reals, and for reals
 * that are passed by value. Which kernels may be run on that:
 * derive/probing.h.
 *
 * Owned by its hunt, and closed before the hunt's shadow. One thread at a
 * time, inside the lane.
 */
#ifndef NETCL_TUNE_PROBE_H
#define NETCL_TUNE_PROBE_H

#include "tune/hunt.h"

/* Whether the kernel reads reals, and may be given any. */
bool netcl_probe_is_possible(const struct netcl_kernel *kernel,
                             const struct netcl_facts *facts);

/* Have built what fills the buffers, as long as it is not needed yet. */
void netcl_probe_prepare(struct netcl_hunt *hunt);

/*
 * Who is about to be chosen, and was equal so far, but on the program's data
 * alone. NULL: nobody.
 */
struct netcl_candidate *netcl_probe_doubtful(const struct netcl_hunt *hunt);

/*
 * One step, with one run at most: make room, run the original, run the
 * candidate and drop it where it is not equal. Where it cannot be done at all
 * (no room), nobody is doubtful any more; but on plain data (tune/plain.h) the
 * search has come to its end. 0, or -EAGAIN: a build is under way.
 */
int netcl_probe_step(struct netcl_hunt *hunt,
                     struct netcl_candidate *candidate);

/* Accepts NULL. */
void netcl_probe_close(const struct netcl_hunt *hunt,
                       struct netcl_probe *probe);

#endif
