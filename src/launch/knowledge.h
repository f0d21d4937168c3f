/* SPDX-License-Identifier: Apache-2.0 */
/*
 * knowledge: what the process knows: the families, the remembered decisions,
 * and what has been launched so far.
 *
 * Opened at the first need and kept until the process ends. Any thread.
 */
#ifndef NETCL_LAUNCH_KNOWLEDGE_H
#define NETCL_LAUNCH_KNOWLEDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "decide/cache.h"
#include "decide/log.h"
#include "match/registry.h"
#include "track/build.h"

const struct netcl_registry *netcl_knowledge_registry(void);
struct netcl_cache *netcl_knowledge_cache(void);

/* Whether any kernel of this build is one that a manifest knows. */
bool netcl_knowledge_has_kernel_of(struct netcl_build *build);

/* It is being built: have the winners of its kernels read from the disk. */
void netcl_knowledge_prefetch(struct netcl_build *build);

/* Add to the summary's line for this kernel label. */
void netcl_knowledge_count(const char *label,
                           const struct netcl_summary_line *more);

/* Write the summary line; after it nothing more is written. */
void netcl_knowledge_write_summary(void);

/* ---- the process's budget for tuning ---- */

/* Nanoseconds that may still be spent. */
uint64_t netcl_knowledge_budget_left(void);
void netcl_knowledge_spend(uint64_t ns);

#endif
