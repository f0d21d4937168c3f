/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: what a launch is, in the terms of the manifest entry that knows its
 * kernel: the values of all names, and the buffers with what is done to them.
 *
 * Filled in on the slow path, once per new kind of launch; the caller frees
 * it. One thread at a time.
 */
#ifndef NETCL_LAUNCH_FACTS_H
#define NETCL_LAUNCH_FACTS_H

#include "cl/device.h"
#include "decide/reason.h"
#include "derive/subject.h"
#include "launch/request.h"
#include "match/registry.h"
#include "track/track.h"
#include "tune/shadow.h"

struct netcl_facts {
    const struct netcl_kernel_entry *entry;
    /* What may be made from the kernel itself; NULL: nothing. */
    const struct netcl_subject_entry *derived;
    const struct netcl_device *device;
    int64_t *slots;               /* entry->family->slot_count of them */
    int64_t *part; /* those of the part that a search runs; NULL: all of it */
    struct netcl_region *regions; /* one per buffer or image argument */
    int *region_args;             /* which argument each one is */
    size_t region_count;
    bool is_loose; /* netcl_options_are_loose() */
};

/* Whose kernel it is: what is known of a kernel object. */
struct netcl_known {
    const struct netcl_match *match; /* its entry NULL: no manifest's */
    const struct netcl_subject_entry *derived; /* or NULL */
};

/*
 * NETCL_REASON_COUNT: all well. Otherwise why this launch keeps the original;
 * `facts` need not be freed then.
 */
enum netcl_reason netcl_facts_fill(const struct netcl_request *request,
                                   const struct netcl_kernel *kernel,
                                   const struct netcl_known *known,
                                   const struct netcl_device *device,
                                   struct netcl_facts *facts);

/* Whether no manifest knows the kernel. */
bool netcl_facts_is_unknown(const struct netcl_facts *facts);

void netcl_facts_free(struct netcl_facts *facts);

/*
 * The shape as "(1, 2)" for keys or "[1,2]" for the log, of the part where
 * there is one; NULL: no memory.
 */
char *netcl_facts_shape(const struct netcl_facts *facts, bool is_json);

/*
 * Whether a written buffer overlaps another one. What the program sets later
 * is checked again with this at each launch.
 */
bool netcl_facts_overlap(const struct netcl_region *regions, size_t count);

#endif
