/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits: would the driver launch the program's own kernel like this?
 *
 * A program may try ranges to see which are refused, so a substitute must not
 * run where the original would not. Any thread.
 */
#ifndef NETCL_LAUNCH_LIMITS_H
#define NETCL_LAUNCH_LIMITS_H

#include <stddef.h>

#include "cl/device.h"
#include "launch/request.h"

enum netcl_limits {
    NETCL_LIMITS_KEPT,
    NETCL_LIMITS_UNPROVEN, /* beyond what the driver names; it may still do it */
    NETCL_LIMITS_BROKEN    /* to be refused, or for the driver to say */
};

/* `proven`: the driver has launched a group of so many items before. */
enum netcl_limits netcl_limits_check(const struct netcl_request *request,
                                     const struct netcl_device *device,
                                     size_t proven);

/* Work-items of a group; 1 where the program gives no local size. */
size_t netcl_limits_group(const struct netcl_request *request);

#endif
