/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuner: decides a key by measuring, a stretch at each launch.
 *
 * One thread in the whole process tunes or audits at a time, because two would
 * disturb each other's times; the others run the original meanwhile.
 */
#ifndef NETCL_LAUNCH_TUNER_H
#define NETCL_LAUNCH_TUNER_H

#include "launch/key.h"

/* False: another thread is in; else leave follows. */
bool netcl_tuner_enter(void);
void netcl_tuner_leave(void);

/*
 * Tune for as long as one launch may be held up; the key may be decided
 * afterwards, or not yet.
 */
void netcl_tuner_run(struct netcl_key *key, const struct netcl_kernel *kernel,
                     const struct netcl_request *request,
                     const struct netcl_facts *facts);

/*
 * The device is short of memory: let go of what the searches of all contexts
 * hold, which begin anew at a later launch. Waits a moment for another thread
 * that tunes or audits just now. Whether there may be more room than when
 * netcl_shadow_closed() was `closed`: then nobody else tunes until the caller,
 * who has that room now, leaves.
 */
bool netcl_tuner_make_room(unsigned closed);

#endif
