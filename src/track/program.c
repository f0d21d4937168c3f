/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/knowledge.h"
#include "track/build.h"
#include "track/origin.h"
#include "track/track.h"

static struct netcl_map programs = NETCL_MAP_INIT;

struct netcl_program *netcl_program_find(cl_program handle)
{
    return netcl_map_find(&programs, handle);
}

static void free_program(struct netcl_program *program)
{
    netcl_build_release(program->build);
    free(program->source);
    free(program);
}

static void add(cl_program handle, cl_context context, char *source,
                struct netcl_build *build)
{
    struct netcl_program *program = calloc(1, sizeof(*program));

    if (!program) {
        free(source);
        netcl_build_release(build);
        return;
    }
    program->handle = handle;
    program->context = context;
    program->source = source;
    program->build = build;
    program->is_from_binary = build != NULL;
    atomic_init(&program->references, 1);
    if (netcl_map_put(&programs, handle, program))
        free_program(program);
}

/* The strings as the compiler will see them: one after the other. */
static char *join(cl_uint count, const char **strings, const size_t *lengths)
{
    struct netcl_str text = NETCL_STR_INIT;
    cl_uint i;

    for (i = 0; i < count; i++) {
        if (!strings[i])
            continue;
        if (lengths && lengths[i])
            netcl_str_append_bytes(&text, strings[i],
                                   strnlen(strings[i], lengths[i]));
        else
            netcl_str_append(&text, strings[i]);
    }
    return netcl_str_take(&text);
}

void netcl_program_from_source(cl_program handle, cl_context context,
                               cl_uint count, const char **strings,
                               const size_t *lengths)
{
    add(handle, context, join(count, strings, lengths), NULL);
}

void netcl_program_from_binary(cl_program handle, cl_context context,
                               cl_uint count, const size_t *lengths,
                               const unsigned char **binaries)
{
    struct netcl_build *build = NULL;

    /* Several devices: the source is one, so the first binary tells it. */
    if (count && lengths && binaries && binaries[0])
        build = netcl_origin_find(binaries[0], lengths[0]);
    add(handle, context, NULL, build);
}

static bool has_other_devices(const struct netcl_real *real,
                              cl_program handle, cl_uint device_count)
{
    cl_uint count = 0;

    return device_count &&
           (real->clGetProgramInfo(handle, CL_PROGRAM_NUM_DEVICES,
                                   sizeof(count), &count,
                                   NULL) != CL_SUCCESS ||
            count > device_count);
}

struct netcl_build *netcl_program_building(const struct netcl_real *real,
                                           cl_program handle,
                                           cl_uint device_count,
                                           const char *options)
{
    struct netcl_program *program = netcl_program_find(handle);
    struct netcl_build *former;

    /* A binary keeps the options that it was once compiled with. */
    if (!program || program->is_from_binary)
        return NULL;
    former = program->build;
    if (!has_other_devices(real, handle, device_count))
        program->is_mixed = false;
    else if (former && strcmp(former->options, options ? options : ""))
        program->is_mixed = true;
    program->build = program->source && !program->is_mixed
                         ? netcl_build_new(program->source, options)
                         : NULL;
    if (program->build)
        netcl_knowledge_prefetch(program->build);
    return former;
}

void netcl_program_built(cl_program handle, struct netcl_build *former,
                         bool is_refused)
{
    struct netcl_program *program = netcl_program_find(handle);

    if (is_refused && program && !program->is_from_binary) {
        netcl_build_release(program->build);
        program->build = former;
    } else {
        netcl_build_release(former);
    }
}

void netcl_program_lost(cl_program handle)
{
    struct netcl_program *program = netcl_program_find(handle);

    if (!program)
        return;
    netcl_build_release(program->build);
    program->build = NULL;
    free(program->source);
    program->source = NULL;
}

void netcl_program_binaries_read(const struct netcl_real *real,
                                 cl_program handle,
                                 unsigned char *const *binaries, size_t count)
{
    struct netcl_program *program = netcl_program_find(handle);
    size_t *sizes;
    bool is_known;
    size_t i;

    if (!program || !program->build || program->is_from_binary)
        return;
    sizes = calloc(count + 1, sizeof(*sizes));
    if (!sizes)
        return;
    is_known = netcl_knowledge_has_kernel_of(program->build);
    if (real->clGetProgramInfo(handle, CL_PROGRAM_BINARY_SIZES,
                               count * sizeof(*sizes), sizes,
                               NULL) == CL_SUCCESS)
        for (i = 0; i < count; i++)
            if (binaries[i] && sizes[i])
                netcl_origin_remember(binaries[i], sizes[i], program->build,
                                      is_known);
    free(sizes);
}

void netcl_program_retained(cl_program handle)
{
    struct netcl_program *program = netcl_program_find(handle);

    if (program)
        atomic_fetch_add(&program->references, 1);
}

void netcl_program_releasing(cl_program handle)
{
    struct netcl_program *program = netcl_program_find(handle);

    if (!program || atomic_fetch_sub(&program->references, 1) != 1)
        return;
    netcl_map_remove(&programs, handle);
    free_program(program);
}
