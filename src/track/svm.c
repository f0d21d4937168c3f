/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "track/track.h"

static struct netcl_map allocations = NETCL_MAP_INIT;

/* A release takes a record out, so others may only look under the lock. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void forget(const void *pointer)
{
    struct netcl_memory *memory;

    pthread_mutex_lock(&mutex);
    memory = netcl_map_remove(&allocations, pointer);
    pthread_mutex_unlock(&mutex);
    free(memory);
}

void netcl_svm_allocated(void *pointer, size_t bytes, cl_svm_mem_flags flags)
{
    struct netcl_memory *memory;

    forget(pointer); /* went with its context */
    if (flags & CL_MEM_SVM_ATOMICS)
        return;
    memory = calloc(1, sizeof(*memory));
    if (!memory)
        return;
    memory->root = pointer;
    memory->bytes = bytes;
    memory->is_buffer = true;
    memory->is_svm = true;
    pthread_mutex_lock(&mutex);
    if (netcl_map_put(&allocations, pointer, memory))
        free(memory);
    pthread_mutex_unlock(&mutex);
}

void netcl_svm_freeing(const void *pointer)
{
    if (!pointer)
        return;
    forget(pointer);
    atomic_fetch_add(&netcl_track_releases, 1);
}

bool netcl_svm_find(const struct netcl_real *real, const void *pointer,
                    struct netcl_memory *out)
{
    const struct netcl_memory *memory;

    if (!pointer || !real->clEnqueueSVMMap || !real->clEnqueueSVMUnmap)
        return false;
    pthread_mutex_lock(&mutex);
    memory = netcl_map_find(&allocations, pointer);
    if (memory)
        *out = *memory;
    pthread_mutex_unlock(&mutex);
    return memory != NULL;
}
