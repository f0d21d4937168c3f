/* SPDX-License-Identifier: Apache-2.0 */
/*
 * image: what an image is, as far as another one like it can be made and its
 * content be moved. Plain values; any thread.
 */
#ifndef NETCL_CL_IMAGE_H
#define NETCL_CL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "cl/real.h"

struct netcl_image {
    cl_mem_object_type type;
    cl_mem_flags access; /* what kernels may do to it */
    cl_image_format format;
    size_t width, height, depth, layers; /* 1 where it has none */
    size_t element_bytes;
};

/*
 * Ask the driver. False: it does not say, or this is no image that can be
 * copied aside: one that shares its memory (with a buffer or another image),
 * has mip levels or several samples, or keeps a stencil.
 */
bool netcl_image_read(const struct netcl_real *real, cl_mem handle,
                      struct netcl_image *image);

/* Of its elements alone, as clEnqueueCopyImageToBuffer packs them. */
size_t netcl_image_bytes(const struct netcl_image *image);

/* All of it, as the copying calls want it. */
void netcl_image_region(const struct netcl_image *image, size_t region[3]);

/* Equal for images that may stand for each other; never 0. */
uint64_t netcl_image_digest(const struct netcl_image *image);

/* Another one like it, with this content (packed; NULL: none). */
cl_mem netcl_image_create(const struct netcl_real *real, cl_context context,
                          const struct netcl_image *image, const void *content,
                          cl_int *error);

/* As one word, for the compile process, and back: false where it is none. */
void netcl_image_write(const struct netcl_image *image, struct netcl_str *text);
bool netcl_image_parse(const char *text, struct netcl_image *image);

#endif
