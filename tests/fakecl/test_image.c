/* SPDX-License-Identifier: Apache-2.0 */
#include "test_fixture.h"

#include <string.h>

static const cl_image_format grey = {CL_R, CL_UNSIGNED_INT8};
static const cl_image_format colour = {CL_RGBA, CL_FLOAT};

static const char shade_text[] =
    "//fake: shade op=scale dst=dst src=src factor=f time_us=10\n"
    "kernel void shade(read_only image2d_t src, __write_only image2d_t dst,\n"
    "                  sampler_t by, float f, global int *n) {}\n";

static cl_mem new_image(struct fixture *f, cl_mem_flags flags,
                        const cl_image_format *format, size_t width,
                        size_t height, const void *data)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = width,
                                .image_height = height};

    return clCreateImage(f->context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0),
                         format, &desc, (void *)data, NULL);
}

static size_t image_size(cl_mem image, cl_image_info param)
{
    size_t value = 99;

    EXPECT_IS(clGetImageInfo(image, param, sizeof(value), &value, NULL), 0);
    return value;
}

static cl_int image_error(struct fixture *f, cl_mem_object_type type,
                          size_t width, size_t height, size_t row_pitch)
{
    const cl_image_desc desc = {.image_type = type,
                                .image_width = width,
                                .image_height = height,
                                .image_row_pitch = row_pitch};
    cl_int err = 99;

    EXPECT(
        !clCreateImage(f->context, CL_MEM_READ_ONLY, &grey, &desc, NULL, &err));
    return err;
}

void test_image(void)
{
    struct fixture f = open_fixture("");
    const cl_image_desc rows = {.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                .image_width = 5,
                                .image_array_size = 7};
    cl_image_format format;
    cl_mem image = new_image(&f, CL_MEM_READ_ONLY, &colour, 5, 3, NULL);
    cl_mem array = clCreateImage(f.context, 0, &grey, &rows, NULL, NULL);
    cl_mem buffer = new_buffer(&f, 4, NULL);

    EXPECT_IS(mem_uint(image, CL_MEM_TYPE), CL_MEM_OBJECT_IMAGE2D);
    EXPECT_IS(image_size(image, CL_IMAGE_ELEMENT_SIZE), 16);
    EXPECT_IS(image_size(image, CL_IMAGE_WIDTH), 5);
    EXPECT_IS(image_size(image, CL_IMAGE_HEIGHT), 3);
    EXPECT_IS(image_size(image, CL_IMAGE_DEPTH), 0);
    EXPECT_IS(image_size(image, CL_IMAGE_ROW_PITCH), 80);
    EXPECT_IS(image_size(array, CL_IMAGE_ARRAY_SIZE), 7);
    EXPECT_IS(image_size(array, CL_IMAGE_HEIGHT), 0);
    clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof(format), &format, NULL);
    EXPECT(!memcmp(&format, &colour, sizeof(format)));
    EXPECT_IS(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, NULL, NULL),
              CL_INVALID_MEM_OBJECT);
    EXPECT_IS(image_error(&f, CL_MEM_OBJECT_IMAGE2D, 0, 3, 0),
              CL_INVALID_IMAGE_SIZE);
    EXPECT_IS(image_error(&f, CL_MEM_OBJECT_IMAGE2D, 3, 0, 0),
              CL_INVALID_IMAGE_SIZE);
    EXPECT_IS(image_error(&f, CL_MEM_OBJECT_IMAGE2D, 3, 3, 4),
              CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_IS(image_error(&f, CL_MEM_OBJECT_IMAGE1D_BUFFER, 3, 1, 0),
              CL_INVALID_OPERATION);
    EXPECT_IS(clReleaseMemObject(image), 0);
    EXPECT_IS(clGetImageInfo(image, CL_IMAGE_WIDTH, 0, NULL, NULL),
              CL_INVALID_MEM_OBJECT);
    clReleaseMemObject(array);
    clReleaseMemObject(buffer);
    close_fixture(&f);
}

