/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device: what a device is called and what it can do.
 *
 * Asked once per device and kept for the life of the process. Any thread.
 */
#ifndef NETCL_CL_DEVICE_H
#define NETCL_CL_DEVICE_H

#include <stdint.h>

#include "cl/real.h"
#include "match/family.h"

struct netcl_device {
    cl_device_id handle;
    char *name;
    char *driver;
    cl_ulong memory_bytes;     /* global */
    cl_ulong allocation_bytes; /* largest single buffer */
    size_t alignment_bytes;    /* of a sub-buffer's origin */
    size_t item_sizes[3];      /* largest local size per dimension */
    size_t group_size;         /* most work-items in a work-group */
    int64_t slots[NETCL_SLOT_FIXED]; /* the device names of names.def */
};

/* NULL when the driver does not answer. */
const struct netcl_device *netcl_device_find(const struct netcl_real *real,
                                             cl_device_id handle);

#endif
