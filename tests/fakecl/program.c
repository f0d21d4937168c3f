/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A binary is "FAKECL 1 driver=<version>\n<options>\n<source>". */
#define BINARY_MAGIC "FAKECL 1 driver="

void fakecl_program_destroy(cl_program program)
{
    free(program->source);
    free(program->options);
    free(program->source_options);
    free(program->log);
    free(program->functions);
    fakecl_drop(program->context);
}

/* Takes over `source`. */
static cl_int make_program(cl_context context, char *source, cl_program *out)
{
    cl_program program = NULL;

    fakecl_lock();
    if (source)
        program = fakecl_new(FAKECL_PROGRAM, sizeof(*program));
    if (program) {
        program->context = context;
        program->source = source;
        program->status = CL_BUILD_NONE;
        fakecl_hold(context);
    }
    fakecl_unlock();
    if (!program)
        free(source);
    *out = program;
    return program ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static size_t string_bytes(const char *string, const size_t *lengths, cl_uint i)
{
    return lengths && lengths[i] ? lengths[i] : strlen(string);
}

/* One text out of many; NULL without memory. */
static char *join(cl_uint count, const char **strings, const size_t *lengths)
{
    size_t bytes = 1;
    char *text;
    char *at;
    cl_uint i;

    for (i = 0; i < count; i++)
        bytes += string_bytes(strings[i], lengths, i);
    text = malloc(bytes);
    at = text;
    for (i = 0; text && i < count; i++) {
        size_t length = string_bytes(strings[i], lengths, i);

        memcpy(at, strings[i], length);
        at += length;
    }
    if (text)
        *at = '\0';
    return text;
}

static cl_int create_with_source(cl_context context, cl_uint count,
                                 const char **strings, const size_t *lengths,
                                 cl_program *out)
{
    cl_uint i;

    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!count || !strings)
        return CL_INVALID_VALUE;
    for (i = 0; i < count; i++)
        if (!strings[i])
            return CL_INVALID_VALUE;
    return make_program(context, join(count, strings, lengths), out);
}

cl_program CL_API_CALL fakecl_clCreateProgramWithSource(cl_context context,
                                                        cl_uint count,
                                                        const char **strings,
                                                        const size_t *lengths,
                                                        cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateProgramWithSource);
    cl_program program = NULL;

    if (!err)
        err = create_with_source(context, count, strings, lengths, &program);
    FAKECL_LOG_NEW(clCreateProgramWithSource, err, program,
                   "context=0x%x strings=%u bytes=%zu", fakecl_id(context),
                   count, program ? strlen(program->source) : 0);
    if (errcode_ret)
        *errcode_ret = err;
    return program;
}

/* A source text will do for an intermediate language. */
cl_program CL_API_CALL fakecl_clCreateProgramWithIL(cl_context context,
                                                    const void *il,
                                                    size_t length,
                                                    cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateProgramWithIL);
    const char *text = il;
    cl_program program = NULL;

    if (!err)
        err = length ? create_with_source(context, 1, &text, &length, &program)
                     : CL_INVALID_VALUE;
    FAKECL_LOG_NEW(clCreateProgramWithIL, err, program,
                   "context=0x%x bytes=%zu", fakecl_id(context), length);
    if (errcode_ret)
        *errcode_ret = err;
    return program;
}

/* The two parts behind the header; the caller frees both. */
static cl_int split_binary(const unsigned char *binary, size_t length,
                           char **options, char **source)
{
    const char *text = (const char *)binary;
    const char *end = text + length;
    char header[128];
    const char *newline;
    size_t header_length = (size_t)snprintf(header, sizeof(header), "%s%s\n",
                                            BINARY_MAGIC, fakecl_config.driver);

    if (length < header_length || memcmp(text, header, header_length) != 0)
        return CL_INVALID_BINARY;
    text += header_length;
    newline = memchr(text, '\n', (size_t)(end - text));
    if (!newline)
        return CL_INVALID_BINARY;
    *options = strndup(text, (size_t)(newline - text));
    *source = strndup(newline + 1, (size_t)(end - newline - 1));
    return CL_SUCCESS;
}

static cl_int create_with_binary(cl_context context,
                                 const unsigned char *binary, size_t length,
                                 cl_program *out)
{
    char *options = NULL;
    char *source = NULL;
    cl_int err;

    if (!binary || !length)
        return CL_INVALID_VALUE;
    err = split_binary(binary, length, &options, &source);
    if (!err)
        err = make_program(context, source, out);
    if (err) {
        free(options);
        return err;
    }
    (*out)->is_binary = true;
    (*out)->source_options = options;
    return CL_SUCCESS;
}

/* All devices are alike, so the first binary stands for all. */
cl_program CL_API_CALL fakecl_clCreateProgramWithBinary(
    cl_context context, cl_uint num_devices, const cl_device_id *devices,
    const size_t *lengths, const unsigned char **binaries, cl_int *statuses,
    cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateProgramWithBinary);
    cl_program program = NULL;
    cl_uint i;

    if (!err && !fakecl_is(context, FAKECL_CONTEXT))
        err = CL_INVALID_CONTEXT;
    if (!err && (!num_devices || !devices || !lengths || !binaries))
        err = CL_INVALID_VALUE;
    if (!err)
        err = create_with_binary(context, binaries[0], lengths[0], &program);
    for (i = 0; statuses && i < num_devices; i++)
        statuses[i] = err;
    FAKECL_LOG_NEW(clCreateProgramWithBinary, err, program,
                   "context=0x%x devices=%u bytes=%zu", fakecl_id(context),
                   num_devices, lengths && num_devices ? lengths[0] : 0);
    if (errcode_ret)
        *errcode_ret = err;
    return program;
}

