/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workspace: our own objects in one context of the program.
 *
 * One lane per device: an in-order profiling queue for trials, the kernel
 * that compares, the programs built so far, and the tunings under way. They
 * go when the program's last reference to the context does
 * (netcl_workspace_close), because they would keep the context alive; where a
 * thread is inside the lane just then, when it leaves.
 * Kernels that stand in for one of the program's are not here: they go with
 * that kernel (launch/plan.h).
 *
 * Any thread. A lane has a lock, which is held over no driver call.
 */
#ifndef NETCL_TUNE_WORKSPACE_H
#define NETCL_TUNE_WORKSPACE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cl/device.h"
#include "cl/real.h"

struct netcl_own_program;
struct netcl_tuning;
struct netcl_workspace;

struct netcl_lane {
    const struct netcl_real *real;
    const struct netcl_device *device;
    cl_context context;
    cl_command_queue queue;
    cl_kernel compare; /* NULL: not yet, see tune/compare.h */
    cl_mem verdict;        /* one cl_uint for `compare` */
    cl_kernel random;      /* NULL: not yet, see tune/random.h */
    atomic_int references; /* to this record */
    pthread_mutex_t mutex; /* guards what follows */
    unsigned users;        /* threads inside */
    atomic_bool is_lost;   /* the queue hangs: nothing is released */
    bool is_closed;        /* the objects are gone, or go with the last user */
    struct netcl_own_program *programs; /* uthash by digest of the text */
    struct netcl_tuning *tunings;      /* linked by their `next` */
    struct netcl_lane *next;
};

/*
 * Go into the lane of this device in a context of the program; it is made at
 * the first call. NULL: the driver failed, or the program has released the
 * context. Each enter has its leave; a caller that keeps the pointer for
 * later takes a reference first.
 */
struct netcl_lane *netcl_lane_enter(const struct netcl_real *real,
                                    cl_context context,
                                    const struct netcl_device *device);
/* Go into a lane once more; false: it is closed. */
bool netcl_lane_reenter(struct netcl_lane *lane);
void netcl_lane_leave(struct netcl_lane *lane);

/*
 * The lane's queue hangs, and with it perhaps the device: nobody goes into any
 * lane any more, and its objects stay, as releasing them may wait for it.
 */
void netcl_lane_lose(struct netcl_lane *lane);
/* Whether that has happened in this process. */
bool netcl_lane_is_lost(void);

void netcl_lane_retain(struct netcl_lane *lane);
void netcl_lane_release(struct netcl_lane *lane);

/*
 * A tuning whose objects are to be released when the lane closes. Where there
 * are too many, the one that was longest not raised is abandoned. For whoever
 * tunes: no other thread may be inside a tuning.
 */
void netcl_lane_add_tuning(struct netcl_lane *lane,
                           struct netcl_tuning *tuning);
void netcl_lane_raise_tuning(struct netcl_lane *lane,
                             struct netcl_tuning *tuning);
void netcl_lane_remove_tuning(struct netcl_lane *lane,
                              struct netcl_tuning *tuning);

/* Of one context; NULL: no memory. */
struct netcl_workspace *netcl_workspace_new(void);

/*
 * Abandon all tunings under way, for their memory; nobody may be inside one.
 * Whether there was any.
 */
bool netcl_workspace_drop_tunings(struct netcl_workspace *workspace);

/* The program lets go of the context: release all, let nobody in any more. */
void netcl_workspace_close(struct netcl_workspace *workspace);

/* After it was closed, or never used; accepts NULL. */
void netcl_workspace_free(struct netcl_workspace *workspace);

#endif
