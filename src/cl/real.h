/* SPDX-License-Identifier: Apache-2.0 */
/*
 * real: the driver's side of every entry point, one table per way in.
 *
 * A function that the loader below does not have is NULL; callers check those
 * that are younger than OpenCL 1.1. Filled before the first hook can run and
 * read-only afterwards, so any thread may call through it.
 */
#ifndef NETCL_CL_REAL_H
#define NETCL_CL_REAL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

struct netcl_real {
#define HOOK(type, name, parameters, arguments) __typeof__(&name) name;
#define CALL(name) __typeof__(&name) name;
#include "cl/entrypoints.def"
#undef HOOK
#undef CALL
};

/* Take the addresses from a loader's dispatch table of `entries` slots. */
void netcl_real_from_dispatch(struct netcl_real *real,
                              const struct _cl_icd_dispatch *dispatch,
                              cl_uint entries);

/*
 * Take them from symbols: `find` returns an address or NULL. Returns 0, or
 * -ENOENT when not even clGetPlatformIDs is there.
 */
int netcl_real_from_symbols(struct netcl_real *real,
                            void *(*find)(void *context, const char *name),
                            void *context);

#endif
