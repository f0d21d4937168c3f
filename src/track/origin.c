/* SPDX-License-Identifier: Apache-2.0 */
#include "track/origin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/dict.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"
#include "track/parts.h"

struct origin {
    uint64_t digest;
    struct netcl_parts *parts;
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

/* For each part one comment line, then the source as it was. */
#define HEADER "// netcl-tune source, "

static void print_part(struct netcl_str *text, const struct netcl_build *build)
{
    if (strchr(build->options, '\n')) {
        text->failed = true;
        return;
    }
    netcl_str_printf(text, HEADER "%zu bytes, options: %s\n",
                     strlen(build->source), build->options);
    netcl_str_append(text, build->source);
    netcl_str_append_char(text, '\n');
}

static void save(uint64_t digest, const struct netcl_parts *parts)
{
    char *path = path_of(digest);
    struct netcl_str text = NETCL_STR_INIT;
    size_t i;

    if (path && access(path, F_OK)) {
        for (i = 0; i < parts->count; i++)
            print_part(&text, parts->builds[i]);
        if (!text.failed)
            netcl_file_replace(path, text.text, text.length);
    }
    netcl_str_free(&text);
    free(path);
}

/* Moves *at behind the part, whose texts it ends. NULL: not one of ours. */
static struct netcl_build *parse_part(char **at, char *end)
{
    static const char middle[] = " bytes, options: ";
    char *source = memchr(*at, '\n', (size_t)(end - *at));
    char *options;
    size_t bytes;

    if (!source || strncmp(*at, HEADER, strlen(HEADER)))
        return NULL;
    *source++ = '\0';
    bytes = strtoul(*at + strlen(HEADER), &options, 10);
    if (strncmp(options, middle, strlen(middle)) ||
        bytes >= (size_t)(end - source))
        return NULL;
    source[bytes] = '\0';
    *at = source + bytes + 1;
    return netcl_build_new(source, options + strlen(middle));
}

static struct netcl_parts *parse(char *text, size_t length)
{
    struct netcl_parts *parts = netcl_parts_new();
    char *at = text, *end = text + length;
    struct netcl_build *build;
    int err = 0;

    while (parts && !err && at < end) {
        build = parse_part(&at, end);
        err = build ? netcl_parts_add(parts, build) : -EINVAL;
        netcl_build_release(build);
    }
    if (!err)
        return parts;
    netcl_parts_release(parts);
    return NULL;
}

static struct netcl_parts *load(uint64_t digest)
{
    char *path = path_of(digest);
    struct netcl_parts *parts = NULL;
    char *text = NULL;
    size_t length;

    if (path && !netcl_file_read_own(path, &text, &length))
        parts = parse(text, length);
    free(text);
    free(path);
    return parts;
}

static void add(uint64_t digest, struct netcl_parts *parts)
{
    struct origin *origin = calloc(1, sizeof(*origin));

    if (!origin)
        return;
    origin->digest = digest;
    origin->parts = netcl_parts_retain(parts);
    HASH_ADD(hh, origins, digest, sizeof(origin->digest), origin);
    if (!origin->hh.tbl) {
        netcl_parts_release(origin->parts);
        free(origin);
    }
}

static uint64_t digest_of(const void *binary, size_t length)
{
    return netcl_hash_finish(netcl_hash_bytes(NETCL_HASH_INIT, binary, length));
}

void netcl_origin_remember(const void *binary, size_t length,
                           struct netcl_parts *parts, bool to_disk)
{
    uint64_t digest = digest_of(binary, length);
    struct origin *origin;

    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
    if (!origin)
        add(digest, parts);
    pthread_mutex_unlock(&mutex);
    if (to_disk)
        save(digest, parts);
}

struct netcl_parts *netcl_origin_find(const void *binary, size_t length)
{
    uint64_t digest = digest_of(binary, length);
    struct netcl_parts *parts = NULL;
    struct origin *origin;

    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
    if (origin)
        parts = netcl_parts_retain(origin->parts);
    pthread_mutex_unlock(&mutex);
    if (parts)
        return parts;
    parts = load(digest);
    if (parts) {
        pthread_mutex_lock(&mutex);
        HASH_FIND(hh, origins, &digest, sizeof(digest), origin);
        if (!origin)
            add(digest, parts);
        pthread_mutex_unlock(&mutex);
    }
    return parts;
}
