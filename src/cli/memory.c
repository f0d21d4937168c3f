/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/memory.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cjson.h"
#include "base/diag.h"
#include "cli/cmd.h"

#define DATA_BYTES (1u << 20)

static atomic_bool is_borne, is_short;

/* What is open stays as it is: files get their names when they are whole. */
static void fail(void)
{
    atomic_store(&is_short, true);
    if (atomic_load(&is_borne))
        return;
    netcl_diag_error("out of memory (free some, and start again)");
    _exit(NETCL_EXIT_WRONG);
}

void netcl_memory_start(void)
{
    netcl_cjson_allocate_with(malloc, free);
}

void netcl_memory_bear(void)
{
    atomic_store(&is_borne, true);
}

void netcl_memory_settle(void)
{
    atomic_store(&is_borne, false);
    if (atomic_load(&is_short))
        fail();
}

/* ---- in the place of libc's ------------------------------------------------
 */

/* WRAP(type, name, parameters, arguments, what it returns when it fails, when
 * that is for want of memory) */
#define WRAP(type, name, parameters, arguments, failed, is_memory)             \
    type __real_##name parameters;                                             \
    type __wrap_##name parameters;                                             \
    type __wrap_##name parameters                                              \
    {                                                                          \
        type result = __real_##name arguments;                                 \
                                                                               \
        if (result == (failed) && (is_memory))                                 \
            fail();                                                            \
        return result;                                                         \
    }
#define IS_NONE (errno == ENOMEM)

static bool is_small(size_t count, size_t size)
{
    size_t bytes;

    return !__builtin_mul_overflow(count, size, &bytes) && bytes &&
           bytes < DATA_BYTES;
}

WRAP(void *, malloc, (size_t bytes), (bytes), NULL, is_small(bytes, 1))
WRAP(void *, calloc, (size_t count, size_t size), (count, size), NULL,
     is_small(count, size))
WRAP(void *, realloc, (void *before, size_t bytes), (before, bytes), NULL,
     is_small(bytes, 1))
WRAP(char *, strdup, (const char *text), (text), NULL, IS_NONE)
WRAP(char *, strndup, (const char *text, size_t most), (text, most), NULL,
     IS_NONE)
WRAP(char *, realpath, (const char *path, char *resolved), (path, resolved),
     NULL, IS_NONE)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL,
     IS_NONE)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL, IS_NONE)
WRAP(FILE *, open_memstream, (char **data, size_t *length), (data, length),
     NULL, IS_NONE)
WRAP(DIR *, opendir, (const char *path), (path), NULL, IS_NONE)
WRAP(int, scandir,
     (const char *path, struct dirent ***names,
      int (*filter)(const struct dirent *),
      int (*compare)(const struct dirent **, const struct dirent **)),
     (path, names, filter, compare), -1, IS_NONE)
WRAP(int, setenv, (const char *name, const char *value, int overwrite),
     (name, value, overwrite), -1, IS_NONE)
WRAP(int, glob,
     (const char *pattern, int flags, int (*failed)(const char *, int),
      glob_t *found),
     (pattern, flags, failed, found), GLOB_NOSPACE, true)
WRAP(ssize_t, getline, (char **line, size_t *capacity, FILE *file),
     (line, capacity, file), -1, IS_NONE && !feof(file))
WRAP(ssize_t, __getdelim, (char **line, size_t *capacity, int end, FILE *file),
     (line, capacity, end, file), -1, IS_NONE && !feof(file))
