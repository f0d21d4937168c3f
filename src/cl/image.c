/* SPDX-License-Identifier: Apache-2.0 */
#include "cl/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define ACCESS                                                                 \
    (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY |                \
     CL_MEM_KERNEL_READ_AND_WRITE)

static bool ask(const struct netcl_real *real, cl_mem handle,
                cl_image_info what, size_t size, void *value)
{
    return real->clGetImageInfo(handle, what, size, value, NULL) == CL_SUCCESS;
}

static bool is_plain_type(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE2D ||
           type == CL_MEM_OBJECT_IMAGE3D ||
           type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

static bool is_array(const struct netcl_image *image)
{
    return image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
           image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

/* Alone in its memory, and one value an element. */
static bool is_alone(const struct netcl_real *real, cl_mem handle)
{
    cl_uint levels = 0, samples = 0;
    cl_mem parent = NULL;

    /* Drivers of OpenCL 1.1 know neither, and make no such images. */
    ask(real, handle, CL_IMAGE_NUM_MIP_LEVELS, sizeof(levels), &levels);
    ask(real, handle, CL_IMAGE_NUM_SAMPLES, sizeof(samples), &samples);
    return levels <= 1 && samples <= 1 &&
           real->clGetMemObjectInfo(handle, CL_MEM_ASSOCIATED_MEMOBJECT,
                                    sizeof(parent), &parent,
                                    NULL) == CL_SUCCESS &&
           !parent;
}

static bool read_sizes(const struct netcl_real *real, cl_mem handle,
                       struct netcl_image *image)
{
    if (!ask(real, handle, CL_IMAGE_WIDTH, sizeof(size_t), &image->width) ||
        !ask(real, handle, CL_IMAGE_HEIGHT, sizeof(size_t), &image->height) ||
        !ask(real, handle, CL_IMAGE_DEPTH, sizeof(size_t), &image->depth))
        return false;
    if (is_array(image) &&
        !ask(real, handle, CL_IMAGE_ARRAY_SIZE, sizeof(size_t), &image->layers))
        return false;
    if (image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        image->height = 1;
    image->height += !image->height;
    image->depth += !image->depth;
    image->layers += !image->layers;
    return image->width && image->element_bytes;
}

bool netcl_image_read(const struct netcl_real *real, cl_mem handle,
                      struct netcl_image *image)
{
    cl_mem_flags flags = 0;

    memset(image, 0, sizeof(*image));
    if (!real->clGetImageInfo ||
        real->clGetMemObjectInfo(handle, CL_MEM_TYPE, sizeof(image->type),
                                 &image->type, NULL) != CL_SUCCESS ||
        !is_plain_type(image->type) ||
        real->clGetMemObjectInfo(handle, CL_MEM_FLAGS, sizeof(flags), &flags,
                                 NULL) != CL_SUCCESS ||
        !ask(real, handle, CL_IMAGE_FORMAT, sizeof(image->format),
             &image->format) ||
        !ask(real, handle, CL_IMAGE_ELEMENT_SIZE, sizeof(size_t),
             &image->element_bytes) ||
        image->format.image_channel_order == CL_DEPTH_STENCIL)
        return false;
    image->access = flags & ACCESS;
    return is_alone(real, handle) && read_sizes(real, handle, image);
}

size_t netcl_image_bytes(const struct netcl_image *image)
{
    return image->element_bytes * image->width * image->height * image->depth *
           image->layers;
}

void netcl_image_region(const struct netcl_image *image, size_t region[3])
{
    bool is_rows = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    region[0] = image->width;
    region[1] = is_rows ? image->layers : image->height;
    region[2] = is_rows ? 1 : image->depth * image->layers;
}

uint64_t netcl_image_digest(const struct netcl_image *image)
{
    struct netcl_str text = NETCL_STR_INIT;
    uint64_t digest;
    char *word;

    netcl_image_write(image, &text);
    word = netcl_str_take(&text);
    digest =
        netcl_hash_finish(netcl_hash_text(NETCL_HASH_INIT, word ? word : ""));
    free(word);
    return digest ? digest : 1;
}

static cl_mem create_old(const struct netcl_real *real, cl_context context,
                         cl_mem_flags flags, const struct netcl_image *image,
                         void *host, cl_int *error)
{
    *error = CL_INVALID_OPERATION;
    if (image->type == CL_MEM_OBJECT_IMAGE2D && real->clCreateImage2D)
        return real->clCreateImage2D(context, flags, &image->format,
                                     image->width, image->height, 0, host,
                                     error);
    if (image->type == CL_MEM_OBJECT_IMAGE3D && real->clCreateImage3D)
        return real->clCreateImage3D(context, flags, &image->format,
                                     image->width, image->height, image->depth,
                                     0, 0, host, error);
    return NULL;
}

/* Sizes that the type has not are 0, or some drivers complain. */
static cl_image_desc describe(const struct netcl_image *image)
{
    cl_image_desc desc = {.image_type = image->type,
                          .image_width = image->width};

    if (image->type != CL_MEM_OBJECT_IMAGE1D &&
        image->type != CL_MEM_OBJECT_IMAGE1D_ARRAY)
        desc.image_height = image->height;
    if (image->type == CL_MEM_OBJECT_IMAGE3D)
        desc.image_depth = image->depth;
    if (is_array(image))
        desc.image_array_size = image->layers;
    return desc;
}

cl_mem netcl_image_create(const struct netcl_real *real, cl_context context,
                          const struct netcl_image *image, const void *content,
                          cl_int *error)
{
    const cl_image_desc desc = describe(image);
    cl_mem_flags flags = image->access | (content ? CL_MEM_COPY_HOST_PTR : 0);
    void *host = (void *)content; /* only read */

    if (!real->clCreateImage) /* OpenCL 1.1 */
        return create_old(real, context, flags, image, host, error);
    return real->clCreateImage(context, flags, &image->format, &desc, host,
                               error);
}

/* ---- as text ---------------------------------------------------------- */

void netcl_image_write(const struct netcl_image *image, struct netcl_str *text)
{
    netcl_str_printf(
        text, "%u,%llu,%u,%u,%zu,%zu,%zu,%zu,%zu", image->type,
        (unsigned long long)image->access, image->format.image_channel_order,
        image->format.image_channel_data_type, image->width, image->height,
        image->depth, image->layers, image->element_bytes);
}

bool netcl_image_parse(const char *text, struct netcl_image *image)
{
    unsigned long long access = 0;
    bool is_read;

    memset(image, 0, sizeof(*image));
    is_read = sscanf(text, "%u,%llu,%u,%u,%zu,%zu,%zu,%zu,%zu", &image->type,
                     &access, &image->format.image_channel_order,
                     &image->format.image_channel_data_type, &image->width,
                     &image->height, &image->depth, &image->layers,
                     &image->element_bytes) == 9;
    image->access = access;
    return is_read && is_plain_type(image->type);
}