/* The middle of a 4 x 3 image by every way there is. */
void test_image_moves(void)
{
    static const size_t middle[3] = {1, 1, 0}, corner[3] = {0, 0, 0};
    static const size_t part[3] = {2, 2, 1}, all[3] = {4, 3, 1};
    struct fixture f = open_fixture("");
    cl_mem a = new_image(&f, CL_MEM_READ_WRITE, &grey, 4, 3, "abcdefghijkl");
    cl_mem b = new_image(&f, CL_MEM_READ_WRITE, &grey, 4, 3, "............");
    cl_mem buffer = new_buffer(&f, 8, "........");
    char out[16] = "";

    EXPECT_IS(clEnqueueReadImage(f.queue, a, CL_TRUE, middle, part, 3, 0, out,
                                 0, NULL, NULL),
              0);
    EXPECT(!memcmp(out, "fg\0jk", 5));
    EXPECT_IS(clEnqueueWriteImage(f.queue, a, CL_TRUE, middle, part, 0, 0,
                                  "WXYZ", 0, NULL, NULL),
              0);
    EXPECT_IS(
        clEnqueueCopyImage(f.queue, a, b, middle, corner, part, 0, NULL, NULL),
        0);
    EXPECT_IS(clEnqueueReadImage(f.queue, b, CL_TRUE, corner, all, 0, 0, out, 0,
                                 NULL, NULL),
              0);
    EXPECT(!memcmp(out, "WX..YZ......", 12));
    EXPECT_IS(clEnqueueCopyImageToBuffer(f.queue, a, buffer, middle, part, 3, 0,
                                         NULL, NULL),
              0);
    read_buffer(&f, buffer, 8, out);
    EXPECT(!memcmp(out, "...WXYZ.", 8));
    EXPECT_IS(clEnqueueCopyBufferToImage(f.queue, buffer, b, 4, middle, part, 0,
                                         NULL, NULL),
              0);
    EXPECT_IS(clEnqueueReadImage(f.queue, b, CL_TRUE, corner, all, 0, 0, out, 0,
                                 NULL, NULL),
              0);
    EXPECT(!memcmp(out, "WX..YXY..Z..", 12));
    EXPECT_IS(clEnqueueCopyImageToBuffer(f.queue, a, buffer, middle, part, 5, 0,
                                         NULL, NULL),
              CL_INVALID_VALUE);
    EXPECT_IS(clEnqueueReadImage(f.queue, a, CL_TRUE, middle, all, 0, 0, out, 0,
                                 NULL, NULL),
              CL_INVALID_VALUE);
    EXPECT_IS(
        clEnqueueReadBuffer(f.queue, a, CL_TRUE, 0, 4, out, 0, NULL, NULL),
        CL_INVALID_MEM_OBJECT);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(buffer);
    close_fixture(&f);
}

static cl_int set_mem(cl_kernel kernel, cl_uint index, cl_mem mem)
{
    return clSetKernelArg(kernel, index, sizeof(mem), &mem);
}

void test_image_kernel(void)
{
    static const float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const size_t origin[3] = {0, 0, 0}, region[3] = {2, 1, 1};
    struct fixture f = open_fixture("");
    cl_program program = build(f.context, shade_text, "");
    cl_kernel kernel = clCreateKernel(program, "shade", NULL);
    cl_mem src = new_image(&f, CL_MEM_READ_ONLY, &colour, 2, 1, data);
    cl_mem dst = new_image(&f, CL_MEM_WRITE_ONLY, &colour, 2, 1, NULL);
    cl_mem buffer = new_buffer(&f, 4, NULL);
    cl_sampler by = clCreateSampler(f.context, CL_FALSE, CL_ADDRESS_CLAMP,
                                    CL_FILTER_NEAREST, NULL);
    float out[8] = {0}, factor = 3;
    int i;

    EXPECT_IS(set_mem(kernel, 0, dst), CL_INVALID_ARG_VALUE);
    EXPECT_IS(set_mem(kernel, 1, src), CL_INVALID_ARG_VALUE);
    EXPECT_IS(set_mem(kernel, 0, buffer), CL_INVALID_MEM_OBJECT);
    EXPECT_IS(set_mem(kernel, 4, src), CL_INVALID_MEM_OBJECT);
    EXPECT_IS(clSetKernelArg(kernel, 2, sizeof(by), &src), CL_INVALID_SAMPLER);
    EXPECT_IS(set_mem(kernel, 0, src), 0);
    EXPECT_IS(set_mem(kernel, 1, dst), 0);
    EXPECT_IS(clSetKernelArg(kernel, 2, sizeof(by), &by), 0);
    EXPECT_IS(clSetKernelArg(kernel, 3, sizeof(factor), &factor), 0);
    EXPECT_IS(set_mem(kernel, 4, buffer), 0);
    EXPECT_IS(launch(&f, kernel, 2, 0, NULL), 0);
    EXPECT_IS(clEnqueueReadImage(f.queue, dst, CL_TRUE, origin, region, 0, 0,
                                 out, 0, NULL, NULL),
              0);
    for (i = 0; i < 8; i++)
        EXPECT(out[i] == 3 * data[i]);
    EXPECT_IS(clReleaseSampler(by), 0);
    EXPECT_IS(clReleaseSampler(by), CL_INVALID_SAMPLER);
    clReleaseMemObject(src);
    clReleaseMemObject(dst);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    close_fixture(&f);
}
