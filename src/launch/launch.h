/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch: what happens when the program launches a kernel.
 *
 * The hot path takes the plan that was taken last when nothing it rests on
 * has changed: some 100 instructions, no lock, no allocation. Everything else
 * is the slow path. Whatever goes wrong, the program's own kernel runs.
 */
#ifndef NETCL_LAUNCH_LAUNCH_H
#define NETCL_LAUNCH_LAUNCH_H

#include "launch/request.h"

/* Once, before the first launch: opens the log. */
void netcl_launch_start(void);

/* In a forked child: write nothing any more. */
void netcl_launch_forget(void);

/* When the process ends: the summary. Calls no OpenCL. */
void netcl_launch_end(void);

cl_int netcl_launch(const struct netcl_request *request);

/* The program has a way to set arguments that we do not see. */
void netcl_launch_distrust(void);

#endif
