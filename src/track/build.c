/* SPDX-License-Identifier: Apache-2.0 */
#include "track/build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/slice.h"

struct netcl_build *netcl_build_new(const char *source, const char *options)
{
    struct netcl_build *build = calloc(1, sizeof(*build));

    if (!build)
        return NULL;
    atomic_init(&build->references, 1);
    pthread_mutex_init(&build->mutex, NULL);
    build->source = strdup(source);
    build->options = strdup(options ? options : "");
    build->unit_error = 1;
    if (!build->source || !build->options) {
        netcl_build_release(build);
        return NULL;
    }
    return build;
}

struct netcl_build *netcl_build_retain(struct netcl_build *build)
{
    atomic_fetch_add(&build->references, 1);
    return build;
}

void netcl_build_release(struct netcl_build *build)
{
    if (!build || atomic_fetch_sub(&build->references, 1) != 1)
        return;
    netcl_unit_close(build->unit);
    pthread_mutex_destroy(&build->mutex);
    free(build->source);
    free(build->options);
    free(build);
}

static int read_unit(struct netcl_build *build)
{
    size_t length = strlen(build->source);

    return length > NETCL_BUILD_READ_MAX
               ? -EFBIG
               : netcl_unit_open(build->source, length, build->options,
                                 &build->unit);
}

int netcl_build_unit(struct netcl_build *build, struct netcl_unit **unit)
{
    int err;

    pthread_mutex_lock(&build->mutex);
    if (build->unit_error == 1)
        build->unit_error = read_unit(build);
    err = build->unit_error;
    pthread_mutex_unlock(&build->mutex);
    if (!err)
        *unit = build->unit;
    return err;
}
