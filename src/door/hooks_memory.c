/* SPDX-License-Identifier: Apache-2.0 */
#include "door/hooks.h"
#include "launch/tuner.h"
#include "tune/shadow.h"

static bool is_out_of_memory(cl_int err)
{
    return err == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           err == CL_OUT_OF_RESOURCES || err == CL_OUT_OF_HOST_MEMORY;
}

/*
 * What the tuner keeps for itself, the program shall not miss: `CALL` once
 * more where that makes room, before a search can take it again.
 */
#define CREATE(CALL)                                                           \
    cl_int err = CL_SUCCESS;                                                   \
    unsigned closed = netcl_shadow_closed();                                   \
    cl_mem memory = CALL;                                                      \
                                                                               \
    if (!memory && is_out_of_memory(err) &&                                    \
        netcl_tuner_make_room(closed)) {                                       \
        memory = CALL;                                                         \
        netcl_tuner_leave();                                                   \
    }                                                                          \
    if (error)                                                                 \
        *error = err;                                                          \
    return memory;

cl_mem netcl_hook_clCreateBuffer(const struct netcl_real *real,
                                 cl_context context, cl_mem_flags flags,
                                 size_t size, void *host, cl_int *error){
    CREATE(real->clCreateBuffer(context, flags, size, host, &err))}

cl_mem
    netcl_hook_clCreateImage(const struct netcl_real *real, cl_context context,
                             cl_mem_flags flags, const cl_image_format *format,
                             const cl_image_desc *desc, void *host,
                             cl_int *error){
        CREATE(real->clCreateImage(context, flags, format, desc, host, &err))}

cl_mem netcl_hook_clCreateImage2D(const struct netcl_real *real,
                                  cl_context context, cl_mem_flags flags,
                                  const cl_image_format *format, size_t width,
                                  size_t height, size_t pitch, void *host,
                                  cl_int *error){
    CREATE(real->clCreateImage2D(context, flags, format, width, height, pitch,
                                 host, &err))}

cl_mem netcl_hook_clCreateImage3D(const struct netcl_real *real,
                                  cl_context context, cl_mem_flags flags,
                                  const cl_image_format *format, size_t width,
                                  size_t height, size_t depth, size_t pitch,
                                  size_t slice, void *host, cl_int *error)
{
    CREATE(real->clCreateImage3D(context, flags, format, width, height, depth,
                                 pitch, slice, host, &err))
}

cl_mem netcl_hook_clCreateBufferWithProperties(
    const struct netcl_real *real, cl_context context,
    const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
    void *host, cl_int *error)
{
    CREATE(real->clCreateBufferWithProperties(context, properties, flags, size,
                                              host, &err))
}

cl_mem netcl_hook_clCreateImageWithProperties(
    const struct netcl_real *real, cl_context context,
    const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *format, const cl_image_desc *desc, void *host,
    cl_int *error)
{
    CREATE(real->clCreateImageWithProperties(context, properties, flags, format,
                                             desc, host, &err))
}

/* It does not say why it failed. */
void *netcl_hook_clSVMAlloc(const struct netcl_real *real, cl_context context,
                            cl_svm_mem_flags flags, size_t size,
                            cl_uint alignment)
{
    unsigned closed = netcl_shadow_closed();
    void *memory = real->clSVMAlloc(context, flags, size, alignment);

    if (!memory && netcl_tuner_make_room(closed)) {
        memory = real->clSVMAlloc(context, flags, size, alignment);
        netcl_tuner_leave();
    }
    if (memory)
        netcl_svm_allocated(memory, size, flags);
    return memory;
}
