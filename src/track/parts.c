/* SPDX-License-Identifier: Apache-2.0 */
#include "track/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "match/link.h"

/* Guards every `merged`: kernels are made rarely. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct netcl_parts *netcl_parts_new(void)
{
    struct netcl_parts *parts = calloc(1, sizeof(*parts));

    if (parts)
        atomic_init(&parts->references, 1);
    return parts;
}

int netcl_parts_add(struct netcl_parts *parts, struct netcl_build *build)
{
    struct netcl_build **builds = realloc(
        parts->builds, (parts->count + 1) * sizeof(struct netcl_build *));

    if (!builds)
        return -ENOMEM;
    parts->builds = builds;
    parts->builds[parts->count++] = netcl_build_retain(build);
    return 0;
}

static int add_program(struct netcl_parts *parts,
                       const struct netcl_program *program)
{
    size_t i;
    int err = 0;

    if (program && program->compiled)
        return netcl_parts_add(parts, program->compiled);
    if (!program || !program->parts)
        return -ENOENT;
    for (i = 0; !err && i < program->parts->count; i++)
        err = netcl_parts_add(parts, program->parts->builds[i]);
    return err;
}

/* Whether linking with these options leaves the code as it was compiled. */
static bool are_neutral(const char *options)
{
    static const char *const words[] = {"-create-library",
                                        "-enable-link-options"};
    size_t i, length;

    while (options && *(options += strspn(options, " \t\n"))) {
        length = strcspn(options, " \t\n");
        for (i = 0; i < 2; i++)
            if (length == strlen(words[i]) &&
                !strncmp(options, words[i], length))
                break;
        if (i == 2)
            return false;
        options += length;
    }
    return true;
}

struct netcl_parts *netcl_parts_gather(const char *options, cl_uint count,
                                       const cl_program *inputs)
{
    struct netcl_parts *parts =
        inputs && are_neutral(options) ? netcl_parts_new() : NULL;
    cl_uint i;
    int err = 0;

    for (i = 0; parts && !err && i < count; i++)
        err = add_program(parts, netcl_program_find(inputs[i]));
    if (!err)
        return parts;
    netcl_parts_release(parts);
    return NULL;
}

struct netcl_parts *netcl_parts_retain(struct netcl_parts *parts)
{
    atomic_fetch_add(&parts->references, 1);
    return parts;
}

void netcl_parts_release(struct netcl_parts *parts)
{
    size_t i;

    if (!parts || atomic_fetch_sub(&parts->references, 1) != 1)
        return;
    for (i = 0; i < parts->count; i++)
        netcl_build_release(parts->builds[i]);
    netcl_build_release(parts->merged);
    free(parts->builds);
    free(parts);
}

/* Each part's own, or NULL: one cannot be read. */
static struct netcl_unit **read_units(const struct netcl_parts *parts)
{
    struct netcl_unit **units = calloc(parts->count, sizeof(*units));
    size_t i;

    for (i = 0; units && i < parts->count; i++)
        if (netcl_build_unit(parts->builds[i], &units[i])) {
            free(units);
            units = NULL;
        }
    return units;
}

static bool have_same_options(const struct netcl_parts *parts)
{
    size_t i;

    for (i = 1; i < parts->count; i++)
        if (strcmp(parts->builds[i]->options, parts->builds[0]->options))
            return false;
    return true;
}

static struct netcl_build *merge(const struct netcl_parts *parts,
                                 struct netcl_unit *const *units)
{
    struct netcl_str text = NETCL_STR_INIT;
    struct netcl_build *build = NULL;
    size_t i;

    if (!have_same_options(parts) || !netcl_link_may_merge(units, parts->count))
        return NULL;
    for (i = 0; i < parts->count; i++)
        netcl_str_printf(&text, "%s\n", parts->builds[i]->source);
    if (!text.failed)
        build = netcl_build_new(text.text, parts->builds[0]->options);
    netcl_str_free(&text);
    return build;
}

static struct netcl_build *merged_of(struct netcl_parts *parts,
                                     struct netcl_unit *const *units)
{
    struct netcl_build *build;

    pthread_mutex_lock(&mutex);
    if (!parts->merged)
        parts->merged = merge(parts, units);
    build = parts->merged ? netcl_build_retain(parts->merged) : NULL;
    pthread_mutex_unlock(&mutex);
    return build;
}

static struct netcl_build *find_in(struct netcl_parts *parts,
                                   struct netcl_unit *const *units,
                                   const char *kernel)
{
    size_t index;

    if (netcl_link_find(units, parts->count, kernel, &index))
        return NULL;
    if (netcl_link_is_alone(units, parts->count, index))
        return netcl_build_retain(parts->builds[index]);
    return merged_of(parts, units);
}

struct netcl_build *netcl_parts_find(struct netcl_parts *parts,
                                     const char *kernel)
{
    struct netcl_build *build;
    struct netcl_unit **units;

    if (!parts->count)
        return NULL;
    if (parts->count == 1)
        return netcl_build_retain(parts->builds[0]);
    units = read_units(parts);
    build = units ? find_in(parts, units, kernel) : NULL;
    free(units);
    return build;
}
