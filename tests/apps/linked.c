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

static void launch_kernel(struct app *app, float factor)
{
    int k;

    app_set(app->kernel, app->dst, app->src, factor, COUNT);
    for (k = 0; k < ROUNDS; k++)
        app_launch(app->queue, app->kernel, COUNT);
    app_expect(app, app->queue, app->dst, COUNT, factor);
    app_close(app);
}

static void launch(struct app *app, cl_program program, const char *name,
                   float factor)
{
    app->program = program;
    app->kernel = app_kernel(program, name);
    launch_kernel(app, factor);
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

/* The program made again of its binaries. */
static cl_program again(struct app *app, cl_program program)
{
    unsigned char *binaries[8] = {NULL};
    size_t sizes[8];
    cl_int err;
    cl_uint i;

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
    for (i = 0; i < app->device_count; i++)
        free(binaries[i]);
    return program;
}

static void launch_again(struct app *app, cl_program program, float factor)
{
    program = again(app, program);
    CHECK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    launch(app, program, "scale", factor);
}

/* The binary of a linked program is built again. */
static void kept(struct app *app)
{
    cl_program input;

    app_open(app, NULL, NULL);
    input = compile(app, SCALE("factor * src[i]"), "");
    launch_again(app, link_all(app, NULL, 1, &input), 3);
}

/* The same of one that was linked from several. */
static void joined(struct app *app)
{
    cl_program inputs[2];

    app_open(app, NULL, NULL);
    inputs[0] = compile(app, caller, "");
    inputs[1] = compile(app, callee, "");
    launch_again(app, link_all(app, "", 2, inputs), 5);
}

/* A file keeps the binary from one process to the next. */
static cl_program load(struct app *app, const char *path)
{
    static unsigned char bytes[1 << 20];
    const unsigned char *binary = bytes;
    FILE *file = fopen(path, "rb");
    cl_program program;
    size_t size;
    cl_int err;

    if (!file)
        return NULL;
    size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    program = clCreateProgramWithBinary(app->context, 1, app->devices, &size,
                                        &binary, NULL, &err);
    CHECK(err);
    return program;
}

static void save(struct app *app, cl_program program, const char *path)
{
    unsigned char *binaries[8] = {NULL};
    FILE *file = fopen(path, "wb");
    size_t sizes[8];

    EXPECT(app->device_count == 1 && file);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes),
                           sizes, NULL));
    binaries[0] = malloc(sizes[0]);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binaries),
                           binaries, NULL));
    EXPECT(fwrite(binaries[0], 1, sizes[0], file) == sizes[0]);
    fclose(file);
    free(binaries[0]);
}

/* A program that keeps what it linked in a file of the working folder. */
static void stored(struct app *app)
{
    cl_program inputs[2], program;

    app_open(app, NULL, NULL);
    program = load(app, "linked.bin");
    if (program) {
        CHECK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    } else {
        inputs[0] = compile(app, caller, "");
        inputs[1] = compile(app, callee, "");
        program = link_all(app, NULL, 2, inputs);
        save(app, program, "linked.bin");
    }
    launch(app, program, "scale", 7);
}

/* One that keeps its objects, one of which has no kernel. */
static void objects(struct app *app)
{
    static const char *const paths[] = {"caller.bin", "callee.bin"};
    const char *const sources[] = {caller, callee};
    cl_program inputs[2];
    int i;

    app_open(app, NULL, NULL);
    for (i = 0; i < 2; i++) {
        inputs[i] = load(app, paths[i]);
        if (inputs[i])
            continue;
        inputs[i] = compile(app, sources[i], "");
        save(app, inputs[i], paths[i]);
    }
    launch(app, link_all(app, NULL, 2, inputs), "scale", 9);
}

/* The callback makes the kernel, maybe before clLinkProgram returns. */
static void CL_CALLBACK on_linked(cl_program program, void *user_data)
{
    struct app *app = user_data;

    app->kernel = app_kernel(program, "scale");
    app->program = program;
}

static void asked(struct app *app)
{
    cl_program inputs[2];
    cl_int err;

    app_open(app, NULL, NULL);
    inputs[0] = compile(app, caller, "");
    inputs[1] = compile(app, callee, "");
    clLinkProgram(app->context, 0, NULL, "", 2, inputs, on_linked, app, &err);
    CHECK(err);
    while (!*(cl_program volatile *)&app->program)
        ;
    CHECK(clReleaseProgram(inputs[0]));
    CHECK(clReleaseProgram(inputs[1]));
    launch_kernel(app, 4);
}

/* The same with a build. */
static void built(struct app *app)
{
    static const char *source = SCALE("factor * src[i]");
    cl_program program;
    cl_int err;

    app_open(app, NULL, NULL);
    program = clCreateProgramWithSource(app->context, 1, &source, NULL, &err);
    CHECK(err);
    CHECK(clBuildProgram(program, 0, NULL, NULL, on_linked, app));
    while (!*(cl_program volatile *)&app->program)
        ;
    launch_kernel(app, 6);
}

int main(int argc, char **argv)
{
    static const struct app_case cases[] = {
        {"embedded", embedded}, {"called", called},   {"library", library},
        {"alone", alone},       {"apart", apart},     {"folder", folder},
        {"refused", refused},   {"kept", kept},       {"joined", joined},
        {"stored", stored},     {"objects", objects}, {"asked", asked},
        {"built", built},       {NULL, NULL},
    };

    return app_main(argc, argv, cases);
}
