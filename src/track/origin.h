/* SPDX-License-Identifier: Apache-2.0 */
/*
 * origin: which sources a program binary was made from.
 *
 * A program that caches binaries never shows its source again. When it reads
 * the binaries of a program whose source we know, both go here, by the
 * binary's digest: in memory, and in the folder `sources` beside the decision
 * cache, for later processes. Any thread; has a lock of its own.
 */
#ifndef NETCL_TRACK_ORIGIN_H
#define NETCL_TRACK_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

struct netcl_parts;

/* `to_disk`: later processes want it too (a kernel in it is known). */
void netcl_origin_remember(const void *binary, size_t length,
                           struct netcl_parts *parts, bool to_disk);

/* What it was linked from, which the caller releases, or NULL. */
struct netcl_parts *netcl_origin_find(const void *binary, size_t length);

#endif
