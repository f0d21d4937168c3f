/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The outcome of a build, before the program has it. */
struct build {
    const char *options;
    struct fakecl_function *functions;
    size_t num_functions;
    char log[512];
    double time_us;
    cl_int err;
};

static void append(struct build *build, const char *text, const char *name)
{
    size_t length = strlen(build->log);

    snprintf(build->log + length, sizeof(build->log) - length, "%s%s\n", name,
             text);
}

static bool is_faultless(const struct fakecl_script *script)
{
    return script->wrong_byte < 0 && script->nan < 0 && script->overrun == 0 &&
           script->underrun == 0 && script->error == 0 &&
           script->exec_fail == 0 && !(script->launch_fail < 0) &&
           script->racy == 0 && script->hang == 0 && script->crash == 0;
}

/* Work out at build time what would make every launch dearer. */
static void prepare(struct fakecl_function *function)
{
    const struct fakecl_script *script = &function->script;

    function->max_group = (size_t)script->max_group;
    function->time_ns = (cl_ulong)(script->time_us * 1000 + 0.5);
    function->is_plain = (enum fakecl_op)script->op == FAKECL_OP_NOOP &&
                         !script->num_times && !script->num_local_times &&
                         script->jitter == 0 && script->item_ns == 0 &&
                         script->real == 0 && is_faultless(script);
}

/* Compiling; what is a binary already is just loaded. */
static void spend_time(struct build *build, const struct fakecl_script *script)
{
    struct timespec time = {(time_t)(script->build_us / 1e6), 0};

    if (script->build_crash != 0)
        abort();
    while (script->build_hang != 0)
        pause();
    build->time_us += script->build_us;
    time.tv_nsec = (long)((script->build_us - (double)time.tv_sec * 1e6) * 1e3);
    if (script->real != 0)
        nanosleep(&time, NULL);
}

static void build_function(cl_program program, struct build *build,
                           struct fakecl_function *function)
{
    const struct fakecl_script *script = &function->script;
    char line[256];

    if (fakecl_script_read(program->source, build->options, function, line,
                           sizeof(line)) != 0) {
        append(build, line, "");
        build->err = CL_BUILD_PROGRAM_FAILURE;
        return;
    }
    if (!program->is_binary)
        spend_time(build, script);
    if (script->build_fail != 0) {
        append(build, ": error: the build fails as asked", function->name);
        build->err = CL_BUILD_PROGRAM_FAILURE;
    }
    prepare(function);
}

static void compile(cl_program program, struct build *build)
{
    size_t i;

    if (fakecl_source_scan(program->source, build->options, &build->functions,
                           &build->num_functions) != 0) {
        build->err = CL_OUT_OF_HOST_MEMORY;
        return;
    }
    for (i = 0; i < build->num_functions; i++)
        build_function(program, build, &build->functions[i]);
}

static bool can_tell_arg_info(cl_program program, const char *options)
{
    if (!strcmp(fakecl_config.arg_info, "always"))
        return true;
    return !strcmp(fakecl_config.arg_info, "option") && !program->is_binary &&
           fakecl_option_find(options, "-cl-kernel-arg-info");
}

/* The program gets what was built, and loses what it had. */
static void install(cl_program program, const struct build *build,
                    const char *options)
{
    fakecl_lock();
    fakecl_state.now_ns += (cl_ulong)(build->time_us * 1000);
    free(program->functions);
    free(program->options);
    free(program->log);
    program->functions = build->functions;
    program->num_functions = build->num_functions;
    program->options = strdup(options);
    program->log = strdup(build->log);
    program->has_arg_info = can_tell_arg_info(program, options);
    program->status = build->err ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    fakecl_unlock();
}

static cl_int build_program(cl_program program, const char *options)
{
    struct build build = {0};

    options = options ? options : "";
    build.options = program->is_binary ? program->source_options : options;
    if (program->num_kernels)
        return CL_INVALID_OPERATION;
    compile(program, &build);
    install(program, &build, options);
    return build.err;
}

static cl_int check_devices(cl_uint num_devices, const cl_device_id *devices)
{
    cl_uint i;

    if ((num_devices > 0) != (devices != NULL))
        return CL_INVALID_VALUE;
    for (i = 0; i < num_devices; i++)
        if (!fakecl_is(devices[i], FAKECL_DEVICE))
            return CL_INVALID_DEVICE;
    return CL_SUCCESS;
}

/* With a callback, failure to build is the callback's news. */
cl_int CL_API_CALL fakecl_clBuildProgram(
    cl_program program, cl_uint num_devices, const cl_device_id *devices,
    const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
    void *user_data)
{
    cl_int err = FAKECL_ENTER(clBuildProgram);

    if (!err && !fakecl_is(program, FAKECL_PROGRAM))
        err = CL_INVALID_PROGRAM;
    if (!err)
        err = check_devices(num_devices, devices);
    if (!err && !notify && user_data)
        err = CL_INVALID_VALUE;
    if (!err) {
        err = build_program(program, options);
        if (notify && (!err || err == CL_BUILD_PROGRAM_FAILURE)) {
            err = CL_SUCCESS;
            notify(program, user_data);
        }
    }
    FAKECL_LOG(clBuildProgram, err, "program=0x%x options=\"%s\"",
               fakecl_id(program), options ? options : "");
    return err;
}

static cl_int build_info(cl_program program, cl_program_build_info param,
                         const struct fakecl_query *query)
{
    bool is_built = program->status == CL_BUILD_SUCCESS;

    switch (param) {
    case CL_PROGRAM_BUILD_STATUS:
        return fakecl_answer_uint(query, (cl_uint)program->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        return fakecl_answer_text(query,
                                  program->options ? program->options : "");
    case CL_PROGRAM_BUILD_LOG:
        return fakecl_answer_text(query, program->log ? program->log : "");
    case CL_PROGRAM_BINARY_TYPE:
        return fakecl_answer_uint(query, is_built
                                             ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                             : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return fakecl_answer_size(query, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetProgramBuildInfo(cl_program program,
                                                cl_device_id device,
                                                cl_program_build_info param,
                                                size_t size, void *value,
                                                size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetProgramBuildInfo);

    if (!err && !fakecl_is(program, FAKECL_PROGRAM))
        err = CL_INVALID_PROGRAM;
    if (!err && !fakecl_is(device, FAKECL_DEVICE))
        err = CL_INVALID_DEVICE;
    if (!err) {
        fakecl_lock();
        err = build_info(program, param, &query);
        fakecl_unlock();
    }
    FAKECL_LOG(clGetProgramBuildInfo, err, "program=0x%x param=0x%x",
               fakecl_id(program), param);
    return err;
}

cl_int CL_API_CALL fakecl_clUnloadCompiler(void)
{
    cl_int err = FAKECL_ENTER(clUnloadCompiler);

    FAKECL_LOG(clUnloadCompiler, err, "%s", "");
    return err;
}

cl_int CL_API_CALL fakecl_clUnloadPlatformCompiler(cl_platform_id platform)
{
    cl_int err = FAKECL_ENTER(clUnloadPlatformCompiler);

    if (!err && !fakecl_is(platform, FAKECL_PLATFORM))
        err = CL_INVALID_PLATFORM;
    FAKECL_LOG(clUnloadPlatformCompiler, err, "%s", "");
    return err;
}
