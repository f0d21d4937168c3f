/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unmatched: kernels in a log that no manifest knows, and their sources.
 *
 * Owned by the logbook; each kernel and each source is there once.
 */
#ifndef NETCL_CLI_UNMATCHED_H
#define NETCL_CLI_UNMATCHED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

struct netcl_unmatched_arg {
    char *name;
    char *type;   /* canonical: "float*", "local float*", "int" */
    char *access; /* of buffers; else NULL */
    bool has_value;
    long long value;             /* integers */
    unsigned long long elements; /* buffers; 0: not known */
    unsigned long long bytes;    /* local memory, buffers */
};

struct netcl_unmatched {
    char *kernel; /* label */
    char *function;
    char *fingerprint;
    char *options;
    char *source; /* digest */
    char *program;
    struct netcl_unmatched_arg *args;
    size_t arg_count;
    long long global[3], local[3];
    unsigned dimensions;
    bool has_local;
    struct netcl_unmatched *next;
};

struct netcl_logged_source {
    char *digest;
    char *text;
    struct netcl_logged_source *next;
};

/* A `kernel` line; `program`: who wrote it, or NULL. 0 or a negative errno. */
int netcl_unmatched_add(struct netcl_unmatched **all, const char *program,
                        const struct netcl_json_at *line);

/* A `source` line. */
int netcl_unmatched_add_source(struct netcl_logged_source **all,
                               const struct netcl_json_at *line);

/* The text, or NULL: it is not in the log. */
const char *netcl_unmatched_text(const struct netcl_logged_source *all,
                                 const char *digest);

/* Both accept NULL. */
void netcl_unmatched_free(struct netcl_unmatched *all);
void netcl_unmatched_free_sources(struct netcl_logged_source *all);

#endif
