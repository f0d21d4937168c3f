/* SPDX-License-Identifier: Apache-2.0 */
/*
 * presence: whether the library takes part in this process at all.
 *
 * Off by setting, with raised rights, and in a forked child of a process that
 * had used OpenCL (its driver's threads are gone, and so is our state).
 */
#ifndef NETCL_DOOR_PRESENCE_H
#define NETCL_DOOR_PRESENCE_H

#include <stdatomic.h>
#include <stdbool.h>

extern atomic_bool netcl_presence_on;

/* Called by each door when a loader comes up; does its work once. */
void netcl_presence_start(void);

/*
 * Whether the environment says off, without reading the settings: the
 * constructor runs in every program of a shell, and must stay silent there.
 */
bool netcl_presence_is_unwanted(void);

static inline bool netcl_presence_is_on(void)
{
    return atomic_load_explicit(&netcl_presence_on, memory_order_relaxed);
}

/*
 * Set while a call of the program is being handled, so that the other door,
 * or the loader calling its own exports, does not handle it again.
 */
extern _Thread_local bool netcl_presence_inside
    __attribute__((tls_model("initial-exec")));

#endif
