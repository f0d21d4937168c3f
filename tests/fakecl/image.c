/* SPDX-License-Identifier: Apache-2.0 */
#include "image.h"

#include "inject.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PIXELS 16384
#define MOST_LAYERS 2048

struct order {
    cl_channel_order order;
    size_t lanes;
};

struct channel {
    cl_channel_type type;
    size_t bytes;
    enum fakecl_elem elem;
};

static const struct order orders[] = {
    {CL_R, 1}, {CL_RG, 2}, {CL_RGBA, 4}, {CL_BGRA, 4}};

static const struct channel channels[] = {
    {CL_UNORM_INT8, 1, FAKECL_ELEM_OTHER},
    {CL_SIGNED_INT8, 1, FAKECL_ELEM_OTHER},
    {CL_UNSIGNED_INT8, 1, FAKECL_ELEM_OTHER},
    {CL_UNSIGNED_INT16, 2, FAKECL_ELEM_OTHER},
    {CL_SIGNED_INT32, 4, FAKECL_ELEM_I32},
    {CL_UNSIGNED_INT32, 4, FAKECL_ELEM_U32},
    {CL_FLOAT, 4, FAKECL_ELEM_F32},
};

#define NUM_ORDERS (sizeof(orders) / sizeof(orders[0]))
#define NUM_CHANNELS (sizeof(channels) / sizeof(channels[0]))

static cl_int read_format(const cl_image_format *format,
                          struct fakecl_image *image)
{
    size_t i, bytes = 0;

    if (!format)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    image->format = *format;
    for (i = 0; i < NUM_ORDERS; i++)
        if (orders[i].order == format->image_channel_order)
            image->lanes = orders[i].lanes;
    for (i = 0; i < NUM_CHANNELS; i++) {
        if (channels[i].type != format->image_channel_data_type)
            continue;
        bytes = channels[i].bytes;
        image->elem = channels[i].elem;
    }
    image->element_bytes = bytes * image->lanes;
    return image->element_bytes ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED;
}

static bool set_size(struct fakecl_image *image, size_t height, size_t depth,
                     size_t layers)
{
    bool is_rows = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    image->height = height;
    image->depth = depth;
    image->layers = layers;
    image->size[0] = image->width;
    image->size[1] = is_rows ? layers : height;
    image->size[2] = is_rows ? 1 : depth + layers;
    image->size[1] += !image->size[1];
    image->size[2] += !image->size[2];
    return image->width && image->width <= MOST_PIXELS &&
           image->size[1] <= MOST_PIXELS && image->size[2] <= MOST_LAYERS;
}

/* Sizes that the type has not are ignored, as the standard says. */
static cl_int read_desc(const cl_image_desc *desc, struct fakecl_image *image)
{
    size_t height = desc->image_height, depth = desc->image_depth;
    size_t layers = desc->image_array_size;
    bool is_good = false;

    image->type = desc->image_type;
    image->width = desc->image_width;
    if (image->type == CL_MEM_OBJECT_IMAGE1D)
        is_good = set_size(image, 0, 0, 0);
    else if (image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        is_good = layers && set_size(image, 0, 0, layers);
    else if (image->type == CL_MEM_OBJECT_IMAGE2D)
        is_good = height && set_size(image, height, 0, 0);
    else if (image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        is_good = height && layers && set_size(image, height, 0, layers);
    else if (image->type == CL_MEM_OBJECT_IMAGE3D)
        is_good = height && depth && set_size(image, height, depth, 0);
    else
        return CL_INVALID_OPERATION;
    return is_good ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

static size_t row_bytes(const struct fakecl_image *image)
{
    return image->width * image->element_bytes;
}

/* Host memory has to be packed; nothing shares the memory of another. */
static cl_int check_desc(const cl_image_desc *desc,
                         const struct fakecl_image *image)
{
    size_t slice = row_bytes(image) * image->size[1];
    bool is_packed =
        !desc->image_row_pitch || desc->image_row_pitch == row_bytes(image);

    if (desc->image_slice_pitch && desc->image_slice_pitch != slice)
        is_packed = false;
    if (desc->buffer || desc->num_mip_levels || desc->num_samples)
        return CL_INVALID_OPERATION;
    return is_packed ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int make(cl_context context, cl_mem_flags flags,
                   const struct fakecl_image *image, void *host_ptr,
                   cl_mem *out)
{
    size_t bytes = row_bytes(image) * image->size[1] * image->size[2];
    struct fakecl_image *copy = malloc(sizeof(*copy));
    cl_int err;

    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    *copy = *image;
    fakecl_lock();
    err = fakecl_mem_make(context, flags, bytes, host_ptr, out);
    if (*out)
        (*out)->image = copy;
    else
        free(copy);
    fakecl_unlock();
    return err;
}

static cl_int create_image(cl_context context, cl_mem_flags flags,
                           const cl_image_format *format,
                           const cl_image_desc *desc, void *host_ptr,
                           cl_mem *out)
{
    struct fakecl_image image = {.type = 0};
    cl_mem mem = NULL;
    cl_int err;

    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!desc)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    err = fakecl_mem_check(flags, host_ptr);
    if (!err)
        err = read_format(format, &image);
    if (!err)
        err = read_desc(desc, &image);
    if (!err)
        err = check_desc(desc, &image);
    if (!err)
        err = make(context, flags, &image, host_ptr, &mem);
    if (err && mem)
        fakecl_release(mem, FAKECL_MEM);
    else if (!err)
        *out = mem;
    return err;
}

#define LOG_IMAGE(name)                                                        \
    FAKECL_LOG_NEW(name, err, mem, "context=0x%x flags=0x%llx size=%zu",       \
                   fakecl_id(context), (unsigned long long)flags,              \
                   mem ? mem->size : 0)

cl_mem CL_API_CALL fakecl_clCreateImage(cl_context context, cl_mem_flags flags,
                                        const cl_image_format *format,
                                        const cl_image_desc *desc,
                                        void *host_ptr, cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateImage);
    cl_mem mem = NULL;

    if (!err)
        err = create_image(context, flags, format, desc, host_ptr, &mem);
    LOG_IMAGE(clCreateImage);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_mem CL_API_CALL fakecl_clCreateImageWithProperties(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *format, const cl_image_desc *desc, void *host_ptr,
    cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateImageWithProperties);
    cl_mem mem = NULL;

    if (!err && properties && properties[0])
        err = CL_INVALID_PROPERTY;
    if (!err)
        err = create_image(context, flags, format, desc, host_ptr, &mem);
    LOG_IMAGE(clCreateImageWithProperties);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_mem CL_API_CALL fakecl_clCreateImage2D(cl_context context,
                                          cl_mem_flags flags,
                                          const cl_image_format *format,
                                          size_t width, size_t height,
                                          size_t row_pitch, void *host_ptr,
                                          cl_int *errcode_ret)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = width,
                                .image_height = height,
                                .image_row_pitch = row_pitch};
    cl_int err = FAKECL_ENTER(clCreateImage2D);
    cl_mem mem = NULL;

    if (!err)
        err = create_image(context, flags, format, &desc, host_ptr, &mem);
    LOG_IMAGE(clCreateImage2D);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_mem CL_API_CALL fakecl_clCreateImage3D(
    cl_context context, cl_mem_flags flags, const cl_image_format *format,
    size_t width, size_t height, size_t depth, size_t row_pitch,
    size_t slice_pitch, void *host_ptr, cl_int *errcode_ret)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                                .image_width = width,
                                .image_height = height,
                                .image_depth = depth,
                                .image_row_pitch = row_pitch,
                                .image_slice_pitch = slice_pitch};
    cl_int err = FAKECL_ENTER(clCreateImage3D);
    cl_mem mem = NULL;

    if (!err)
        err = create_image(context, flags, format, &desc, host_ptr, &mem);
    LOG_IMAGE(clCreateImage3D);
    if (errcode_ret)
        *errcode_ret = err;
    return mem;
}

