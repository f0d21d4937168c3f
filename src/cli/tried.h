/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tried: what a search tried for one key, counted and compared.
 *
 * Plain records that point into the logbook. Any thread.
 */
#ifndef NETCL_CLI_TRIED_H
#define NETCL_CLI_TRIED_H

#include <stddef.h>

#include "cli/logbook.h"

struct netcl_tried {
    size_t count; /* candidates, without the original */
    size_t statuses[NETCL_STATUS_COUNT];
    const struct netcl_result *nearest; /* fastest that is not used; or NULL */
    const struct netcl_result *inexact; /* fastest of these; or NULL */
};

void netcl_tried_count(const struct netcl_logged_key *key,
                       struct netcl_tried *tried);

/* One way to derive a variant from the program's own kernel. */
struct netcl_change {
    const char *name;
    const char *meaning;
    size_t tried;      /* candidates that have it */
    double with_us;    /* the fastest of these; 0: none ran */
    double without_us; /* the fastest of the others, the original included */
};

#define NETCL_CHANGES_MOST 16

/* Every way that is known; returns their number, 0: nothing was derived. */
size_t netcl_tried_changes(const struct netcl_logged_key *key,
                           struct netcl_change changes[NETCL_CHANGES_MOST]);

#endif
