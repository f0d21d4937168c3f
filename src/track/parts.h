/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parts: what a linked program was compiled from.
 *
 * Keeps the builds of its inputs, which may be gone by then. Shared by programs
 * that are made from one binary; counted. Any thread.
 */
#ifndef NETCL_TRACK_PARTS_H
#define NETCL_TRACK_PARTS_H

#include <stddef.h>

#include "track/build.h"
#include "track/track.h"

struct netcl_parts {
    atomic_int references;
    struct netcl_build **builds;
    size_t count;
    struct netcl_build *merged; /* made at the first need */
};

/* Of nothing yet; NULL: no memory. */
struct netcl_parts *netcl_parts_new(void);

/* Before others know of them. 0 or -ENOMEM. */
int netcl_parts_add(struct netcl_parts *parts, struct netcl_build *build);

/*
 * Of all inputs (NULL where the program errs); of those that were linked
 * themselves, their parts. NULL: one of them is not known, or the link changes
 * how they were compiled, or no memory.
 */
struct netcl_parts *netcl_parts_gather(const char *options, cl_uint count,
                                       const cl_program *inputs);

struct netcl_parts *netcl_parts_retain(struct netcl_parts *parts);

/* Accepts NULL. */
void netcl_parts_release(struct netcl_parts *parts);

/*
 * The source of a kernel with all that it reaches, which the caller releases;
 * NULL: cannot be told apart, nor put together.
 */
struct netcl_build *netcl_parts_find(struct netcl_parts *parts,
                                     const char *kernel);

#endif
