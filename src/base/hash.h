/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hash: 64-bit digests of texts, for fingerprints and cache digests.
 *
 * FNV-1a with a final mix: short, the same on every machine, and fast enough
 * for sources of a few megabytes. Not meant to resist an attacker: files of
 * others are refused before they are hashed.
 */
#ifndef NETCL_BASE_HASH_H
#define NETCL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define NETCL_HASH_INIT UINT64_C(0xcbf29ce484222325)

/* Goes on from `state` (first NETCL_HASH_INIT); may be split anywhere. */
uint64_t netcl_hash_bytes(uint64_t state, const void *bytes, size_t length);

/* The text with its terminating NUL, so that "ab","c" is not "a","bc". */
uint64_t netcl_hash_text(uint64_t state, const char *text);

/* The digest of what went in. */
uint64_t netcl_hash_finish(uint64_t state);

#endif
