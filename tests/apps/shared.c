/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared FAMILIES CASE: kernels whose arguments are shared virtual memory.
 */
#include "app.h"

#define ROUNDS 60
#define OFFSET 256 /* elements: some alignment for whoever wants one */

static cl_svm_mem_flags kind = CL_MEM_READ_WRITE;

static float *allocate(struct app *app, size_t count)
{
    float *memory = clSVMAlloc(app->context, kind, count * sizeof(*memory), 0);

    EXPECT(memory);
    return memory;
}

static void map(struct app *app, cl_map_flags flags, float *memory,
                size_t count)
{
    CHECK(clEnqueueSVMMap(app->queue, CL_TRUE, flags, memory,
                          count * sizeof(*memory), 0, NULL, NULL));
}

static void unmap(struct app *app, float *memory)
{
    CHECK(clEnqueueSVMUnmap(app->queue, memory, 0, NULL, NULL));
}

static float *fill(struct app *app, size_t count)
{
    float *memory = allocate(app, count);
    size_t i;

    map(app, CL_MAP_WRITE, memory, count);
    for (i = 0; i < count; i++)
        memory[i] = app_element(i);
    unmap(app, memory);
    return memory;
}

/* `first` elements further on in what fill() has made. */
static void expect(struct app *app, float *memory, size_t count, float factor,
                   size_t first)
{
    size_t i;

    map(app, CL_MAP_READ, memory, count);
    for (i = 0; i < count; i++)
        EXPECT(memory[i] == factor * app_element(i + first));
    unmap(app, memory);
}

static void set(struct app *app, const float *dst, const float *src,
                float factor, cl_int n)
{
    CHECK(clSetKernelArgSVMPointer(app->kernel, 0, dst));
    CHECK(clSetKernelArgSVMPointer(app->kernel, 1, src));
    CHECK(clSetKernelArg(app->kernel, 2, sizeof(factor), &factor));
    CHECK(clSetKernelArg(app->kernel, 3, sizeof(n), &n));
}

static void launch(struct app *app, size_t count)
{
    int k;

    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, count);
}

static void whole(struct app *app)
{
    float *dst, *src;

    app_open(app, app_file("scale"), "scale");
    dst = fill(app, COUNT);
    src = fill(app, COUNT);
    set(app, dst, src, 3, COUNT);
    launch(app, COUNT);
    expect(app, dst, COUNT, 3, 0);
    set(app, dst, src, 2, COUNT);
    launch(app, COUNT);
    expect(app, dst, COUNT, 2, 0);
    expect(app, src, COUNT, 1, 0);
    clSVMFree(app->context, dst);
    clSVMFree(app->context, src);
    app_close(app);
}

/* One argument is, the other is a buffer; then both are buffers. */
static void mixed(struct app *app)
{
    float *memory;

    app_open(app, app_file("scale"), "scale");
    memory = allocate(app, COUNT);
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
    CHECK(clSetKernelArgSVMPointer(app->kernel, 0, memory));
    launch(app, COUNT);
    expect(app, memory, COUNT, 3, 0);
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(cl_mem), &app->dst));
    launch(app, COUNT);
    app_expect(app, app->queue, app->dst, COUNT, 3);
    clSVMFree(app->context, memory);
    app_close(app);
}

static void atomic(struct app *app)
{
    kind |= CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    whole(app);
}

static void middle(struct app *app)
{
    float *dst, *src;

    app_open(app, app_file("scale"), "scale");
    dst = allocate(app, COUNT);
    src = fill(app, COUNT + OFFSET);
    set(app, dst, src + OFFSET, 3, COUNT);
    launch(app, COUNT);
    expect(app, dst, COUNT, 3, OFFSET);
    clSVMFree(app->context, dst);
    clSVMFree(app->context, src);
    app_close(app);
}

/* Where something else was before: ever smaller, freed in either way. */
static void again(struct app *app)
{
    size_t count;
    void *both[2];

    app_open(app, app_file("scale"), "scale");
    for (count = COUNT; count > 2000; count -= 1500) {
        both[0] = fill(app, count);
        both[1] = fill(app, count);
        set(app, both[0], both[1], 3, (cl_int)count);
        launch(app, count);
        expect(app, both[0], count, 3, 0);
        if (count % 1000) {
            CHECK(clEnqueueSVMFree(app->queue, 2, both, NULL, NULL, 0, NULL,
                                   NULL));
            continue;
        }
        clSVMFree(app->context, both[0]);
        clSVMFree(app->context, both[1]);
    }
    app_close(app);
}

/* The other argument is a buffer that is made of the same memory. */
static void twice(struct app *app)
{
    float *memory, factor = 3;
    cl_int err, n = COUNT;
    cl_mem buffer;

    app_open(app, app_file("scale"), "scale");
    memory = fill(app, COUNT);
    buffer =
        clCreateBuffer(app->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                       BYTES, memory, &err);
    CHECK(err);
    CHECK(clSetKernelArg(app->kernel, 0, sizeof(buffer), &buffer));
    CHECK(clSetKernelArgSVMPointer(app->kernel, 1, memory));
    CHECK(clSetKernelArg(app->kernel, 2, sizeof(factor), &factor));
    CHECK(clSetKernelArg(app->kernel, 3, sizeof(n), &n));
    app_launch(app->queue, app->kernel, COUNT);
    CHECK(clFinish(app->queue));
    CHECK(clReleaseMemObject(buffer));
    expect(app, memory, COUNT, 3, 0);
    clSVMFree(app->context, memory);
    app_close(app);
}

int main(int argc, char **argv)
{
    static const struct app_case cases[] = {
        {"whole", whole}, {"mixed", mixed}, {"middle", middle},
        {"again", again}, {"twice", twice}, {"atomic", atomic},
        {NULL, NULL},
    };

    return app_main(argc, argv, cases);
}
