/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arena: memory that is freed all at once. One thread at a time.
 */
#ifndef NETCL_MATCH_ARENA_H
#define NETCL_MATCH_ARENA_H

#include <stddef.h>

struct netcl_arena {
    struct netcl_arena_block *blocks;
};

/* Zeroed memory for `count` things of `size` bytes; NULL: no memory. */
void *netcl_arena_take(struct netcl_arena *arena, size_t count, size_t size);

/* A copy of a text, or of its first bytes. NULL: no memory. */
char *netcl_arena_text(struct netcl_arena *arena, const char *text);
char *netcl_arena_bytes(struct netcl_arena *arena, const char *bytes,
                        size_t length);

/*
 * Have release(thing) called when the arena is freed. -ENOMEM: called now.
 */
int netcl_arena_keep(struct netcl_arena *arena, void *thing,
                     void (*release)(void *thing));

void netcl_arena_free(struct netcl_arena *arena);

#endif
