/* SPDX-License-Identifier: Apache-2.0 */
#include "track/origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uthash.h>

#include "base/config.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"

struct origin {
    uint64_t digest;
    struct netcl_build *build;
    UT_hash_handle hh;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct origin *origins;

/* <folder of the cache>/sources/<digest>.cl, which the caller frees. */
static char *path_of(uint64_t digest)
{
    char *cache = netcl_config_cache_path();
    char *slash = cache ? strrchr(cache, '/') : NULL;
    char *path = NULL;

    if (slash) {
        *slash = '\0';
        path = netcl_str_format("%s/sources/%016" PRIx64 ".cl", cache, digest);
    }
    free(cache);
    return path;
}

/* One comment line with the options, then the source as it was. */
#define HEADER "// netcl-tune source, options: "

static void save(uint64_t digest, const struct netcl_build *build)
{
    char *path = path_of(digest);
    struct netcl_str text = NETCL_STR_INIT;

    if (path && access(path, F_OK) && !strchr(build->options, '\n')) {
        netcl_str_printf(&text, HEADER "%s\n", build->options);
        netcl_str_append(&text, build->source);
        if (!text.failed)
            netcl_file_replace(path, text.text, text.length);
    }
    netcl_str_free(&text);
    free(path);
}

static struct netcl_build *parse(char *text)
{
    char *end = strchr(text, '\n');

    if (strncmp(text, HEADER, strlen(HEADER)) || !end)
        return NULL;
    *end = '\0';
    return netcl_build_new(end + 1, text + strlen(HEADER));
}

static struct netcl_build *load(uint64_t digest)
{
    char *path = path_of(digest);
    struct netcl_build *build = NULL;
    char *text = NULL;
    size_t length;

    if (path && !netcl_file_read_own(path, &text, &length))
        build = parse(text);
    free(text);
    free(path);
    return build;
}

static struct origin *add(uint64_t digest, struct netcl_build *build)
{
    struct origin *origin = calloc(1, sizeof(*origin));

    if (!origin)
        return NULL;
    origin->digest = digest;
    origin->build = netcl_build_retain(build);
    HASH_ADD(hh, origins, digest, sizeof(origin->digest), origin);
    return origin;
}

static uint64_t digest_of(const void *binary, size_t length)
{
    return netcl_hash_finish(
        netcl_hash_bytes(NETCL_HASH_INIT, binary, length));
}

void netcl_origin_remember(const void *binary, size_t length,
                           struct netcl_build *build, bool to_disk)
{
    uint64_t digest = digest_of(binary, length);
    struct origin *origin;

    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
    if (!origin)
        add(digest, build);
    pthread_mutex_unlock(&mutex);
    if (to_disk)
        save(digest, build);
}

struct netcl_build *netcl_origin_find(const void *binary, size_t length)
{
    uint64_t digest = digest_of(binary, length);
    struct netcl_build *build = NULL;
    struct origin *origin;

    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
    if (origin)
        build = netcl_build_retain(origin->build);
    pthread_mutex_unlock(&mutex);
    if (build)
        return build;
    build = load(digest);
    if (build) {
        pthread_mutex_lock(&mutex);
        HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
        if (!origin)
            add(digest, build);
        pthread_mutex_unlock(&mutex);
    }
    return build;
}
