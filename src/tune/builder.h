/* SPDX-License-Identifier: Apache-2.0 */
/*
 * builder: programs compiled by another process, off the launch path.
 *
 * One compile process (netcl-tune-build) serves the whole program; it is
 * started at the first ask and goes when this process does, however that
 * ends. Jobs are known by a digest of all that they are made of, and answered
 * in the order of asking; a binary that one context has had is asked for again
 * for the next. Nothing here waits, but netcl_builder_wait().
 *
 * A job on which the compile process died or stayed too long has failed (a
 * launch that takes long is no failure), and
 * the next one starts a new process. Any thread; one lock, held over no wait.
 */
#ifndef NETCL_TUNE_BUILDER_H
#define NETCL_TUNE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/device.h"
#include "cl/real.h"

struct netcl_builder_job {
    const struct netcl_real *real;
    const struct netcl_device *device;
    const char *options, *source;
    const char *launches; /* as in tune/wire.h; "" where not needed */
    uint64_t digest;
};

/*
 * Ask for a binary, or for what became of it. 0: here it is, the caller's
 * now; -EAGAIN: not yet; -ENOEXEC: it does not build (its log is noted when
 * verbose); -ENOTRECOVERABLE: it builds, and crashed when it was launched over
 * there; -ENOSYS: there is no compile process, build it yourself.
 */
int netcl_builder_ask(const struct netcl_builder_job *job, void **binary,
                      size_t *bytes);

/*
 * Until an answer has come, a moment has gone by, or `deadline_ns`: ask again.
 * False: nothing is under way, or it is past the deadline.
 */
bool netcl_builder_wait(uint64_t deadline_ns);

/* All that went by in such waits. */
uint64_t netcl_builder_waited_ns(void);

/* Whether there is a compile process to ask. */
bool netcl_builder_is_running(void);

/* In a forked child: let go of the parent's compile process. */
void netcl_builder_forget(void);

#endif
