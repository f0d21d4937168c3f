/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/knowledge.h"
#include "match/include.h"
#include "track/build.h"
#include "track/origin.h"
#include "track/parts.h"
#include "track/track.h"

static struct netcl_map programs = NETCL_MAP_INIT;

struct netcl_program *netcl_program_find(cl_program handle)
{
    return netcl_map_find(&programs, handle);
}

static void free_program(struct netcl_program *program)
{
    netcl_build_release(program->build);
    netcl_build_release(program->compiled);
    netcl_parts_release(program->parts);
    free(program->source);
    free(program);
}

/* A new record, which nobody knows of yet; NULL: no memory. */
static struct netcl_program *add(cl_program handle, cl_context context)
{
    struct netcl_program *program = calloc(1, sizeof(*program));

    if (!program)
        return NULL;
    program->handle = handle;
    program->context = context;
    atomic_init(&program->references, 1);
    if (!netcl_map_put(&programs, handle, program))
        return program;
    free_program(program);
    return NULL;
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
    struct netcl_program *program = add(handle, context);

    if (program)
        program->source = join(count, strings, lengths);
}

/* Takes them; NULL: not known. */
static void take_parts(struct netcl_program *program, struct netcl_parts *parts)
{
    program->parts = parts;
    if (parts && parts->count == 1)
        program->build = netcl_build_retain(parts->builds[0]);
}

void netcl_program_from_binary(cl_program handle, cl_context context,
                               cl_uint count, const size_t *lengths,
                               const unsigned char **binaries)
{
    struct netcl_program *program = add(handle, context);

    /* Several devices: the source is one, so the first binary tells it. */
    if (program && count && lengths && binaries && binaries[0])
        take_parts(program, netcl_origin_find(binaries[0], lengths[0]));
    if (program)
        program->is_from_binary = program->parts != NULL;
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

/* The source as the compiler sees it, where that is certain. */
static struct netcl_build *new_build(const struct netcl_program *program,
                                     const char *options,
                                     const struct netcl_header *headers,
                                     cl_uint header_count)
{
    struct netcl_build *build;
    char *text = NULL;

    if (!program->source)
        return NULL;
    if (netcl_include_is_needed(program->source))
        text = netcl_include_expand(program->source, options, headers,
                                    header_count);
    build = netcl_build_new(text ? text : program->source, options);
    free(text);
    return build;
}

/* Some devices' build is not that of the others. */
static bool is_other(const struct netcl_build *former,
                     const struct netcl_build *build)
{
    return former && (!build || strcmp(former->options, build->options) ||
                      strcmp(former->source, build->source));
}

/* A new build in *place, or none where devices differ; returns the former. */
static struct netcl_build *replace(const struct netcl_real *real,
                                   struct netcl_program *program,
                                   struct netcl_build **place,
                                   struct netcl_build *build,
                                   cl_uint device_count)
{
    struct netcl_build *former = *place;

    if (!has_other_devices(real, program->handle, device_count))
        program->is_mixed = false;
    else if (is_other(former, build))
        program->is_mixed = true;
    *place = build;
    if (program->is_mixed) {
        netcl_build_release(build);
        *place = NULL;
    }
    return former;
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
    former = replace(real, program, &program->build,
                     new_build(program, options, NULL, 0), device_count);
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

static struct netcl_header *name_headers(cl_uint count,
                                         const cl_program *headers,
                                         const char **names)
{
    struct netcl_header *named = calloc(count + 1, sizeof(*named));
    struct netcl_program *header;
    cl_uint i;

    for (i = 0; named && headers && names && i < count; i++) {
        header = netcl_program_find(headers[i]);
        named[i].name = names[i];
        named[i].text = header ? header->source : NULL;
    }
    return named;
}

struct netcl_build *netcl_program_compiling(const struct netcl_real *real,
                                            cl_program handle,
                                            cl_uint device_count,
                                            const char *options,
                                            cl_uint header_count,
                                            const cl_program *headers,
                                            const char **names)
{
    struct netcl_program *program = netcl_program_find(handle);
    struct netcl_header *named;
    struct netcl_build *former;

    if (!program || program->is_from_binary)
        return NULL;
    named = name_headers(header_count, headers, names);
    former = replace(real, program, &program->compiled,
                     named ? new_build(program, options, named, header_count)
                           : NULL,
                     device_count);
    free(named);
    return former;
}

void netcl_program_compiled(cl_program handle, struct netcl_build *former,
                            bool is_refused)
{
    struct netcl_program *program = netcl_program_find(handle);

    if (!is_refused || !program || program->is_from_binary) {
        netcl_build_release(former);
    } else {
        netcl_build_release(program->compiled);
        program->compiled = former;
    }
    if (is_refused || !program || program->is_from_binary)
        return;
    netcl_build_release(program->build); /* it has no kernels any more */
    program->build = NULL;
}

void netcl_program_linked(cl_program handle, cl_context context,
                          struct netcl_parts *parts)
{
    struct netcl_program *program = add(handle, context);

    if (!program)
        return;
    take_parts(program, parts ? netcl_parts_retain(parts) : NULL);
    if (program->build)
        netcl_knowledge_prefetch(program->build);
}

struct netcl_build *netcl_program_kernel(const struct netcl_program *program,
                                         const char *name)
{
    if (program->build)
        return netcl_build_retain(program->build);
    return program->parts ? netcl_parts_find(program->parts, name) : NULL;
}

/* What its binaries are made from, which the caller releases; may be NULL. */
static struct netcl_parts *parts_of(const struct netcl_program *program)
{
    struct netcl_build *build =
        program->build ? program->build : program->compiled;
    struct netcl_parts *parts;

    if (program->parts)
        return netcl_parts_retain(program->parts);
    parts = build ? netcl_parts_new() : NULL;
    if (!parts || !netcl_parts_add(parts, build))
        return parts;
    netcl_parts_release(parts);
    return NULL;
}

/* Objects may yet be linked to a kernel that is known. */
static bool is_wanted(const struct netcl_program *program,
                      const struct netcl_parts *parts)
{
    bool is_known = program->compiled != NULL;
    size_t i;

    for (i = 0; !is_known && i < parts->count; i++)
        is_known = netcl_knowledge_has_kernel_of(parts->builds[i]);
    return is_known;
}

void netcl_program_binaries_read(const struct netcl_real *real,
                                 cl_program handle,
                                 unsigned char *const *binaries, size_t count)
{
    struct netcl_program *program = netcl_program_find(handle);
    struct netcl_parts *parts;
    size_t *sizes;
    bool to_disk;
    size_t i;

    if (!program || program->is_from_binary)
        return;
    parts = parts_of(program);
    sizes = calloc(count + 1, sizeof(*sizes));
    if (parts && sizes &&
        real->clGetProgramInfo(handle, CL_PROGRAM_BINARY_SIZES,
                               count * sizeof(*sizes), sizes,
                               NULL) == CL_SUCCESS) {
        to_disk = is_wanted(program, parts);
        for (i = 0; i < count; i++)
            if (binaries[i] && sizes[i])
                netcl_origin_remember(binaries[i], sizes[i], parts, to_disk);
    }
    free(sizes);
    netcl_parts_release(parts);
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
