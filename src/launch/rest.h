/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rest: what an unfinished search leaves in the cache.
 *
 * The program may end before the search does, and the next process shall not
 * begin at nothing. Only for the thread that tunes.
 */
#ifndef NETCL_LAUNCH_REST_H
#define NETCL_LAUNCH_REST_H

#include "launch/key.h"

/*
 * What has been spent on it so far, unless the cache has a decision: the next
 * process is to know that it was in vain.
 */
void netcl_rest_note(struct netcl_key *key);

/* The same for all keys, at the end; where the tuner is busy, not at all. */
void netcl_rest_leave(void);

/*
 * Where there is something new to keep: what is confirmed as a decision, if
 * perhaps not the best; a mere bet as a hint; and of a kernel that one stall
 * is too short for, how slow it is. A failure is the cache's to tell.
 */
void netcl_rest_keep(struct netcl_key *key, const struct netcl_facts *facts);

#endif