cl_int CL_API_CALL fakecl_clGetSupportedImageFormats(
    cl_context context, cl_mem_flags flags, cl_mem_object_type type,
    cl_uint num_entries, cl_image_format *formats, cl_uint *num_formats)
{
    cl_int err = FAKECL_ENTER(clGetSupportedImageFormats);
    cl_uint i;

    if (!err && !fakecl_is(context, FAKECL_CONTEXT))
        err = CL_INVALID_CONTEXT;
    if (!err && formats && !num_entries)
        err = CL_INVALID_VALUE;
    for (i = 0; !err && formats && i < NUM_ORDERS * NUM_CHANNELS; i++)
        if (i < num_entries)
            formats[i] = (cl_image_format){orders[i / NUM_CHANNELS].order,
                                           channels[i % NUM_CHANNELS].type};
    if (!err && num_formats)
        *num_formats = NUM_ORDERS * NUM_CHANNELS;
    FAKECL_LOG(clGetSupportedImageFormats, err,
               "context=0x%x flags=0x%llx type=0x%x", fakecl_id(context),
               (unsigned long long)flags, type);
    return err;
}

static cl_int image_info(cl_mem mem, cl_image_info param,
                         const struct fakecl_query *query)
{
    const struct fakecl_image *image;

    if (!fakecl_is(mem, FAKECL_MEM) || !mem->image)
        return CL_INVALID_MEM_OBJECT;
    image = mem->image;
    switch (param) {
    case CL_IMAGE_FORMAT:
        return fakecl_answer(query, &image->format, sizeof(image->format));
    case CL_IMAGE_ELEMENT_SIZE:
        return fakecl_answer_size(query, image->element_bytes);
    case CL_IMAGE_ROW_PITCH:
        return fakecl_answer_size(query, row_bytes(image));
    case CL_IMAGE_SLICE_PITCH:
        return fakecl_answer_size(query, image->depth + image->layers
                                             ? row_bytes(image) * image->size[1]
                                             : 0);
    case CL_IMAGE_WIDTH:
        return fakecl_answer_size(query, image->width);
    case CL_IMAGE_HEIGHT:
        return fakecl_answer_size(query, image->height);
    case CL_IMAGE_DEPTH:
        return fakecl_answer_size(query, image->depth);
    case CL_IMAGE_ARRAY_SIZE:
        return fakecl_answer_size(query, image->layers);
    case CL_IMAGE_BUFFER:
        return fakecl_answer_handle(query, NULL);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return fakecl_answer_uint(query, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetImageInfo(cl_mem mem, cl_image_info param,
                                         size_t size, void *value,
                                         size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetImageInfo);

    if (!err)
        err = image_info(mem, param, &query);
    FAKECL_LOG(clGetImageInfo, err, "mem=0x%x param=0x%x", fakecl_id(mem),
               param);
    return err;
}
