/* SPDX-License-Identifier: Apache-2.0 */
/*
 * references FAMILIES: what every object says of itself, before, during and
 * after the launches: counts of references and of other things that might
 * show somebody else's.
 */
#include "app.h"

#include <time.h>

#define ROUNDS 30

/* Drivers let go of a command a little after its event is complete. */
static void settle(struct app *app)
{
    struct timespec time = {0, 20000000};

    CHECK(clFinish(app->queue));
    nanosleep(&time, NULL);
}

/* Every query of a kind, by number: what it returns, and small answers. */
#define TELL(kind, first, last, ...)                                          \
    for (cl_uint what = (first); what <= (last); what++) {                    \
        unsigned char value[8192] = {0};                                      \
        size_t bytes = 0, i;                                                  \
        unsigned sum = 0;                                                     \
        cl_int err;                                                           \
                                                                              \
        if (!is_steady(what))                                                 \
            continue;                                                         \
        err = __VA_ARGS__;                                                    \
        for (i = 0; i < bytes && i < sizeof(value); i++)                      \
            sum = sum * 31 + value[i];                                        \
        printf("%s %x: %d, %zu bytes, ", kind, what, err, bytes);             \
        if (err || !is_number(what))                                          \
            printf("\n");                                                     \
        else                                                                  \
            printf("%u\n", sum);                                              \
    }

/* Binaries need memory of the program's. */
static int is_steady(cl_uint what)
{
    return what != CL_PROGRAM_BINARIES;
}

/* Handles and addresses differ from run to run, and so does what is kept. */
static int is_number(cl_uint what)
{
    switch (what) {
    case CL_CONTEXT_DEVICES:
    case CL_CONTEXT_PROPERTIES:
    case CL_QUEUE_CONTEXT:
    case CL_QUEUE_DEVICE:
    case CL_QUEUE_DEVICE_DEFAULT:
    case CL_MEM_HOST_PTR:
    case CL_MEM_CONTEXT:
    case CL_MEM_ASSOCIATED_MEMOBJECT:
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_CONTEXT:
    case CL_PROGRAM_DEVICES:
    case CL_KERNEL_CONTEXT:
    case CL_KERNEL_PROGRAM:
        return 0;
    default:
        return 1;
    }
}

static void tell(struct app *app)
{
    cl_kernel kernel = app->kernel;
    cl_device_id device = app->devices[0];

    settle(app);
    TELL("context", CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES,
         clGetContextInfo(app->context, what, sizeof(value), value, &bytes))
    TELL("queue", CL_QUEUE_CONTEXT, CL_QUEUE_PROPERTIES_ARRAY,
         clGetCommandQueueInfo(app->queue, what, sizeof(value), value, &bytes))
    TELL("buffer", CL_MEM_TYPE, CL_MEM_PROPERTIES,
         clGetMemObjectInfo(app->dst, what, sizeof(value), value, &bytes))
    TELL("program", CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_IL,
         clGetProgramInfo(app->program, what, sizeof(value), value, &bytes))
    TELL("build", CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BINARY_TYPE,
         clGetProgramBuildInfo(app->program, device, what, sizeof(value),
                               value, &bytes))
    TELL("kernel", CL_KERNEL_FUNCTION_NAME, CL_KERNEL_ATTRIBUTES,
         clGetKernelInfo(kernel, what, sizeof(value), value, &bytes))
    TELL("argument", CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_NAME,
         clGetKernelArgInfo(kernel, 0, what, sizeof(value), value, &bytes))
    TELL("group", CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_PRIVATE_MEM_SIZE,
         clGetKernelWorkGroupInfo(kernel, device, what, sizeof(value), value,
                                  &bytes))
}

static void launch(struct app *app, int rounds)
{
    int k;

    for (k = 0; k < rounds; k++) {
        app_launch(app->queue, app->kernel, COUNT);
        if (k % 5 == 0)
            tell(app);
    }
}

int main(int argc, char **argv)
{
    static struct app app;

    EXPECT(argc == 2);
    app_families = argv[1];
    app_open(&app, app_file("scale"), "scale");
    app_set(app.kernel, app.dst, app.src, 2, COUNT);
    tell(&app);
    launch(&app, ROUNDS);
    CHECK(clRetainContext(app.context));
    CHECK(clRetainProgram(app.program));
    launch(&app, ROUNDS);
    CHECK(clReleaseProgram(app.program));
    CHECK(clReleaseContext(app.context));
    launch(&app, ROUNDS);
    app_expect(&app, app.queue, app.dst, COUNT, 2);
    tell(&app);
    app_close(&app);
    return 0;
}