cl_int CL_API_CALL fakecl_clRetainProgram(cl_program program)
{
    cl_int err = FAKECL_ENTER(clRetainProgram);

    if (!err)
        err = fakecl_retain(program, FAKECL_PROGRAM);
    FAKECL_LOG(clRetainProgram, err, "program=0x%x", fakecl_id(program));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseProgram(cl_program program)
{
    cl_int err = FAKECL_ENTER(clReleaseProgram);
    unsigned id = fakecl_id(program);

    if (!err)
        err = fakecl_release(program, FAKECL_PROGRAM);
    FAKECL_LOG(clReleaseProgram, err, "program=0x%x", id);
    return err;
}

/* NULL where the program has not been built. */
static char *make_binary(cl_program program, size_t *bytes)
{
    const char *options =
        program->is_binary ? program->source_options : program->options;
    char *binary;

    *bytes = 0;
    if (program->status != CL_BUILD_SUCCESS)
        return NULL;
    *bytes = strlen(BINARY_MAGIC) + strlen(fakecl_config.driver) + 1 +
             strlen(options) + 1 + strlen(program->source);
    binary = malloc(*bytes + 1);
    if (binary)
        snprintf(binary, *bytes + 1, "%s%s\n%s\n%s", BINARY_MAGIC,
                 fakecl_config.driver, options, program->source);
    return binary;
}

static cl_int answer_binary_sizes(cl_program program,
                                  const struct fakecl_query *query)
{
    size_t sizes[FAKECL_MAX_DEVICES];
    cl_uint n = program->context->num_devices;
    size_t bytes;
    cl_uint i;

    free(make_binary(program, &bytes));
    for (i = 0; i < n; i++)
        sizes[i] = bytes;
    return fakecl_answer(query, sizes, n * sizeof(sizes[0]));
}

static cl_int answer_binaries(cl_program program,
                              const struct fakecl_query *query)
{
    cl_uint n = program->context->num_devices;
    unsigned char **outs = query->value;
    size_t bytes;
    char *binary;
    cl_uint i;

    if (query->size_ret)
        *query->size_ret = n * sizeof(*outs);
    if (!outs)
        return CL_SUCCESS;
    if (query->size < n * sizeof(*outs))
        return CL_INVALID_VALUE;
    binary = make_binary(program, &bytes);
    for (i = 0; binary && i < n; i++)
        if (outs[i])
            memcpy(outs[i], binary, bytes);
    free(binary);
    return CL_SUCCESS;
}

static cl_int answer_names(cl_program program, const struct fakecl_query *query)
{
    size_t bytes = program->num_functions * sizeof(program->functions->name);
    char *names = calloc(1, bytes + 1);
    size_t length = 0;
    size_t i;
    cl_int err;

    if (!names)
        return CL_OUT_OF_HOST_MEMORY;
    for (i = 0; i < program->num_functions; i++)
        length += (size_t)snprintf(names + length, bytes + 1 - length, "%s%s",
                                   i ? ";" : "", program->functions[i].name);
    err = fakecl_answer_text(query, names);
    free(names);
    return err;
}

static cl_int program_info(cl_program program, cl_program_info param,
                           const struct fakecl_query *query)
{
    bool is_built = program->status == CL_BUILD_SUCCESS;

    switch (param) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return fakecl_answer_uint(query, program->object.refs);
    case CL_PROGRAM_CONTEXT:
        return fakecl_answer_handle(query, program->context);
    case CL_PROGRAM_NUM_DEVICES:
        return fakecl_answer_uint(query, program->context->num_devices);
    case CL_PROGRAM_DEVICES:
        return fakecl_answer(query, program->context->devices,
                             program->context->num_devices *
                                 sizeof(cl_device_id));
    case CL_PROGRAM_SOURCE:
        return fakecl_answer_text(query,
                                  program->is_binary ? "" : program->source);
    case CL_PROGRAM_BINARY_SIZES:
        return answer_binary_sizes(program, query);
    case CL_PROGRAM_BINARIES:
        return answer_binaries(program, query);
    case CL_PROGRAM_NUM_KERNELS:
        return is_built ? fakecl_answer_size(query, program->num_functions)
                        : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES:
        return is_built ? answer_names(program, query)
                        : CL_INVALID_PROGRAM_EXECUTABLE;
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetProgramInfo(cl_program program,
                                           cl_program_info param, size_t size,
                                           void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetProgramInfo);

    if (!err && !fakecl_is(program, FAKECL_PROGRAM))
        err = CL_INVALID_PROGRAM;
    if (!err)
        err = program_info(program, param, &query);
    FAKECL_LOG(clGetProgramInfo, err, "program=0x%x param=0x%x",
               fakecl_id(program), param);
    return err;
}
