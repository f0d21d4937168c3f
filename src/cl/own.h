/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own: our own objects in the program's contexts, made and released here.
 *
 * Drivers count them among a context's references, each in its own way, so
 * how many each kind adds is looked at when one is made, and the program is
 * told the count without them. Any thread; a lock is held over no driver
 * call.
 */
#ifndef NETCL_CL_OWN_H
#define NETCL_CL_OWN_H

#include "cl/image.h"
#include "cl/real.h"

/* The driver's objects or its errors; *error is always set. */
cl_command_queue netcl_own_queue(const struct netcl_real *real,
                                 cl_context context, cl_device_id device,
                                 cl_int *error);
cl_mem netcl_own_buffer(const struct netcl_real *real, cl_context context,
                        size_t bytes, cl_int *error);
cl_mem netcl_own_part(const struct netcl_real *real, cl_context context,
                      cl_mem buffer, const cl_buffer_region *region,
                      cl_int *error);
cl_mem netcl_own_image(const struct netcl_real *real, cl_context context,
                       const struct netcl_image *image, cl_int *error);
/* One that does what `model` does, which the program may release. */
cl_sampler netcl_own_sampler(const struct netcl_real *real, cl_context context,
                             cl_sampler model, cl_int *error);
cl_program netcl_own_source(const struct netcl_real *real, cl_context context,
                            const char *source, cl_int *error);
cl_program netcl_own_binary(const struct netcl_real *real, cl_context context,
                            cl_device_id device, const void *binary,
                            size_t bytes, cl_int *error);
cl_kernel netcl_own_kernel(const struct netcl_real *real, cl_context context,
                           cl_program program, const char *name,
                           cl_int *error);

void netcl_own_release_queue(const struct netcl_real *real,
                             cl_command_queue queue);
void netcl_own_release_memory(const struct netcl_real *real, cl_mem memory);
void netcl_own_release_sampler(const struct netcl_real *real,
                               cl_sampler sampler);
void netcl_own_release_program(const struct netcl_real *real,
                               cl_program program);
void netcl_own_release_kernel(const struct netcl_real *real, cl_kernel kernel);

/* How many of the context's references are ours. */
cl_uint netcl_own_references(cl_context context);

/* A context is new: what had its handle before is gone. */
void netcl_own_forget(cl_context context);

#endif
