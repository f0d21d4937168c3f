/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file: whole files at a time. All return 0 or a negative errno and set
 * outputs only on success. Any thread.
 */
#ifndef NETCL_BASE_FILE_H
#define NETCL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The file's bytes with a NUL behind them, which the caller frees. */
int netcl_file_read(const char *path, char **bytes, size_t *length);

/* -EPERM: code from it may not run here, see netcl_file_check_trust(). */
int netcl_file_read_trusted(const char *path, char **bytes, size_t *length);

/* The same for what only we write; -ELOOP: a link stands there. */
int netcl_file_read_own(const char *path, char **bytes, size_t *length);

/*
 * Replace `path` by these bytes: readers see the old or the new file, never
 * a part. Folders above it are made. The file's mode is kept, else 0600.
 */
int netcl_file_replace(const char *path, const char *bytes, size_t length);

/* Make a folder and those above it, mode 0700. */
int netcl_file_make_folders(const char *path);

/* The same for the folder that the file is in. */
int netcl_file_make_parent(const char *path);

/*
 * An advisory lock over processes and threads on `path`.lock, waited for up
 * to `wait_ms`. -EWOULDBLOCK: still held by others. The descriptor goes to
 * netcl_file_unlock().
 */
int netcl_file_lock(const char *path, unsigned wait_ms, int *descriptor);
void netcl_file_unlock(int descriptor);

/*
 * Whether code from this file or folder may run in this process: it belongs
 * to the user or root, and not just anyone may write it. 0, -EPERM, or what
 * stat() said.
 */
int netcl_file_check_trust(const char *path);

/* The same of what is open: the file that is judged is the one that is read. */
struct stat;
bool netcl_file_is_trusted(const struct stat *about);

#endif
