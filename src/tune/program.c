/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/program.h"

#include <errno.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/dict.h"
#include "base/hash.h"
#include "cl/own.h"
#include "tune/binaries.h"
#include "tune/builder.h"

struct netcl_own_program {
    uint64_t digest;
    cl_program handle; /* NULL: see `error` */
    int error;         /* -ENOEXEC: it does not build; or as the builder has it */
    void *binary;      /* until it is kept, or the lane closes; may be NULL */
    size_t bytes;
    UT_hash_handle hh;
};

/* ---- the table ---------------------------------------------------------- */

static uint64_t digest_of(const struct netcl_lane *lane,
                          const struct netcl_program_text *text)
{
    uint64_t state = netcl_hash_text(NETCL_HASH_INIT, lane->device->name);

    state = netcl_hash_text(state, lane->device->driver);
    state = netcl_hash_text(state, text->source);
    return netcl_hash_finish(netcl_hash_text(state, text->options));
}

static struct netcl_own_program *find(struct netcl_lane *lane, uint64_t digest)
{
    struct netcl_own_program *own;

    pthread_mutex_lock(&lane->mutex);
    HASH_FIND(hh, lane->programs, &digest, sizeof(digest), own);
    pthread_mutex_unlock(&lane->mutex);
    return own;
}

static void free_own(struct netcl_lane *lane, struct netcl_own_program *own)
{
    if (own->handle)
        netcl_own_release_program(lane->real, own->handle);
    free(own->binary);
    free(own);
}

/*
 * Takes `fresh`. Two threads that build the same: the later one's goes. NULL:
 * there is no memory for it.
 */
static struct netcl_own_program *add(struct netcl_lane *lane,
                                     struct netcl_own_program *fresh)
{
    struct netcl_own_program *own;
    bool is_added = false;

    pthread_mutex_lock(&lane->mutex);
    HASH_FIND(hh, lane->programs, &fresh->digest, sizeof(fresh->digest), own);
    if (!own) {
        HASH_ADD(hh, lane->programs, digest, sizeof(fresh->digest), fresh);
        is_added = fresh->hh.tbl != NULL;
    }
    pthread_mutex_unlock(&lane->mutex);
    if (is_added)
        return fresh;
    free_own(lane, fresh);
    return own;
}

void netcl_program_close_all(struct netcl_lane *lane)
{
    struct netcl_own_program *own, *next;

    HASH_ITER(hh, lane->programs, own, next)
    {
        HASH_DEL(lane->programs, own); /* NOLINT: .clang-tidy */
        free_own(lane, own);
    }
}

/* ---- the driver --------------------------------------------------------- */

static void note_log(struct netcl_lane *lane, cl_program program)
{
    char log[512] = "";

    lane->real->clGetProgramBuildInfo(program, lane->device->handle,
                                      CL_PROGRAM_BUILD_LOG, sizeof(log) - 1,
                                      log, NULL);
    netcl_diag_note("a variant does not build: %s", log);
}

/* NULL: it does not build. Takes as long as the compiler takes. */
static cl_program compile(struct netcl_lane *lane,
                          const struct netcl_program_text *text)
{
    const struct netcl_real *real = lane->real;
    cl_program program;
    cl_int err;

    program = netcl_own_source(real, lane->context, text->source, &err);
    if (err != CL_SUCCESS)
        return NULL;
    err = real->clBuildProgram(program, 1, &lane->device->handle,
                               text->options, NULL, NULL);
    if (err == CL_SUCCESS)
        return program;
    note_log(lane, program);
    netcl_own_release_program(real, program);
    return NULL;
}

/* NULL: the driver does not take it. */
static cl_program load(struct netcl_lane *lane, const void *binary,
                       size_t bytes, const char *options)
{
    const struct netcl_real *real = lane->real;
    cl_program program;
    cl_int err;

    program = netcl_own_binary(real, lane->context, lane->device->handle,
                               binary, bytes, &err);
    if (err != CL_SUCCESS)
        return NULL;
    if (real->clBuildProgram(program, 1, &lane->device->handle, options, NULL,
                             NULL) == CL_SUCCESS)
        return program;
    netcl_own_release_program(real, program);
    return NULL;
}

/* ---- getting one -------------------------------------------------------- */

/* From disk or from the compile process, into `own`. */
static int fetch(struct netcl_lane *lane,
                 const struct netcl_program_text *text,
                 struct netcl_own_program *own)
{
    struct netcl_builder_job job = {lane->real,     lane->device,
                                    text->options,  text->source,
                                    text->launches, own->digest};
    int err;

    if (text->label && !netcl_binaries_load(text->label, own->digest,
                                            &own->binary, &own->bytes)) {
        own->handle = load(lane, own->binary, own->bytes, text->options);
        if (own->handle)
            return 0;
        free(own->binary);
        own->binary = NULL;
    }
    err = netcl_builder_ask(&job, &own->binary, &own->bytes);
    if (!err)
        own->handle = load(lane, own->binary, own->bytes, text->options);
    if (err == -ENOSYS || (!err && !own->handle))
        own->handle = compile(lane, text);
    own->error = err == -ENOTRECOVERABLE ? err : -ENOEXEC;
    return err == -EAGAIN ? err : 0;
}

int netcl_program_build(struct netcl_lane *lane,
                        const struct netcl_program_text *text,
                        cl_program *program, uint64_t *digest)
{
    uint64_t own_digest = digest_of(lane, text);
    struct netcl_own_program *own = find(lane, own_digest), *fresh;

    if (!own) {
        fresh = calloc(1, sizeof(*fresh));
        if (!fresh)
            return -ENOMEM;
        fresh->digest = own_digest;
        if (fetch(lane, text, fresh) == -EAGAIN) {
            free(fresh);
            return -EAGAIN;
        }
        own = add(lane, fresh);
        if (!own)
            return -ENOMEM;
    }
    if (!own->handle)
        return own->error;
    *program = own->handle;
    if (digest)
        *digest = own_digest;
    return 0;
}

void netcl_program_keep(struct netcl_lane *lane, uint64_t digest,
                        const char *label)
{
    struct netcl_own_program *own = find(lane, digest);
    void *binary = NULL;

    if (!own)
        return;
    pthread_mutex_lock(&lane->mutex);
    binary = own->binary;
    own->binary = NULL;
    pthread_mutex_unlock(&lane->mutex);
    if (binary)
        netcl_binaries_save(label, digest, binary, own->bytes);
    free(binary);
}
