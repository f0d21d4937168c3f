/* SPDX-License-Identifier: Apache-2.0 */
/*
 * room FAMILIES CASE LAUNCHES: a program that takes all the device memory there
 * is (but for 4 KiB) while its kernel is tuned, and gives it back.
 *
 *   contexts   in a context where nothing was launched so far, and goes on
 * there threads    in another thread than the one that launches, again and
 * again
 */
#include "app.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#define FEW 2 /* launches that no search is through with */

static atomic_bool is_over;

static void take_all(struct app *app, unsigned contexts)
{
    cl_ulong bytes = 0;
    cl_mem memory;
    cl_int err;

    CHECK(clGetDeviceInfo(app->devices[0], CL_DEVICE_GLOBAL_MEM_SIZE,
                          sizeof(bytes), &bytes, NULL));
    memory =
        clCreateBuffer(app->context, CL_MEM_READ_WRITE,
                       (size_t)bytes - 2 * contexts * BYTES - 4096, NULL, &err);
    CHECK(err);
    CHECK(clReleaseMemObject(memory));
}

static void open_one(struct app *app)
{
    app_open(app, app_file("scale"), "scale");
    app_set(app->kernel, app->dst, app->src, 3, COUNT);
}

static void close_one(struct app *app)
{
    app_expect(app, app->queue, app->dst, COUNT, 3);
    app_close(app);
}

static void launch(struct app *app, int launches)
{
    while (launches-- > 0)
        app_launch(app->queue, app->kernel, COUNT);
}

static void contexts(int launches)
{
    static struct app first, second;

    open_one(&first);
    open_one(&second);
    launch(&first, FEW);
    take_all(&second, 2);
    launch(&second, launches);
    close_one(&first);
    close_one(&second);
}

static void *take_often(void *app)
{
    while (!atomic_load(&is_over)) {
        take_all(app, 1);
        usleep(1000);
    }
    return NULL;
}

static void threads(int launches)
{
    static struct app app;
    pthread_t taker;

    open_one(&app);
    launch(&app, FEW);
    EXPECT(!pthread_create(&taker, NULL, take_often, &app));
    launch(&app, launches);
    atomic_store(&is_over, true);
    pthread_join(taker, NULL);
    close_one(&app);
}

int main(int argc, char **argv)
{
    EXPECT(argc == 4);
    app_families = argv[1];
    if (!strcmp(argv[2], "contexts"))
        contexts(atoi(argv[3]));
    else
        threads(atoi(argv[3]));
    return 0;
}
