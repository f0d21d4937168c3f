/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spawn: start a process that is not a child of this one.
 *
 * The program may wait for "any child" or count SIGCHLD; it must see neither.
 * The process is a grandchild whose parent has gone, so init reaps it; no
 * atfork handler runs and nothing is copied. Any thread.
 */
#ifndef NETCL_BASE_SPAWN_H
#define NETCL_BASE_SPAWN_H

/*
 * Run `path`, with only standard streams on /dev/null and `fds` (moved to 3,
 * 4, ...) open. Environment: this process's without the variables of `less`
 * (NULL-terminated) and with `more` ("NAME=value"). 0 or a negative errno;
 * whether the file could be run shows in its closing the descriptors.
 */
int netcl_spawn(const char *path, const int *fds, unsigned fd_count,
                const char *const *less, const char *more);

#endif
