/* SPDX-License-Identifier: Apache-2.0 */
/* extent: how many elements a buffer has, in terms of a launch's numbers. */
#ifndef NETCL_CLI_EXTENT_H
#define NETCL_CLI_EXTENT_H

#include "cli/unmatched.h"

#define NETCL_EXTENT_BYTES 256

/*
 * A product of up to three integer arguments, or else of global sizes, that
 * is what the buffer has in the launch that was seen. False: there is none,
 * and the text is the bare number.
 */
bool netcl_extent_find(const struct netcl_unmatched *kernel,
                       const struct netcl_unmatched_arg *arg,
                       char text[NETCL_EXTENT_BYTES]);

#endif
