/* SPDX-License-Identifier: Apache-2.0 */
/*
 * worth: how long may this launch be held up for tuning?
 *
 * Nobody knows how often a program will launch a kernel; the best guess is
 * as often again as it has so far. So each kernel has one stall at first
 * sight, whatever comes; sizes seen once get no more than a small share of
 * the program's time; a key that comes again may spend some stalls, and then
 * no more than its own launches have taken. What was spent on it in vain, in
 * former processes or in contexts that are gone, has to be earned twice before
 * the search begins anew. Only for the thread that tunes.
 */
#ifndef NETCL_LAUNCH_WORTH_H
#define NETCL_LAUNCH_WORTH_H

#include <stdbool.h>
#include <stdint.h>

/* What a key has cost, and what its launches took. */
struct netcl_worth {
    uint64_t launches; /* undecided ones so far, this one not among them */
    uint64_t spent_ns;
    double original_us; /* 0: not measured yet, in a former process either */
    bool is_idle;       /* nobody waits for the launch: always worth it */
    /*
     * The same of searches that never came to an end: in former processes, and
     * in this one in contexts that are gone.
     */
    uint64_t former_launches, former_ns;
};

/*
 * Until when a launch of the kernel `label`, of a key with this record, may
 * be held up; `now_ns` or before: not at all. Sets *is_declined where that is
 * because it would not pay.
 */
uint64_t netcl_worth_deadline_ns(const char *label,
                                 const struct netcl_worth *worth,
                                 uint64_t now_ns, bool *is_declined);

/* Whether one stall is too short to find out anything about such a kernel. */
bool netcl_worth_is_long(double original_us);

/* Until when it may do nothing but wait for a build. */
uint64_t netcl_worth_patience_ns(uint64_t now_ns, uint64_t deadline_ns);

/* A launch of this key was held up for so long. */
void netcl_worth_spend(const char *label, struct netcl_worth *worth,
                       uint64_t ns);

/* All that the search has cost so far was in vain. */
void netcl_worth_begin_anew(struct netcl_worth *worth);

/* In all processes so far, as far as is known. */
uint64_t netcl_worth_spent_ns(const struct netcl_worth *worth);

/*
 * The same for the build of a decided choice, of which the process waits for
 * no more than one stall in all. Any thread.
 */
uint64_t netcl_worth_wait_ns(uint64_t now_ns);
void netcl_worth_waited(uint64_t ns);

#endif
