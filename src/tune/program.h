/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program: the programs of our own in a lane.
 *
 * Built by the compile process (tune/builder.h) and loaded here from their
 * binaries; built here only where there is no such process. Owned by the
 * lane; called inside it, any thread.
 */
#ifndef NETCL_TUNE_PROGRAM_H
#define NETCL_TUNE_PROGRAM_H

#include "tune/workspace.h"

struct netcl_program_text {
    const char *source, *options;
    const char *launches; /* as in tune/wire.h; "" where not known */
    const char *label;    /* of the kernel, whose binaries may be kept; NULL */
};

/*
 * 0 and the program, with its digest where that is wanted (not NULL);
 * -EAGAIN: being built, ask again later; -ENOTRECOVERABLE: it crashes
 * (see tune/builder.h); -ENOEXEC: it does not build (the
 * start of the log on stderr when verbose); -ENOMEM.
 */
int netcl_program_build(struct netcl_lane *lane,
                        const struct netcl_program_text *text,
                        cl_program *program, uint64_t *digest);

/* It won: keep its binary on disk for later processes. */
void netcl_program_keep(struct netcl_lane *lane, uint64_t digest,
                        const char *label);

/* The lane closes: release all. */
void netcl_program_close_all(struct netcl_lane *lane);

#endif
