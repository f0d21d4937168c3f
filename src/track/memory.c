/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cl/image.h"
#include "track/track.h"

static struct netcl_map memories = NETCL_MAP_INIT;
atomic_uint netcl_track_releases;

static int ask(const struct netcl_real *real, cl_mem handle, cl_mem_info name,
               size_t size, void *value)
{
    return real->clGetMemObjectInfo(handle, name, size, value, NULL) !=
           CL_SUCCESS;
}

static int describe(const struct netcl_real *real, struct netcl_memory *memory)
{
    cl_mem_object_type type = 0;
    struct netcl_image image;
    cl_mem root = NULL;
    int failed;

    failed = ask(real, memory->handle, CL_MEM_TYPE, sizeof(type), &type) ||
             ask(real, memory->handle, CL_MEM_SIZE, sizeof(memory->bytes),
                 &memory->bytes) ||
             ask(real, memory->handle, CL_MEM_FLAGS, sizeof(memory->flags),
                 &memory->flags);
    memory->root = memory->handle;
    memory->is_buffer = type == CL_MEM_OBJECT_BUFFER;
    if (!failed && !memory->is_buffer &&
        netcl_image_read(real, memory->handle, &image)) {
        memory->image = netcl_image_digest(&image);
        memory->bytes = netcl_image_bytes(&image);
    }
    if (failed || !memory->is_buffer)
        return failed;
    if (ask(real, memory->handle, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(root),
            &root) ||
        !root)
        return 0;
    memory->root = root;
    return ask(real, memory->handle, CL_MEM_OFFSET, sizeof(memory->origin),
               &memory->origin);
}

/* Any release takes a record out, so others may only look under the lock. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool find(cl_mem handle, struct netcl_memory *out)
{
    const struct netcl_memory *memory;

    pthread_mutex_lock(&mutex);
    memory = netcl_map_find(&memories, handle);
    if (memory)
        *out = *memory;
    pthread_mutex_unlock(&mutex);
    return memory != NULL;
}

bool netcl_memory_find(const struct netcl_real *real, cl_mem handle,
                       struct netcl_memory *out)
{
    struct netcl_memory *memory, *former;

    if (find(handle, out))
        return true;
    memory = calloc(1, sizeof(*memory));
    if (!memory)
        return false;
    memory->handle = handle;
    if (describe(real, memory)) {
        free(memory);
        return false;
    }
    *out = *memory;
    pthread_mutex_lock(&mutex);
    former = netcl_map_remove(&memories, handle); /* two asked at once */
    if (netcl_map_put(&memories, handle, memory))
        free(memory);
    pthread_mutex_unlock(&mutex);
    free(former);
    return true;
}

bool netcl_memory_of(const struct netcl_real *real,
                     const struct netcl_value *value, struct netcl_memory *out)
{
    void *handle = NULL;

    if (value->size == sizeof(handle) &&
        (value->state == NETCL_VALUE_BYTES || value->state == NETCL_VALUE_SVM))
        memcpy(&handle, value->bytes, sizeof(handle));
    if (!handle)
        return false;
    return value->state == NETCL_VALUE_SVM
               ? netcl_svm_find(real, handle, out)
               : netcl_memory_find(real, handle, out);
}

static bool is_mapped(const struct netcl_real *real, cl_mem handle)
{
    cl_uint count = 0;

    return ask(real, handle, CL_MEM_MAP_COUNT, sizeof(count), &count) || count;
}

bool netcl_memory_is_mapped(const struct netcl_real *real,
                            const struct netcl_memory *memory)
{
    if (memory->is_svm)
        return false; /* no kernel may run on it then */
    return is_mapped(real, memory->handle) ||
           (memory->root != memory->handle && is_mapped(real, memory->root));
}

void netcl_memory_releasing(cl_mem handle)
{
    struct netcl_memory *memory;

    pthread_mutex_lock(&mutex);
    memory = netcl_map_remove(&memories, handle);
    pthread_mutex_unlock(&mutex);
    /* Perhaps not the last release; then it is only asked again. */
    atomic_fetch_add(&netcl_track_releases, 1);
    free(memory);
}

void netcl_sampler_releasing(void)
{
    atomic_fetch_add(&netcl_track_releases, 1);
}
