/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/knowledge.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/dict.h"
#include "base/str.h"
#include "decide/journal.h"
#include "tune/binaries.h"

struct tally {
    struct netcl_summary_line line; /* line.kernel is ours */
    struct netcl_spells spells;
    UT_hash_handle hh;
};

static struct netcl_registry *registry;
static struct netcl_cache *cache;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct tally *tallies;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_ullong spent_ns;

static void open_all(void)
{
    char *path = netcl_config_cache_path();

    netcl_registry_open(netcl_config()->variants, NETCL_VARIANTS_FOLDER,
                        &registry);
    netcl_cache_open(path, netcl_config()->shared_cache, &cache);
    netcl_journal_open(path);
    free(path);
}

const struct netcl_registry *netcl_knowledge_registry(void)
{
    pthread_once(&once, open_all);
    return registry;
}

struct netcl_cache *netcl_knowledge_cache(void)
{
    pthread_once(&once, open_all);
    return cache;
}

bool netcl_knowledge_has_kernel_of(struct netcl_build *build)
{
    const struct netcl_registry *all = netcl_knowledge_registry();
    struct netcl_match match;
    struct netcl_unit *unit;
    size_t i;

    if (netcl_config()->derive) /* or as good as known: need not be read */
        return strstr(build->source, "kernel") != NULL;
    if (!all || netcl_build_unit(build, &unit))
        return false;
    for (i = 0; i < netcl_unit_kernel_count(unit); i++)
        if (!netcl_registry_find(all, unit, netcl_unit_kernel_name(unit, i),
                                 &match, NULL))
            return true;
    return false;
}

/* Under the label that a kernel has which no manifest knows. */
static void prefetch_derived(const struct netcl_unit *unit, const char *name)
{
    uint64_t fingerprint;
    char digits[17], *label;

    if (!netcl_config()->derive ||
        netcl_slice_fingerprint(unit, name, NULL, 0, NULL, &fingerprint))
        return;
    snprintf(digits, sizeof(digits), "%016" PRIx64, fingerprint);
    label = netcl_str_format("%s@%.8s", name, digits);
    if (label)
        netcl_binaries_prefetch(label);
    free(label);
}

void netcl_knowledge_prefetch(struct netcl_build *build)
{
    const struct netcl_registry *all;
    struct netcl_match match;
    struct netcl_unit *unit;
    const char *name;
    size_t i;

    if (!netcl_binaries_exist()) /* then the source need not be read yet */
        return;
    all = netcl_knowledge_registry();
    if (!all || netcl_build_unit(build, &unit))
        return;
    for (i = 0; i < netcl_unit_kernel_count(unit); i++) {
        name = netcl_unit_kernel_name(unit, i);
        if (!netcl_registry_find(all, unit, name, &match, NULL))
            netcl_binaries_prefetch(match.entry->name);
        else
            prefetch_derived(unit, name);
    }
}

static void add_line(struct netcl_summary_line *to,
                     const struct netcl_summary_line *more)
{
    to->launches += more->launches;
    to->substituted += more->substituted;
    to->keys_tuned += more->keys_tuned;
    to->keys_cached += more->keys_cached;
    to->tuning_ms += more->tuning_ms;
    to->saved_ms += more->saved_ms;
    to->audits += more->audits;
}

static void add_spells(struct netcl_spells *to, const struct netcl_spells *more)
{
    size_t i;

    for (i = 0; more && i < more->count; i++)
        netcl_spells_add(to, &more->all[i]);
}

static struct tally *tally_of(const char *label)
{
    struct tally *tally;

    HASH_FIND_STR(tallies, label, tally);
    if (tally)
        return tally;
    tally = calloc(1, sizeof(*tally));
    if (!tally)
        return NULL;
    tally->line.kernel = strdup(label);
    tally->line.spells = &tally->spells;
    if (tally->line.kernel)
        HASH_ADD_KEYPTR(hh, tallies, tally->line.kernel, strlen(label), tally);
    if (tally->hh.tbl)
        return tally;
    free((char *)tally->line.kernel);
    free(tally);
    return NULL;
}

void netcl_knowledge_count(const char *label,
                           const struct netcl_summary_line *more)
{
    struct tally *tally;

    pthread_mutex_lock(&mutex);
    tally = tally_of(label);
    if (tally) {
        add_line(&tally->line, more);
        add_spells(&tally->spells, more->spells);
    }
    pthread_mutex_unlock(&mutex);
}

void netcl_knowledge_write_summary(void)
{
    struct netcl_summary summary;
    struct netcl_summary_line *lines;
    struct tally *tally, *next;

    if (!netcl_log_is_open())
        return;
    memset(&summary, 0, sizeof(summary));
    pthread_mutex_lock(&mutex);
    lines = calloc(HASH_COUNT(tallies) + 1, sizeof(*lines));
    HASH_ITER(hh, tallies, tally, next)
    {
        add_line(&summary.total, &tally->line);
        if (lines)
            lines[summary.kernel_count++] = tally->line;
    }
    summary.kernels = lines;
    netcl_log_summary(&summary);
    pthread_mutex_unlock(&mutex);
    free(lines);
}

uint64_t netcl_knowledge_budget_left(void)
{
    uint64_t budget = (uint64_t)netcl_config()->budget_s * 1000000000u;
    uint64_t spent = atomic_load(&spent_ns);

    return spent < budget ? budget - spent : 0;
}

void netcl_knowledge_spend(uint64_t ns)
{
    atomic_fetch_add(&spent_ns, ns);
}
