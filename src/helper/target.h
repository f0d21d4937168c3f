/* SPDX-License-Identifier: Apache-2.0 */
/*
 * target: the device that the program uses, found again by its names.
 *
 * Opened once per device and kept until the process ends. One thread.
 */
#ifndef NETCL_HELPER_TARGET_H
#define NETCL_HELPER_TARGET_H

#include "cl/real.h"
#include "helper/compile.h"

struct netcl_target {
    const struct netcl_real *real;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* for drivers that compile at a launch */
};

/* NULL: no such device, or no loader. */
const struct netcl_target *netcl_target_find(const struct netcl_compile *job);

#endif
