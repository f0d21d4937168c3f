/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: where libnetcl_tune.so is, and how to let it into a program.
 *
 * Everything that must be in a program's environment for our doors to open
 * is set here: the preload, which also is the second door by itself for
 * linked programs, the layer, a loader that knows layers where the usual one
 * does not (loader.h), and what AddressSanitizer has to be told of a preload.
 */
#ifndef NETCL_CLI_LIBRARY_H
#define NETCL_CLI_LIBRARY_H

#define NETCL_LIBRARY_NAME "libnetcl_tune.so"

/*
 * `given`, else the build tree's, else the one installed beside this command.
 * An absolute path that the caller frees; NULL: reported.
 */
char *netcl_library_find(const char *given);

/*
 * Put the library into LD_PRELOAD (first) and OPENCL_LAYERS (last) of this
 * process, where it is not yet. 0, or -EINVAL (reported): its path cannot
 * stand in these lists.
 */
int netcl_library_open_doors(const char *library);

#endif
