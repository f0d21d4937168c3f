/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "launch/kernel_state.h"
#include "track/build.h"
#include "track/track.h"

struct netcl_map netcl_kernels = NETCL_MAP_INIT;
_Thread_local struct netcl_kernel_seen netcl_kernel_last;

struct netcl_kernel *netcl_kernel_search(cl_kernel handle)
{
    unsigned epoch = netcl_track_epoch();
    struct netcl_kernel *kernel = netcl_map_find(&netcl_kernels, handle);

    if (kernel)
        netcl_kernel_last = (struct netcl_kernel_seen){handle, epoch, kernel};
    return kernel;
}

static void free_kernel(struct netcl_kernel *kernel)
{
    cl_uint i;

    for (i = 0; kernel->values && i < kernel->arg_count; i++)
        if (kernel->values[i].bytes != kernel->values[i].inline_bytes)
            free(kernel->values[i].bytes);
    free(kernel->values);
    free(kernel->name);
    netcl_build_release(kernel->build);
    free(kernel);
}

static char *ask_name(const struct netcl_real *real, cl_kernel handle)
{
    size_t size = 0;
    char *name;

    if (real->clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, 0, NULL,
                              &size) != CL_SUCCESS ||
        !size)
        return NULL;
    name = calloc(1, size + 1);
    if (name && real->clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, size,
                                      name, NULL) != CL_SUCCESS) {
        free(name);
        return NULL;
    }
    return name;
}

static struct netcl_kernel *new_kernel(const struct netcl_real *real,
                                       cl_kernel handle, cl_context context)
{
    struct netcl_kernel *kernel = calloc(1, sizeof(*kernel));
    cl_uint i;

    if (!kernel)
        return NULL;
    kernel->handle = handle;
    kernel->context = context;
    kernel->name = ask_name(real, handle);
    atomic_init(&kernel->references, 1);
    if (!kernel->name ||
        real->clGetKernelInfo(handle, CL_KERNEL_NUM_ARGS,
                              sizeof(kernel->arg_count), &kernel->arg_count,
                              NULL) != CL_SUCCESS)
        goto fail;
    kernel->values = calloc(kernel->arg_count + 1, sizeof(*kernel->values));
    if (!kernel->values)
        goto fail;
    for (i = 0; i < kernel->arg_count; i++) {
        kernel->values[i].plain_size = SIZE_MAX;
        kernel->values[i].bytes = kernel->values[i].inline_bytes;
        kernel->values[i].capacity = sizeof(kernel->values[i].inline_bytes);
    }
    return kernel;

fail:
    free_kernel(kernel);
    return NULL;
}

void netcl_kernel_created(const struct netcl_real *real, cl_kernel handle,
                          cl_program program_handle)
{
    struct netcl_program *program = netcl_program_find(program_handle);
    struct netcl_kernel *kernel;

    kernel = new_kernel(real, handle, program ? program->context : NULL);
    if (kernel && program) {
        kernel->build = netcl_program_kernel(program, kernel->name);
        kernel->is_linked = program->parts && !kernel->build;
    }
    if (kernel && netcl_map_put(&netcl_kernels, handle, kernel))
        free_kernel(kernel);
}

/* Keep a value; returns false when it is the one that was there. */
static bool keep(struct netcl_value *kept, enum netcl_value_state state,
                 size_t size, const void *value)
{
    void *bytes;
    bool has_bytes = state == NETCL_VALUE_BYTES || state == NETCL_VALUE_SVM;

    if (kept->state == state && kept->size == size &&
        (!has_bytes || !memcmp(kept->bytes, value, size)))
        return false;
    if (has_bytes && size > kept->capacity) {
        bytes = malloc(size);
        if (!bytes) {
            kept->state = NETCL_VALUE_UNSET; /* such a launch is left alone */
            kept->plain_size = SIZE_MAX;
            return true;
        }
        if (kept->bytes != kept->inline_bytes)
            free(kept->bytes);
        kept->bytes = bytes;
        kept->capacity = size;
    }
    kept->state = state;
    kept->size = size;
    kept->plain_size = state == NETCL_VALUE_BYTES ? size : SIZE_MAX;
    if (has_bytes)
        memcpy(kept->bytes, value, size);
    return true;
}

void netcl_kernel_cloned(const struct netcl_real *real, cl_kernel handle,
                         cl_kernel source_handle)
{
    struct netcl_kernel *source = netcl_kernel_find(source_handle);
    struct netcl_kernel *kernel;
    cl_uint i;

    if (!source)
        return;
    kernel = new_kernel(real, handle, source->context);
    if (!kernel)
        return;
    kernel->build = source->build ? netcl_build_retain(source->build) : NULL;
    kernel->is_linked = source->is_linked;
    for (i = 0; i < kernel->arg_count && i < source->arg_count; i++) {
        keep(&kernel->values[i], source->values[i].state, source->values[i].size,
             source->values[i].bytes);
        kernel->values[i].epoch = source->values[i].epoch;
        kernel->values[i].generation = ++kernel->generation;
    }
    atomic_init(&kernel->is_left_alone,
                atomic_load(&source->is_left_alone));
    if (netcl_map_put(&netcl_kernels, handle, kernel))
        free_kernel(kernel);
}

void netcl_kernel_retained(cl_kernel handle)
{
    struct netcl_kernel *kernel = netcl_kernel_find(handle);

    if (kernel)
        atomic_fetch_add(&kernel->references, 1);
}

void netcl_kernel_releasing(cl_kernel handle)
{
    struct netcl_kernel *kernel = netcl_kernel_find(handle);

    if (!kernel || atomic_fetch_sub(&kernel->references, 1) != 1)
        return;
    netcl_map_remove(&netcl_kernels, handle);
    atomic_fetch_add(&netcl_track_releases, 1);
    netcl_kernel_state_close(kernel);
    free_kernel(kernel);
}

static void change(cl_kernel handle, cl_uint index,
                   enum netcl_value_state state, size_t size,
                   const void *value)
{
    struct netcl_kernel *kernel = netcl_kernel_find(handle);
    unsigned epoch = netcl_track_epoch();
    struct netcl_value *kept;

    if (!kernel || index >= kernel->arg_count)
        return;
    kept = &kernel->values[index];
    if (!keep(kept, state, size, value) && kept->epoch == epoch)
        return;
    /* After a release the same handle may be another buffer. */
    kept->epoch = epoch;
    kept->generation = ++kernel->generation;
}

void netcl_kernel_change_arg(cl_kernel handle, cl_uint index, size_t size,
                             const void *value)
{
    change(handle, index, value ? NETCL_VALUE_BYTES : NETCL_VALUE_NULL, size,
           value);
}

void netcl_kernel_set_svm(cl_kernel handle, cl_uint index, const void *pointer)
{
    change(handle, index, NETCL_VALUE_SVM, sizeof(pointer), &pointer);
}

void netcl_kernel_set_opaque(cl_kernel handle)
{
    struct netcl_kernel *kernel = netcl_kernel_find(handle);

    if (kernel)
        atomic_store(&kernel->is_left_alone, true);
}
