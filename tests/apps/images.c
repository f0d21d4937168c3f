/* SPDX-License-Identifier: Apache-2.0 */
/*
 * images FILE.cl SHAPE FORMAT LAUNCHES [local=N] [renew] [edges] [mapped]
 *        [same] [above] [below] [OPTION...]
 *
 * Launches k(read_only IMAGE src, write_only IMAGE dst, sampler_t by, int m)
 * over all elements of the images, from fresh data each time, and prints a
 * hash of both after each launch. SHAPE is 1d, 1d-array, 2d, 2d-array, 3d or
 * buffer (an image of a buffer); FORMAT is r8, rgba8 (unsigned integers) or
 * f32. With `renew` images and sampler are made anew for each launch, with
 * `edges` (and `renew`) the sampler's kind alternates. With `mapped` the source
 * is mapped while launched, with `same` it is the destination too. Of a buffer's
 * image, `above` gives the buffer of the source as the destination, and `below`
 * both buffers in place of their images. OPTION (-...) is one of the build.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

#define WIDTH 67
#define HEIGHT 30
#define LAYERS 6

static const struct shape {
    const char *name;
    cl_mem_object_type type;
    cl_uint dimensions;
    size_t size[3]; /* as regions have it */
} shapes[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, 1, {WIDTH, 1, 1}},
    {"1d-array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2, {WIDTH, LAYERS, 1}},
    {"2d", CL_MEM_OBJECT_IMAGE2D, 2, {WIDTH, HEIGHT, 1}},
    {"2d-array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, {WIDTH, HEIGHT, LAYERS}},
    {"3d", CL_MEM_OBJECT_IMAGE3D, 3, {WIDTH, HEIGHT, LAYERS}},
    {"buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, {WIDTH, 1, 1}},
};

static const struct format {
    const char *name;
    cl_image_format format;
    size_t bytes;
} formats[] = {
    {"r8", {CL_R, CL_UNSIGNED_INT8}, 1},
    {"rgba8", {CL_RGBA, CL_UNSIGNED_INT8}, 4},
    {"f32", {CL_R, CL_FLOAT}, 4},
};

struct app {
    struct kernel kernel;
    const struct shape *shape;
    const struct format *format;
    cl_mem src, dst, parents[2]; /* parents of the images of buffers */
    cl_sampler sampler;
    size_t bytes, local;
    bool is_renewed, has_edges, is_mapped, is_same, is_above, is_below;
    const char *options;
    unsigned char *data;
};

static cl_mem make_image(struct app *app, cl_mem_flags flags, cl_mem *parent)
{
    const size_t *size = app->shape->size;
    cl_image_desc desc = {.image_type = app->shape->type,
                          .image_width = size[0]};
    cl_mem image;
    cl_int err;

    if (app->shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
        *parent = clCreateBuffer(app->kernel.context, CL_MEM_READ_WRITE,
                                 app->bytes, NULL, &err);
        check(err, "clCreateBuffer");
        desc.buffer = *parent;
    } else if (app->shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        desc.image_array_size = size[1];
    } else if (app->shape->dimensions > 1) {
        desc.image_height = size[1];
    }
    if (app->shape->type == CL_MEM_OBJECT_IMAGE3D)
        desc.image_depth = size[2];
    if (app->shape->type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        desc.image_array_size = size[2];
    image = clCreateImage(app->kernel.context, flags, &app->format->format,
                          &desc, NULL, &err);
    check(err, "clCreateImage");
    return image;
}

static void open_objects(struct app *app, unsigned launch)
{
    bool is_second = app->has_edges && launch % 2;
    cl_int err;

    app->src =
        make_image(app, app->is_same ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY,
                   &app->parents[0]);
    app->dst = make_image(app, CL_MEM_WRITE_ONLY, &app->parents[1]);
    app->sampler =
        clCreateSampler(app->kernel.context, CL_FALSE,
                        is_second ? CL_ADDRESS_CLAMP_TO_EDGE : CL_ADDRESS_CLAMP,
                        CL_FILTER_NEAREST, &err);
    check(err, "clCreateSampler");
}

static void close_objects(struct app *app)
{
    int i;

    check(clReleaseSampler(app->sampler), "clReleaseSampler");
    check(clReleaseMemObject(app->dst), "clReleaseMemObject");
    check(clReleaseMemObject(app->src), "clReleaseMemObject");
    for (i = 0; i < 2; i++)
        if (app->parents[i])
            check(clReleaseMemObject(app->parents[i]), "clReleaseMemObject");
}

static void write_image(struct app *app, cl_mem image, unsigned seed)
{
    static const size_t origin[3] = {0, 0, 0};
    size_t i;

    for (i = 0; i < app->bytes; i++)
        app->data[i] = (unsigned char)((i + seed) * 7919u % 241u);
    if (app->format->format.image_channel_data_type == CL_FLOAT)
        for (i = 0; i < app->bytes / sizeof(float); i++)
            ((float *)app->data)[i] = (float)((i + seed) % 97) * 0.3f;
    check(clEnqueueWriteImage(app->kernel.queue, image, CL_TRUE, origin,
                              app->shape->size, 0, 0, app->data, 0, NULL, NULL),
          "clEnqueueWriteImage");
}

static unsigned read_image(struct app *app, cl_mem image, unsigned hash)
{
    static const size_t origin[3] = {0, 0, 0};
    size_t i;

    check(clEnqueueReadImage(app->kernel.queue, image, CL_TRUE, origin,
                             app->shape->size, 0, 0, app->data, 0, NULL, NULL),
          "clEnqueueReadImage");
    for (i = 0; i < app->bytes; i++)
        hash = (hash ^ app->data[i]) * 16777619u;
    return hash;
}

static void *map(struct app *app)
{
    static const size_t origin[3] = {0, 0, 0};
    size_t pitch, slice;
    void *mapped;
    cl_int err;

    if (!app->is_mapped)
        return NULL;
    mapped = clEnqueueMapImage(app->kernel.queue, app->src, CL_TRUE,
                               CL_MAP_READ, origin, app->shape->size, &pitch,
                               &slice, 0, NULL, NULL, &err);
    check(err, "clEnqueueMapImage");
    return mapped;
}

static const cl_mem *destination(const struct app *app)
{
    if (app->is_above)
        return &app->parents[0];
    if (app->is_below)
        return &app->parents[1];
    return app->is_same ? &app->src : &app->dst;
}

static void launch(struct app *app, unsigned number)
{
    const cl_mem *src = app->is_below ? &app->parents[0] : &app->src;
    void *mapped;
    size_t local[3] = {app->local, 1, 1};
    cl_int m = 5;
    unsigned hash;

    write_image(app, app->src, number);
    write_image(app, app->dst, 100 + number);
    check(clSetKernelArg(app->kernel.handle, 0, sizeof(cl_mem), src), "src");
    check(clSetKernelArg(app->kernel.handle, 1, sizeof(cl_mem),
                         destination(app)),
          "dst");
    check(clSetKernelArg(app->kernel.handle, 2, sizeof(cl_sampler),
                         &app->sampler),
          "by");
    check(clSetKernelArg(app->kernel.handle, 3, sizeof(m), &m), "m");
    mapped = map(app);
    check(clEnqueueNDRangeKernel(app->kernel.queue, app->kernel.handle,
                                 app->shape->dimensions, NULL, app->shape->size,
                                 app->local ? local : NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    if (mapped)
        check(clEnqueueUnmapMemObject(app->kernel.queue, app->src, mapped, 0,
                                      NULL, NULL),
              "clEnqueueUnmapMemObject");
    hash = read_image(app, app->dst, 2166136261u);
    printf("%08x\n", read_image(app, app->src, hash));
}

static void read_options(struct app *app, int argc, char **argv)
{
    size_t i;
    int arg;

    for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        if (!strcmp(shapes[i].name, argv[2]))
            app->shape = &shapes[i];
    for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (!strcmp(formats[i].name, argv[3]))
            app->format = &formats[i];
    for (arg = 5; arg < argc; arg++) {
        sscanf(argv[arg], "local=%zu", &app->local);
        app->is_renewed |= !strcmp(argv[arg], "renew");
        app->has_edges |= !strcmp(argv[arg], "edges");
        app->is_mapped |= !strcmp(argv[arg], "mapped");
        app->is_same |= !strcmp(argv[arg], "same");
        app->is_above |= !strcmp(argv[arg], "above");
        app->is_below |= !strcmp(argv[arg], "below");
        if (argv[arg][0] == '-')
            app->options = argv[arg];
    }
    if (!app->shape || !app->format)
        exit(2);
    app->bytes = app->format->bytes * app->shape->size[0] *
                 app->shape->size[1] * app->shape->size[2];
    app->data = malloc(app->bytes);
}

int main(int argc, char **argv)
{
    struct app app = {.options = ""};
    unsigned i, launches;

    if (argc < 5)
        return 2;
    launches = (unsigned)strtoul(argv[4], NULL, 10);
    read_options(&app, argc, argv);
    kernel_open(&app.kernel, argv[1], "k", app.options);
    for (i = 0; i < launches; i++) {
        if (!i || app.is_renewed) {
            if (i)
                close_objects(&app);
            open_objects(&app, i);
        }
        launch(&app, i);
    }
    close_objects(&app);
    clReleaseKernel(app.kernel.handle);
    clReleaseProgram(app.kernel.program);
    clReleaseCommandQueue(app.kernel.queue);
    clReleaseContext(app.kernel.context);
    free(app.data);
    return 0;
}
