/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bound: something that can be launched instead: kernels of our own, where
 * their arguments come from, and their ranges.
 *
 * A candidate becomes one bound per use: a search binds it to shadows, a plan
 * to the program's own buffers. The original, built again as a program of our
 * own, becomes one too, so that a trial treats all alike. Owned by whoever
 * made it; one thread at a time sets arguments, any may enqueue.
 */
#ifndef NETCL_TUNE_BOUND_H
#define NETCL_TUNE_BOUND_H

#include <stdbool.h>

#include "launch/request.h"
#include "match/family.h"
#include "track/track.h"
#include "tune/program.h"
#include "tune/workspace.h"

#define NETCL_BOUND_LAUNCHES_MAX 8

/* Where an argument of a kernel of ours comes from. */
struct netcl_source {
    enum {
        NETCL_SOURCE_VALUE,  /* argument `index` of the program's kernel */
        NETCL_SOURCE_BYTES,  /* `bytes`: an integer or a constant */
        NETCL_SOURCE_SCRATCH /* scratch memory `index` */
    } from;
    unsigned index;
    size_t size;
    unsigned char bytes[8];
};

struct netcl_bound_launch {
    cl_kernel kernel;
    unsigned dimensions;
    bool has_local;
    bool has_offset;
    size_t offset[3], global[3], local[3];
    struct netcl_source *sources;
    unsigned source_count;
};

struct netcl_bound {
    const struct netcl_real *real;
    struct netcl_bound_launch launches[NETCL_BOUND_LAUNCHES_MAX];
    unsigned launch_count;
    uint64_t digest; /* of a candidate's program, see tune/program.h */
    cl_mem *scratch;
    unsigned scratch_count;
};

/*
 * Bind candidate `index` of the variant, whose defines and groups this fills
 * into `slots` (filled up to the roles). 0; -EDOM: not legal for this launch;
 * -ENOEXEC: does not build; -EAGAIN: being built, try later; -EIO: the driver
 * failed; -E2BIG: it has no room; -ENOMEM: we have none.
 */
int netcl_bound_candidate(struct netcl_lane *lane, const char *options,
                          const struct netcl_kernel_entry *entry,
                          const struct netcl_variant *variant, size_t index,
                          int64_t *slots, struct netcl_bound **out);

/* Whether it would be legal, without building anything: 0 or -EDOM. */
int netcl_bound_check(const struct netcl_device *device,
                      const struct netcl_variant *variant, size_t index,
                      int64_t *slots);

/*
 * One kernel of this text, launched like that. `launch` has its range and its
 * sources, which on success belong to the bound. Errors as above.
 */
int netcl_bound_source(struct netcl_lane *lane,
                       const struct netcl_program_text *text,
                       const char *kernel,
                       const struct netcl_bound_launch *launch,
                       struct netcl_bound **out);

/* The program's own kernel, from its source and options; errors as above. */
int netcl_bound_original(struct netcl_lane *lane,
                         const struct netcl_kernel *kernel,
                         const struct netcl_request *request,
                         struct netcl_bound **out);

/* Accepts NULL. */
void netcl_bound_free(struct netcl_bound *bound);

/*
 * Hand all arguments to our kernels. `views[i]`, where `views` is given and
 * it is not NULL, stands for buffer argument i. `since`: only what changed
 * after this generation of the kernel; 0: everything.
 */
int netcl_bound_set_args(struct netcl_bound *bound,
                         const struct netcl_value *values, const cl_mem *views,
                         uint64_t since);

/*
 * All launches in a row: the first behind the wait list, each behind the one
 * before; `event` (NULL: none) is the last one's, `first` (NULL: none) the
 * first one's. An OpenCL error when nothing at all was enqueued; once the
 * first launch is on the queue a failure of a later one is reported through
 * `is_partial`.
 */
cl_int netcl_bound_enqueue(const struct netcl_bound *bound,
                           cl_command_queue queue, cl_uint wait_count,
                           const cl_event *wait_list, cl_event *first,
                           cl_event *event, bool *is_partial);

#endif
