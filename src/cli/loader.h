/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: which libOpenCL a program finds, and a better one in front of it.
 *
 * A loader that knows no layers (CUDA's own, old ones) lets us into programs
 * that link it, not into those that open it at run time. Where another loader
 * of this machine knows layers, a folder with that one comes first in
 * LD_LIBRARY_PATH. One thread.
 */
#ifndef NETCL_CLI_LOADER_H
#define NETCL_CLI_LOADER_H

#include <stdbool.h>

/* Whether this machine has a loader that knows layers, wherever it is. */
bool netcl_loader_is_there(void);

/*
 * Changes LD_LIBRARY_PATH of this process, where that is needed and possible.
 * 0, also where it is not; a negative errno where it should be and cannot.
 */
int netcl_loader_put_in_front(void);

#endif
