/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/health.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "cli/library.h"
#include "decide/cache.h"

/* ---- library and loaders
 * -------------------------------------------------------- */

static void take_library(struct netcl_health *health, const char *given)
{
    health->library = netcl_library_find(given);
    health->library_state = NETCL_PROBED_ABSENT;
    if (health->library)
        health->library_state =
            netcl_probe_library(health->library, health->library_text);
}

/* Two names of one file are one loader. */
static bool is_known(const struct netcl_health *health, const char *path)
{
    size_t i;

    for (i = 0; i < health->loader_count; i++)
        if (!strcmp(health->loaders[i].text, path))
            return true;
    return false;
}

static void take_loaders(struct netcl_health *health)
{
    const char *library = health->library ? health->library : "/none";
    const char *const *name = netcl_opencl_names;
    struct netcl_health_loader *loader;

    for (; *name && health->loader_count < NETCL_HEALTH_LOADERS_MOST; name++) {
        loader = &health->loaders[health->loader_count];
        loader->name = *name;
        loader->state = netcl_probe_loader(*name, library, loader->text);
        if (loader->state != NETCL_PROBED_ABSENT &&
            !is_known(health, loader->text))
            health->loader_count++;
    }
}

/* ---- the cache
 * -------------------------------------------------------------------- */

/*
 * The file is replaced as a whole, so its folder must be writable; where
 * there is none, the nearest one above it, in which it will be made.
 */
static bool can_be_written(const char *path)
{
    char *folder = strdup(path);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    bool can = false;

    for (; slash && !can; slash = strrchr(folder, '/')) {
        *slash = '\0';
        can = !access(*folder ? folder : "/", W_OK);
        if (!can && errno != ENOENT)
            break;
    }
    free(folder);
    return can;
}

static void judge_cache(struct netcl_health *health)
{
    const char *path = health->cache_path;
    int trust;

    if (!path) {
        health->cache_state = "there is no home folder: nothing is kept";
        return;
    }
    trust = netcl_file_check_trust(path);
    if (trust == -EPERM)
        health->cache_state = "others may write it, so it is not read";
    else if (!access(path, F_OK) && access(path, R_OK))
        health->cache_state = "cannot be read";
    else if (!can_be_written(path))
        health->cache_state = "cannot be written";
    else
        health->is_cache_fine = true;
    if (health->is_cache_fine)
        health->cache_state = "fine";
}

static bool count_key(void *context, const char *key, const char *value,
                      enum netcl_origin origin)
{
    struct netcl_health *health = context;

    (void)key;
    (void)value;
    if (origin == NETCL_ORIGIN_SHARED)
        health->shared_keys++;
    else
        health->cache_keys++;
    return true;
}

static void take_cache(struct netcl_health *health)
{
    struct netcl_cache *cache;

    health->cache_path = netcl_config_cache_path();
    judge_cache(health);
    if (netcl_cache_open(health->cache_path, netcl_config()->shared_cache,
                         &cache))
        return;
    netcl_cache_each(cache, count_key, health);
    netcl_cache_close(cache);
}

/* ---- all
 * -----------------------------------------------------------------------------
 */

void netcl_health_take(struct netcl_health *health, const char *library,
                       const char *program)
{
    memset(health, 0, sizeof(*health));
    netcl_config();
    take_library(health, library);
    take_loaders(health);
    health->program_name = program;
    if (program)
        netcl_program_take(&health->program, program, health->library);
    take_cache(health);
    netcl_families_open(&health->families);
    health->has_opencl = !netcl_opencl_open(&health->opencl);
}

void netcl_health_clear(struct netcl_health *health)
{
    free(health->library);
    free(health->cache_path);
    netcl_program_clear(&health->program);
    netcl_families_close(&health->families);
    netcl_opencl_close(&health->opencl);
}

bool netcl_health_is_good(const struct netcl_health *health)
{
    if (health->program_name && !netcl_program_is_reached(&health->program))
        return false;
    return health->library_state == NETCL_PROBED_FINE && health->has_opencl &&
           health->opencl.place_count && health->is_cache_fine &&
           health->families.count && !health->families.broken;
}
