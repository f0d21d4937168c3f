/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sample: a launch made up for a manifest's kernel entry, as a program would
 * make it: its reference kernel, built and tracked like a program's, with
 * random arguments of the sizes that a check line gives.
 *
 * A rig is one entry on one device; samples live in it and are closed before
 * it is. One thread.
 */
#ifndef NETCL_CLI_SAMPLE_H
#define NETCL_CLI_SAMPLE_H

#include "launch/facts.h"
#include "tune/workspace.h"

struct netcl_rig {
    const struct netcl_real *real;
    const struct netcl_device *device;
    const struct netcl_kernel_entry *entry;
    cl_context context;
    cl_program program;
    struct netcl_lane *lane;
};

struct netcl_sample {
    const struct netcl_rig *rig;
    struct netcl_kernel *kernel; /* as the hooks would have tracked it */
    struct netcl_request request;
    size_t global[3], local[3];
    int64_t *slots; /* for sizes, before there are facts */
    cl_mem *buffers;    /* and images */
    cl_sampler sampler; /* one for all; NULL: none is needed */
    struct netcl_facts facts;
};

/*
 * 0; -ENOEXEC: the reference does not build (reported); -EIO: the driver
 * failed.
 */
int netcl_rig_open(const struct netcl_real *real,
                   const struct netcl_device *device,
                   const struct netcl_kernel_entry *entry,
                   struct netcl_rig *rig);
void netcl_rig_close(struct netcl_rig *rig);

/*
 * Bytes of the largest buffer that such a launch would have, without making
 * it; 0: the entry says that there is no such launch. Needs no driver.
 */
size_t netcl_sample_bytes(const struct netcl_device *device,
                          const struct netcl_kernel_entry *entry,
                          const struct netcl_check *check);

/*
 * NETCL_REASON_COUNT: all well. Otherwise why the tuner would leave such a
 * launch alone, and the sample need not be closed.
 */
enum netcl_reason netcl_sample_open(const struct netcl_rig *rig,
                                    const struct netcl_check *check,
                                    struct netcl_sample *sample);
void netcl_sample_close(struct netcl_sample *sample);

#endif
