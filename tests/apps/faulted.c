/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faulted FAMILIES FAMILY LAUNCHES: a program that tries each call again that
 * fails once.
 *
 * So it survives one failure in whatever call, its own or one of the tuner's,
 * and what it prints tells whether anything came through: the results, and on
 * stderr each call that had to be tried again. FAMILY is scale, twostep (both
 * kernel(dst, src, factor, n)), bump (in place) or blur (images, and a
 * sampler); "asked", which is scale with a local size that netcl_autotune()
 * finds; or "shared", which is scale in shared virtual memory.
 */
#define COUNT 1000 /* few: the walk runs this thousands of times */
#include "app.h"

#include <time.h>

#define NETCL_TUNE_OPTIONAL
#include "netcl_tune.h"

/* An image of the same bytes: this many pixels of four. */
static const size_t region[3] = {50, 20, 1}, origin[3];

static int retries;

static void told(const char *call, cl_int err)
{
    retries++;
    fprintf(stderr, "again: %s: %d\n", call, (int)err);
    if (retries > 1)
        exit(1);
}

/* The name of what is called, for told(). */
#define AGAIN(function, ...)                                                   \
    do {                                                                       \
        cl_int again_;                                                         \
        while ((again_ = function(__VA_ARGS__)) != CL_SUCCESS)                 \
            told(#function, again_);                                           \
    } while (0)

#define MAKE_AGAIN(out, function, ...)                                         \
    do {                                                                       \
        cl_int again_;                                                         \
        while ((out) = function(__VA_ARGS__, &again_), again_ != CL_SUCCESS)   \
            told(#function, again_);                                           \
    } while (0)

static void open_device(struct app *app)
{
    cl_platform_id platform;

    AGAIN(clGetPlatformIDs, 1, &platform, NULL);
    AGAIN(clGetDeviceIDs, platform, CL_DEVICE_TYPE_ALL, 1, app->devices, NULL);
    MAKE_AGAIN(app->context, clCreateContext, NULL, 1, app->devices, NULL,
               NULL);
    MAKE_AGAIN(app->queue, clCreateCommandQueue, app->context, app->devices[0],
               0);
}

static void open_kernel(struct app *app, const char *name)
{
    char *source = source_read(app_file(name));
    const char *text = source;

    MAKE_AGAIN(app->program, clCreateProgramWithSource, app->context, 1, &text,
               NULL);
    AGAIN(clBuildProgram, app->program, 0, NULL, "", NULL, NULL);
    MAKE_AGAIN(app->kernel, clCreateKernel, app->program, name);
    free(source);
}

static cl_mem open_buffer(struct app *app)
{
    cl_mem memory;

    MAKE_AGAIN(memory, clCreateBuffer, app->context,
               CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES, app->data);
    return memory;
}

static cl_mem open_image(struct app *app, cl_mem_flags flags)
{
    static const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = region[0],
                                .image_height = region[1]};
    cl_mem image;

    MAKE_AGAIN(image, clCreateImage, app->context, flags | CL_MEM_COPY_HOST_PTR,
               &format, &desc, app->data);
    return image;
}

static cl_sampler sampler; /* NULL: the program has buffers */

static void open_data(struct app *app, int has_images)
{
    size_t i;

    for (i = 0; i < COUNT; i++)
        app->data[i] = app_element(i);
    app->dst =
        has_images ? open_image(app, CL_MEM_WRITE_ONLY) : open_buffer(app);
    app->src =
        has_images ? open_image(app, CL_MEM_READ_ONLY) : open_buffer(app);
    if (has_images)
        MAKE_AGAIN(sampler, clCreateSampler, app->context, CL_FALSE,
                   CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
}

static float *shared[2]; /* dst and src; NULL: the program has buffers */

static void map(struct app *app, cl_map_flags flags, float *memory)
{
    AGAIN(clEnqueueSVMMap, app->queue, CL_TRUE, flags, memory, BYTES, 0, NULL,
          NULL);
}

static void unmap(struct app *app, float *memory)
{
    AGAIN(clEnqueueSVMUnmap, app->queue, memory, 0, NULL, NULL);
}

static void open_shared(struct app *app)
{
    size_t i, k;

    for (k = 0; k < 2; k++) {
        while (!(shared[k] =
                     clSVMAlloc(app->context, CL_MEM_READ_WRITE, BYTES, 0)))
            told("clSVMAlloc", CL_OUT_OF_RESOURCES);
        map(app, CL_MAP_WRITE, shared[k]);
        for (i = 0; i < COUNT; i++)
            shared[k][i] = app_element(i);
        unmap(app, shared[k]);
    }
}

static void set_images(struct app *app, cl_int count)
{
    AGAIN(clSetKernelArg, app->kernel, 0, sizeof(cl_mem), &app->src);
    AGAIN(clSetKernelArg, app->kernel, 1, sizeof(cl_mem), &app->dst);
    AGAIN(clSetKernelArg, app->kernel, 2, sizeof(sampler), &sampler);
    AGAIN(clSetKernelArg, app->kernel, 3, sizeof(count), &count);
}

static void set_args(struct app *app, int is_in_place, float factor)
{
    cl_int n = COUNT;
    cl_uint next = 0;

    if (sampler) {
        set_images(app, (cl_int)factor);
        return;
    }
    if (shared[0])
        AGAIN(clSetKernelArgSVMPointer, app->kernel, next, shared[0]);
    else
        AGAIN(clSetKernelArg, app->kernel, next, sizeof(cl_mem), &app->dst);
    next++;
    if (shared[0])
        AGAIN(clSetKernelArgSVMPointer, app->kernel, next, shared[1]);
    else if (!is_in_place)
        AGAIN(clSetKernelArg, app->kernel, next, sizeof(cl_mem), &app->src);
    next += !is_in_place;
    AGAIN(clSetKernelArg, app->kernel, next, sizeof(factor), &factor);
    AGAIN(clSetKernelArg, app->kernel, next + 1, sizeof(n), &n);
}

static const size_t locals[] = {32, 50, 100};
static const size_t *local; /* NULL: the driver's */

static void launch(struct app *app)
{
    size_t global = COUNT;

    AGAIN(clEnqueueNDRangeKernel, app->queue, app->kernel, sampler ? 2 : 1,
          NULL, sampler ? region : &global, local, 0, NULL, NULL);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds; -1: something failed, which is the tuner's to bear. */
static double bench(void *user, int index, const char *candidate)
{
    struct app *app = user;
    size_t global = COUNT;
    double start = now();

    (void)candidate;
    if (clEnqueueNDRangeKernel(app->queue, app->kernel, 1, NULL, &global,
                               &locals[index], 0, NULL, NULL) != CL_SUCCESS ||
        clFinish(app->queue) != CL_SUCCESS)
        return -1;
    return now() - start;
}

static void ask(struct app *app)
{
    long long shape[1] = {COUNT};
    int best = 1;

    if (netcl_autotune)
        best = netcl_autotune(app->queue, "scale_local", shape, 1,
                              "[32, 50, 100]", bench, app, 0, best);
    EXPECT(best >= 0 && best < 3);
    local = &locals[best];
}

static void print_image(struct app *app)
{
    const unsigned char *bytes = (unsigned char *)app->data;
    unsigned sum = 0;
    size_t i;

    AGAIN(clEnqueueReadImage, app->queue, app->dst, CL_TRUE, origin, region, 0,
          0, app->data, 0, NULL, NULL);
    for (i = 0; i < BYTES; i++)
        sum = sum * 31 + bytes[i];
    printf("%u\n", sum);
}

static void print_sum(struct app *app)
{
    double sum = 0;
    size_t i;

    if (sampler) {
        print_image(app);
        return;
    }
    if (shared[0]) {
        map(app, CL_MAP_READ, shared[0]);
        memcpy(app->data, shared[0], BYTES);
        unmap(app, shared[0]);
    } else {
        AGAIN(clEnqueueReadBuffer, app->queue, app->dst, CL_TRUE, 0, BYTES,
              app->data, 0, NULL, NULL);
    }
    for (i = 0; i < COUNT; i++)
        sum += app->data[i] * (double)(1 + i % 7);
    printf("%.17g\n", sum);
}

static void close_all(struct app *app)
{
    int k;

    for (k = 0; k < 2 && shared[k]; k++)
        clSVMFree(app->context, shared[k]);
    if (!shared[0]) {
        AGAIN(clReleaseMemObject, app->dst);
        AGAIN(clReleaseMemObject, app->src);
    }
    if (sampler)
        AGAIN(clReleaseSampler, sampler);
    AGAIN(clReleaseKernel, app->kernel);
    AGAIN(clReleaseProgram, app->program);
    AGAIN(clReleaseCommandQueue, app->queue);
    AGAIN(clReleaseContext, app->context);
}

int main(int argc, char **argv)
{
    static struct app app;
    int is_in_place, is_asked, is_shared, launches, k;

    EXPECT(argc == 4);
    app_families = argv[1];
    is_in_place = !strcmp(argv[2], "bump");
    is_asked = !strcmp(argv[2], "asked");
    is_shared = !strcmp(argv[2], "shared");
    launches = atoi(argv[3]);
    open_device(&app);
    open_kernel(&app, is_asked || is_shared ? "scale" : argv[2]);
    if (is_shared)
        open_shared(&app);
    else
        open_data(&app, !strcmp(argv[2], "blur"));
    set_args(&app, is_in_place, 2);
    if (is_asked)
        ask(&app);
    for (k = 0; k < launches; k++) {
        if (k % 10 == 9)
            set_args(&app, is_in_place, (float)(k % 5));
        launch(&app);
        if (k % 16 == 15)
            print_sum(&app);
    }
    print_sum(&app);
    close_all(&app);
    return 0;
}
