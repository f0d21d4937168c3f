/* SPDX-License-Identifier: Apache-2.0 */
/* linked FAMILIES CASE: programs that are compiled, then linked. */
#include "app.h"

#define ROUNDS 60

#define SCALE(value)                                                           \
    "//fake: scale op=scale dst=dst src=src factor=factor count=n\n"           \
    "__kernel void scale(__global float *dst, __global const float *src,\n"    \
    "                    float factor, int n)\n"                               \
    "{\n"                                                                      \
    "    int i = get_global_id(0);\n"                                          \
    "    if (i < n)\n"                                                         \
    "        dst[i] = " value ";\n"                                            \
    "}\n"

static const char header_text[] = "#ifndef TIMES_H\n"
                                  "#define TIMES_H\n"
                                  "float times(float a, float b);\n"
                                  "#endif\n";
static const char caller[] =
    "#include \"times.h\"\n" SCALE("times(factor, src[i])");
static const char callee[] = "#include \"times.h\"\n"
                             "float times(float a, float b)\n"
                             "{\n"
                             "    return a * b;\n"
                             "}\n";

static cl_program program_of(struct app *app, const char *source)
{
    cl_int err;
    cl_program program =
        clCreateProgramWithSource(app->context, 1, &source, NULL, &err);

    CHECK(err);
    return program;
}

static cl_program compile_with(struct app *app, const char *source,
                               const char *options, const char *header_source)
{
    cl_program program = program_of(app, source);
    cl_program header = program_of(app, header_source);
    const char *name = "times.h";

    CHECK(clCompileProgram(program, 0, NULL, options, 1, &header, &name, NULL,
                           NULL));
    CHECK(clReleaseProgram(header));
    return program;
}

static cl_program compile(struct app *app, const char *source,
                          const char *options)
{
    return compile_with(app, source, options, header_text);
}

/* Releases the inputs, as programs do. */
static cl_program link_all(struct app *app, const char *options, cl_uint count,
                           cl_program *inputs)
{
    cl_int err;
    cl_program program = clLinkProgram(app->context, 0, NULL, options, count,
                                       inputs, NULL, NULL, &err);

    CHECK(err);
    while (count-- > 0)
        CHECK(clReleaseProgram(inputs[count]));
    return program;
}

static void launch(struct app *app, cl_program program, const char *name,
                   float factor)
{
    int k;

    app->program = program;
    app->kernel = app_kernel(program, name);
    app_set(app->kernel, app->dst, app->src, factor, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    app_expect(app, app->queue, app->dst, COUNT, factor);
    app_close(app);
}

/* What it calls is in an embedded header. */
static void embedded(struct app *app)
{
    cl_program input;

    app_open(app, NULL, NULL);
    input = compile_with(app, caller, "",
                         callee + strlen("#include \"times.h\"\n"));
    launch(app, link_all(app, NULL, 1, &input), "scale", 3);
}

/* What it calls is in another input. */
static void called(struct app *app)
{
    cl_program inputs[2];

    app_open(app, NULL, NULL);
    inputs[0] = compile(app, caller, "-DSIDE=1");
    inputs[1] = compile(app, callee, "-DSIDE=1");
    launch(app, link_all(app, "", 2, inputs), "scale", 5);
}

static void library(struct app *app)
{
    cl_program inputs[2];

    app_open(app, NULL, NULL);
    inputs[1] = compile(app, callee, "");
    inputs[1] = link_all(app, "-create-library", 1, &inputs[1]);
    inputs[0] = compile(app, caller, "");
    launch(app, link_all(app, NULL, 2, inputs), "scale", 7);
}

/* Its neighbour has other options and macros, which must not reach it. */
static void alone(struct app *app)
{
    cl_program inputs[2];

    app_open(app, NULL, NULL);
    inputs[0] = compile(app, SCALE("factor * src[i]"), "");
    inputs[1] = compile(app,
                        "#define src dst\n"
                        "__kernel void other(__global float *dst)\n"
                        "{\n"
                        "    src[0] = 1;\n"
                        "}\n",
                        "-DN=2");
    launch(app, link_all(app, NULL, 2, inputs), "scale", 2);
}

/* One after the other the sources would mean something else. */
static void apart(struct app *app)
{
    cl_program inputs[2];

    app_open(app, NULL, NULL);
    inputs[1] = compile(app, caller, "");
    inputs[0] = compile(app,
                        "#include \"times.h\"\n"
                        "#define n 1\n"
                        "float times(float a, float b)\n"
                        "{\n"
                        "    return n * a * b;\n"
                        "}\n",
                        "");
    launch(app, link_all(app, NULL, 2, inputs), "scale", 4);
}

/* A folder of headers, for a program that is just built. */
static void folder(struct app *app)
{
    char options[4200];

    app_open(app, NULL, NULL);
    snprintf(options, sizeof(options),
             "-I %s -DTEXT(x)=#x -DNAMED(x)=TEXT(x) -DWHERE=include",
             app_families);
    launch(app,
           app_build(
               app,
               "#include NAMED(WHERE/times.h)\n" SCALE("times(factor, src[i])"),
               options),
           "scale", 6);
}

/* A compilation that the driver refuses changes nothing. */
static void refused(struct app *app)
{
    app_open(app, NULL, NULL);
    app->program = app_build(app, SCALE("factor * src[i]"), "");
    EXPECT(clCompileProgram(app->program, 1, NULL, NULL, 0, NULL, NULL, NULL,
                            NULL) != CL_SUCCESS);
    launch(app, app->program, "scale", 8);
}

/* The binary of a linked program is built again. */
static void kept(struct app *app)
{
    unsigned char *binaries[8] = {NULL};
    cl_program input, program;
    size_t sizes[8];
    cl_int err;
    cl_uint i;

    app_open(app, NULL, NULL);
    input = compile(app, SCALE("factor * src[i]"), "");
    program = link_all(app, NULL, 1, &input);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes),
                           sizes, NULL));
    for (i = 0; i < app->device_count; i++)
        binaries[i] = malloc(sizes[i]);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binaries),
                           binaries, NULL));
    CHECK(clReleaseProgram(program));
    program = clCreateProgramWithBinary(
        app->context, app->device_count, app->devices, sizes,
        (const unsigned char **)binaries, NULL, &err);
    CHECK(err);
    CHECK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    launch(app, program, "scale", 3);
    for (i = 0; i < app->device_count; i++)
        free(binaries[i]);
}

int main(int argc, char **argv)
{
    static const struct app_case cases[] = {
        {"embedded", embedded}, {"called", called}, {"library", library},
        {"alone", alone},       {"apart", apart},   {"folder", folder},
        {"refused", refused},   {"kept", kept},     {NULL, NULL},
    };

    return app_main(argc, argv, cases);
}
