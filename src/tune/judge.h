/* SPDX-License-Identifier: Apache-2.0 */
/*
 * judge: what a run of a search's candidate was worth, and when it is over.
 *
 * For tuning.c and probe.c; one thread at a time, inside the lane.
 */
#ifndef NETCL_TUNE_JUDGE_H
#define NETCL_TUNE_JUDGE_H

#include "tune/hunt.h"

/*
 * Not equal bit for bit on this shadow: how far off, and does the mode admit
 * that? UNTRIED: yes.
 */
enum netcl_status netcl_judge(struct netcl_hunt *hunt,
                              struct netcl_candidate *candidate,
                              struct netcl_shadow *shadow);

/* Whatever runs longer than this hangs. */
uint64_t netcl_judge_limit_ns(const struct netcl_hunt *hunt);

/* It hangs: the next process is not to try it, this one not to wait. */
void netcl_judge_lose(struct netcl_hunt *hunt, const char *choice);

#endif
