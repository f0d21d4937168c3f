/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drain: has everything before this launch been done?
 *
 * The program's queue may be blocked by an event that the program fires only
 * after we return, so this never waits for ever: a marker behind the launch's
 * wait list is watched until `deadline_ns`.
 */
#ifndef NETCL_LAUNCH_DRAIN_H
#define NETCL_LAUNCH_DRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "launch/request.h"

bool netcl_drain(const struct netcl_request *request, uint64_t deadline_ns);

#endif
