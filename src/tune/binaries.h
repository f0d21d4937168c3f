/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binaries: winners compiled, and the kernels that every search begins with, in
 * the folder `binaries` beside the cache.
 *
 * One file each, LABEL-DIGEST.bin; the digest covers device, driver, options
 * and source, so a file is never stale, only unused. Any thread.
 */
#ifndef NETCL_TUNE_BINARIES_H
#define NETCL_TUNE_BINARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 and the bytes, which the caller frees; a negative errno. */
int netcl_binaries_load(const char *label, uint64_t digest, void **binary,
                        size_t *bytes);

/* Unless it is there. Failure is no harm. */
void netcl_binaries_save(const char *label, uint64_t digest,
                         const void *binary, size_t bytes);

/* Whether there is such a folder at all. */
bool netcl_binaries_exist(void);

/* The kernel's binaries will be wanted soon: have them read ahead. */
void netcl_binaries_prefetch(const char *label);

#endif
