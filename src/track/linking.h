/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linking: a clLinkProgram under way.
 *
 * With a callback the program may be in use before the call returns it, so
 * whoever sees it first, the callback or the call, makes it known. Counted.
 * Any thread.
 */
#ifndef NETCL_TRACK_LINKING_H
#define NETCL_TRACK_LINKING_H

#include "cl/real.h"

struct netcl_linking;

/* Before the driver's call, which may be the inputs' last use. NULL: no memory.
 */
struct netcl_linking *netcl_linking_begin(cl_context context,
                                          const char *options, cl_uint count,
                                          const cl_program *inputs);

/* This came of it. Both accept NULL. */
void netcl_linking_tell(struct netcl_linking *linking, cl_program program);
void netcl_linking_release(struct netcl_linking *linking);

struct netcl_linking *netcl_linking_retain(struct netcl_linking *linking);

#endif
