/* SPDX-License-Identifier: Apache-2.0 */
#include "match/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct netcl_arena_block {
    struct netcl_arena_block *next;
    void *thing;
    void (*release)(void *thing);
};

int netcl_arena_keep(struct netcl_arena *arena, void *thing,
                     void (*release)(void *thing))
{
    struct netcl_arena_block *block = malloc(sizeof(*block));

    if (!block) {
        release(thing);
        return -ENOMEM;
    }
    *block = (struct netcl_arena_block){arena->blocks, thing, release};
    arena->blocks = block;
    return 0;
}

void *netcl_arena_take(struct netcl_arena *arena, size_t count, size_t size)
{
    void *memory = calloc(count + 1, size ? size : 1);

    if (!memory || netcl_arena_keep(arena, memory, free))
        return NULL;
    return memory;
}

char *netcl_arena_bytes(struct netcl_arena *arena, const char *bytes,
                        size_t length)
{
    char *copy = netcl_arena_take(arena, length, 1);

    if (copy && length)
        memcpy(copy, bytes, length);
    return copy;
}

char *netcl_arena_text(struct netcl_arena *arena, const char *text)
{
    return netcl_arena_bytes(arena, text, strlen(text));
}

void netcl_arena_free(struct netcl_arena *arena)
{
    struct netcl_arena_block *block = arena->blocks, *next;

    for (; block; block = next) {
        next = block->next;
        block->release(block->thing);
        free(block);
    }
    arena->blocks = NULL;
}
