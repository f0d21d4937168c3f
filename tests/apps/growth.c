/* SPDX-License-Identifier: Apache-2.0 */
/*
 * growth FAMILIES CASE N: does anything grow with what a program does N times?
 *
 *   launches   the same kernel, arguments set again now and then
 *   kernels    a kernel is created, set, launched and released
 *   contexts   a context with all that is in it
 *   sizes      a size that was not seen before
 *   rounds     a hundred sizes in turn
 *   full       N launches, and before each as much device memory as there is,
 *              but for 4 KiB
 *
 * Prints how many KiB the process has grown by since a tenth of it was done.
 */
#include "app.h"

#include <unistd.h>

/* Elements, where there are many launches: the driver computes them all. */
#define FEW 64

static long resident_kib(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    EXPECT(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

static void launches(struct app *app, long n)
{
    app_launch(app->queue, app->kernel, COUNT);
    if (n % 100 == 0)
        app_set(app->kernel, app->dst, app->src, (float)(n % 7), FEW);
}

static void kernels(struct app *app, long n)
{
    cl_kernel kernel = app_kernel(app->program, "scale");

    app_set(kernel, app->dst, app->src, (float)(n % 7), FEW);
    app_launch(app->queue, kernel, COUNT);
    CHECK(clReleaseKernel(kernel));
}

static void contexts(struct app *app, long n)
{
    (void)n;
    app_set(app->kernel, app->dst, app->src, 2, COUNT);
    app_launch(app->queue, app->kernel, COUNT);
    app_launch(app->queue, app->kernel, COUNT);
    app_expect(app, app->queue, app->dst, COUNT, 2);
    app_close(app);
    app_open(app, app_file("scale"), "scale");
}

static void sizes(struct app *app, long n)
{
    cl_int count = (cl_int)(n % (COUNT - 1)) + 1;

    app_set(app->kernel, app->dst, app->src, 2, count);
    app_launch(app->queue, app->kernel, COUNT);
}

/* The same hundred large sizes, again and again. */
static void rounds(struct app *app, long n)
{
    app_set(app->kernel, app->dst, app->src, 2, COUNT - (cl_int)(n % 100));
    app_launch(app->queue, app->kernel, COUNT);
}

static void full(struct app *app, long n)
{
    cl_ulong bytes = 0;
    cl_mem memory;
    cl_int err;

    CHECK(clGetDeviceInfo(app->devices[0], CL_DEVICE_GLOBAL_MEM_SIZE,
                          sizeof(bytes), &bytes, NULL));
    memory = clCreateBuffer(app->context, CL_MEM_READ_WRITE,
                            (size_t)bytes - 2 * BYTES - 4096, NULL, &err);
    CHECK(err);
    CHECK(clReleaseMemObject(memory));
    launches(app, n);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*once)(struct app *app, long n);
    } cases[] = {{"launches", launches},
                 {"kernels", kernels},
                 {"contexts", contexts},
                 {"sizes", sizes},
                 {"rounds", rounds},
                 {"full", full}};
    static struct app app;
    long n, count, before = 0;
    size_t i;

    EXPECT(argc == 4);
    app_families = argv[1];
    count = atol(argv[3]);
    for (i = 0; strcmp(cases[i].name, argv[2]);)
        EXPECT(++i < sizeof(cases) / sizeof(*cases));
    app_open(&app, app_file("scale"), "scale");
    app_set(app.kernel, app.dst, app.src, 3, COUNT);
    for (n = 0; n < count; n++) {
        if (n == count / 10)
            before = resident_kib();
        cases[i].once(&app, n);
    }
    printf("%ld\n", resident_kib() - before);
    app_set(app.kernel, app.dst, app.src, 5, COUNT);
    app_launch(app.queue, app.kernel, COUNT);
    app_expect(&app, app.queue, app.dst, COUNT, 5);
    app_close(&app);
    return 0;
}
