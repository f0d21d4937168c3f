/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitizer: a program that was built with one has its runtime preloaded
 * first, or the runtime would end it for whatever else is. One thread.
 */
#ifndef NETCL_CLI_SANITIZER_H
#define NETCL_CLI_SANITIZER_H

/*
 * Changes LD_PRELOAD of this process where `program`, which is searched as
 * execvp() does, needs it. 0 or -ENOMEM.
 */
int netcl_sanitizer_put_first(const char *program);

#endif
