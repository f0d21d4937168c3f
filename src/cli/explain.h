/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain: why a kernel is as fast as it is, for people and as JSON.
 *
 * Borrows everything; plain functions, one thread.
 */
#ifndef NETCL_CLI_EXPLAIN_H
#define NETCL_CLI_EXPLAIN_H

#include <stdio.h>

#include "cli/families.h"
#include "cli/logbook.h"

struct netcl_explain {
    struct netcl_logbook *book;
    const struct netcl_families *families; /* to say what a family does */
    const char *part; /* only kernels with this in their label; NULL: all */
};

/* How many kernels it had something to say of. */
size_t netcl_explain_print(FILE *out, const struct netcl_explain *explain);
size_t netcl_explain_print_json(FILE *out, const struct netcl_explain *explain);

/* Whether this kernel is asked for. */
bool netcl_explain_wants(const struct netcl_explain *explain,
                         const char *kernel);

/* The manifest's entry of this label, or NULL. */
const struct netcl_kernel_entry *
netcl_explain_entry(const struct netcl_explain *explain, const char *kernel);

/* Why the key went as it did; NETCL_REASON_COUNT: not recorded. */
enum netcl_reason netcl_explain_reason(const struct netcl_logged_key *key);

/*
 * What would help this key, as one phrase: a faster inexact candidate, or
 * the reason's advice. NULL: nothing needs to be done.
 */
const char *netcl_explain_advice(const struct netcl_logged_key *key);

/* Launched, but neither decided nor refused. */
bool netcl_explain_is_undecided(const struct netcl_explain *explain,
                                const struct netcl_logged_kernel *kernel);

#endif
