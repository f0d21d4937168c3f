/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compile: one source into the binary of one device.
 *
 * In the compile process only, one at a time. Contexts are kept; the loader
 * is the one that $NETCL_TUNE_LOADER names, else libOpenCL.so.1.
 */
#ifndef NETCL_HELPER_COMPILE_H
#define NETCL_HELPER_COMPILE_H

#include <stddef.h>

#include "cl/real.h"

#define NETCL_HELPER_LOADER "NETCL_TUNE_LOADER"

struct netcl_target;

/* Texts as in tune/wire.h, owned by the caller. */
struct netcl_compile {
    const char *platform, *device, *driver;
    const char *options, *source, *launches;
};

struct netcl_compiled {
    const struct netcl_target *target;
    cl_program program;
    void *content; /* the binary, or the log where the build failed */
    size_t bytes;
};

/*
 * 0 and the binary; -ENOEXEC and the build's log; -ENODEV: no such device, or
 * no loader; -EIO: the driver failed otherwise.
 */
int netcl_compile(const struct netcl_compile *job,
                  struct netcl_compiled *result);

/*
 * Some drivers (PoCL) compile for a local size at the first launch, into a
 * cache on disk: launch the kernels once on buffers of zeros. What they
 * compute is nothing; they may crash, so the binary is handed over before.
 */
void netcl_compile_warm(const struct netcl_compile *job,
                        const struct netcl_compiled *result);

void netcl_compiled_clear(struct netcl_compiled *result);

#endif
