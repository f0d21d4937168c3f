/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan: what to do when this kernel is launched just so again.
 *
 * Found once on the slow path (facts, key, decision, kernels of our own), and
 * then taken as long as nothing that it rests on has changed: the queue, the
 * range, the arguments the manifest looks at, the sizes and overlaps of
 * buffers. Other arguments may change; they are handed on.
 *
 * Plans belong to a kernel of the program and go with it. They are linked at
 * the front and never unlinked, so that any thread may walk the list; only a
 * thread that has claimed a plan changes it.
 */
#ifndef NETCL_LAUNCH_PLAN_H
#define NETCL_LAUNCH_PLAN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "launch/facts.h"
#include "launch/request.h"
#include "launch/watch.h"
#include "tune/bound.h"

struct netcl_key;

struct netcl_plan {
    _Atomic(uint64_t) generation; /* the kernel's, when all was as it is here */
    cl_command_queue queue;
    atomic_uint queue_epoch; /* netcl_queue_epoch(), when last looked at */
    cl_device_id device;
    bool is_profiled; /* the queue keeps times of its events */
    cl_uint dimensions;
    bool has_local, has_offset;
    size_t global[3], local[3], offset[3];
    size_t local_bytes;        /* most local memory as arguments */
    struct netcl_bound *bound; /* NULL: the original */
    double saved_us;           /* by each launch */
    double chosen_us;          /* of each launch; 0: nobody measured */
    struct netcl_watch *watch; /* when launches of `bound` came; or NULL */
    atomic_uint epoch;         /* of launch.c: when it was last known good */
    unsigned audit_every;      /* launches; 0: never */
    struct netcl_key *key;     /* it carries out; NULL: of a pinned part */
    unsigned revision;         /* the key's, when the plan was made */
    bool is_pinned;            /* only while launches are: undecided yet */
    atomic_bool is_retired;    /* the driver refused it: never again */
    atomic_flag is_claimed;    /* somebody is handing on arguments */
    atomic_ullong launches;
    atomic_ullong most; /* launches it is good for; 0: for ever */
    /* Undecided as yet: it stands in for looking at this key each time. */
    const struct netcl_key *stands_in_for;
    bool is_listed;
    atomic_ullong refused; /* where the original ran instead */
    struct netcl_plan *next;
    const struct netcl_kernel_entry *entry; /* that `heeded` belongs to */
    const struct netcl_subject_entry *derived;
    bool has_literals; /* the text of what is bound holds scalars' values */
    /* What the arguments were: bytes of the heeded ones, sizes of buffers. */
    unsigned char *heeded;
    struct netcl_region *regions;
    size_t region_count;
};

/*
 * Takes facts->regions over. `has_literals`: what is bound is for these values
 * of the scalars alone. NULL: no memory; `bound` is freed then.
 */
struct netcl_plan *netcl_plan_new(const struct netcl_kernel *kernel,
                                  const struct netcl_request *request,
                                  struct netcl_facts *facts,
                                  bool has_literals,
                                  struct netcl_bound *bound);

/* Accepts NULL. */
void netcl_plan_free(struct netcl_plan *plan);

/*
 * Whether the plan is for this launch, arguments that changed included. Hands
 * them on to our kernels where needed.
 */
bool netcl_plan_adopt(struct netcl_plan *plan,
                      const struct netcl_kernel *kernel,
                      const struct netcl_request *request);

/* Launch it. */
cl_int netcl_plan_run(struct netcl_plan *plan,
                      const struct netcl_request *request);

/*
 * Several launches of ours have several events, and none of them tells the
 * time of all: then a program that wants it gets the original.
 */
static inline bool netcl_plan_is_timed(const struct netcl_plan *plan,
                                       const struct netcl_request *request)
{
    return plan->is_profiled && plan->bound &&
           plan->bound->launch_count > 1 && request->event;
}

/* Queues released so far: a handle may stand for another queue. */
extern atomic_uint netcl_queue_releases;

static inline unsigned netcl_queue_epoch(void)
{
    return atomic_load_explicit(&netcl_queue_releases, memory_order_relaxed);
}

/* One that was made for a while is looked into again. */
static inline bool netcl_plan_is_over(const struct netcl_plan *plan)
{
    unsigned long long most =
        atomic_load_explicit(&plan->most, memory_order_relaxed);

    return most && atomic_load_explicit(&plan->launches,
                                        memory_order_relaxed) >= most;
}

/* Same handle of a queue, same range. */
static inline bool netcl_plan_has_range(const struct netcl_plan *plan,
                                        const struct netcl_request *request)
{
    cl_uint i;

    if (plan->queue != request->queue ||
        plan->dimensions != request->dimensions ||
        plan->has_local != (request->local != NULL) ||
        plan->has_offset != (request->offset != NULL) || !request->global)
        return false;
    for (i = 0; i < plan->dimensions; i++) {
        if (plan->global[i] != request->global[i] ||
            (plan->has_local && plan->local[i] != request->local[i]) ||
            (plan->has_offset && plan->offset[i] != request->offset[i]))
            return false;
    }
    return true;
}

/* The hot path: the handle is the same queue for certain. */
static inline bool netcl_plan_has_queue(const struct netcl_plan *plan)
{
    return atomic_load_explicit(&plan->queue_epoch, memory_order_relaxed) ==
           netcl_queue_epoch();
}

#endif
