/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quiet: writing that cannot end the program by a signal.
 *
 * A pipe without a reader raises SIGPIPE, a file beyond the program's limit
 * SIGXFSZ, and both end programs that never meant to write. Between enter and
 * leave the calling thread gets an error from write() instead. Any thread.
 */
#ifndef NETCL_BASE_QUIET_H
#define NETCL_BASE_QUIET_H

#include <signal.h>

struct netcl_quiet {
    sigset_t before;  /* the thread's mask */
    sigset_t pending; /* these were under way: not ours to swallow */
};

void netcl_quiet_enter(struct netcl_quiet *quiet);
void netcl_quiet_leave(const struct netcl_quiet *quiet); /* keeps errno */

#endif
