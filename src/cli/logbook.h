/* SPDX-License-Identifier: Apache-2.0 */
/*
 * logbook: what decision logs say, gathered per key and per kernel.
 *
 * Logs of many runs and processes may be read into one book. A line that
 * cannot be read (a process died while it wrote) is named on stderr and
 * counted; the rest goes on. The book owns everything in it.
 */
#ifndef NETCL_CLI_LOGBOOK_H
#define NETCL_CLI_LOGBOOK_H

#include <stddef.h>

#include "base/dict.h"
#include "cli/logtime.h"
#include "cli/unmatched.h"
#include "decide/cache.h"
#include "decide/decision.h"
#include "decide/log.h"

/* One key: the decision taken last. */
struct netcl_logged_key {
    struct netcl_decision last;   /* without digest and candidates */
    struct netcl_decision search; /* only the candidates, when last measured */
    char *time;
    unsigned decisions; /* in how many processes it was taken */
    double tuning_ms;   /* of all of them */
    double inexact_us;  /* the fastest inexact candidate; 0: none */
    UT_hash_handle hh;
};

struct netcl_logged_kernel {
    struct netcl_summary_line sum; /* sum.kernel is owned */
    struct netcl_logged_key *keys; /* uthash by key, in order */
    UT_hash_handle hh;
};

struct netcl_logged_skip {
    char *kernel;
    char *fingerprint;
    char *reason;
    struct netcl_logged_skip *next;
};

struct netcl_logbook {
    struct netcl_logged_kernel *kernels;    /* uthash by label, in order */
    struct netcl_logged_skip *skips;        /* each once */
    struct netcl_unmatched *unmatched;      /* in order, each once */
    struct netcl_logged_source *sources;    /* of these */
    struct netcl_logged_process *processes; /* in order */
    char **paths;                           /* of the logs; ends with NULL */
    size_t path_count;
    struct netcl_summary_line total; /* of all summary lines */
    unsigned summaries;              /* processes that ended in order */
    unsigned torn;                   /* lines that could not be read */
    double tuning_ms;                /* of all decisions, summary or not */
};

/*
 * Read a log from byte `offset` on. 0, or a negative errno (reported): the
 * file cannot be read.
 */
int netcl_logbook_read(struct netcl_logbook *book, const char *path,
                       long offset);

/*
 * Takes the decision over, as the last one of its key. NULL: no memory. The
 * key belongs to the book.
 */
struct netcl_logged_key *netcl_logbook_add(struct netcl_logbook *book,
                                           struct netcl_decision *decision);

/* What a cache remembers under `key`; keys of other forms are passed over. */
void netcl_logbook_add_cached(struct netcl_logbook *book, const char *key,
                              const struct netcl_cached *cached);

/* Frees what is in it. */
void netcl_logbook_clear(struct netcl_logbook *book);

#endif
