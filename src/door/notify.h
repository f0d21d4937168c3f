/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notify: a program's callback for a build, called as the program's own code.
 *
 * A driver may call it on another thread before the call returns, or within
 * the call, where the other door would take what the program does for the
 * driver's own. Any thread.
 */
#ifndef NETCL_DOOR_NOTIFY_H
#define NETCL_DOOR_NOTIFY_H

#include "cl/real.h"

struct netcl_linking;

/* What the driver is given. */
struct netcl_notify {
    void(CL_CALLBACK *function)(cl_program, void *);
    void *user_data;
};

/*
 * In place of the program's own, which may be NULL. With a linking (or NULL)
 * the program is made known first. The driver's call takes it back; one that
 * refuses and never calls leaves some bytes behind.
 */
struct netcl_notify
netcl_notify_wrap(void(CL_CALLBACK *function)(cl_program, void *),
                  void *user_data, struct netcl_linking *linking);

#endif
