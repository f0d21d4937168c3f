/* SPDX-License-Identifier: Apache-2.0 */
/*
 * health: what works here: loaders, devices, cache, variants.
 *
 * Gathered once; the record owns what is in it.
 */
#ifndef NETCL_CLI_HEALTH_H
#define NETCL_CLI_HEALTH_H

#include <stdbool.h>

#include "cli/families.h"
#include "cli/opencl.h"
#include "cli/probe.h"
#include "cli/program.h"

#define NETCL_HEALTH_LOADERS_MOST 4

struct netcl_health {
    char *library; /* NULL: not found */
    enum netcl_probed library_state;
    char library_text[NETCL_PROBE_TEXT_BYTES];
    struct netcl_health_loader {
        const char *name; /* that programs ask for */
        enum netcl_probed state;
        char text[NETCL_PROBE_TEXT_BYTES]; /* its path, or what went wrong */
    } loaders[NETCL_HEALTH_LOADERS_MOST];
    size_t loader_count;
    const char *program_name; /* NULL: none was asked about */
    struct netcl_program program;
    bool has_opencl;
    struct netcl_opencl opencl;
    char *cache_path;        /* NULL: nowhere */
    const char *cache_state; /* "fine", or what is wrong */
    bool is_cache_fine;
    size_t cache_keys;
    size_t shared_keys;
    struct netcl_families families;
};

/* `library`: as --library says, or NULL; `program`: to be asked about, or NULL. */
void netcl_health_take(struct netcl_health *health, const char *library,
                       const char *program);
void netcl_health_clear(struct netcl_health *health);

/* Whether there is something that the user must mend. */
bool netcl_health_is_good(const struct netcl_health *health);

#endif
