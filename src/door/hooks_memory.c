/* SPDX-License-Identifier: Apache-2.0 */
#include "door/hooks.h"
#include "launch/tuner.h"

static bool is_out_of_memory(cl_int err)
{
    return err == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           err == CL_OUT_OF_RESOURCES || err == CL_OUT_OF_HOST_MEMORY;
}

/* What the tuner keeps for itself, the program shall not miss. */
cl_mem netcl_hook_clCreateBuffer(const struct netcl_real *real,
                                 cl_context context, cl_mem_flags flags,
                                 size_t size, void *host, cl_int *error)
{
    cl_int err = CL_SUCCESS;
    cl_mem memory = real->clCreateBuffer(context, flags, size, host, &err);

    if (!memory && is_out_of_memory(err) && netcl_tuner_make_room(context))
        memory = real->clCreateBuffer(context, flags, size, host, &err);
    if (error)
        *error = err;
    return memory;
}
