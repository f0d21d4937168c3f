/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decision: the record that the tuner, the cache and the log share.
 *
 * A choice is canonical JSON text without spaces: "original" with its quotes,
 * or ["tiled",128,64]. Plain records: whoever fills in a char * owns it,
 * netcl_decision_clear() frees all of them. One thread at a time.
 */
#ifndef NETCL_DECIDE_DECISION_H
#define NETCL_DECIDE_DECISION_H

#include <stdbool.h>
#include <stddef.h>

#define NETCL_CHOICE_ORIGINAL "\"original\""

enum netcl_origin {
    NETCL_ORIGIN_TUNED,
    NETCL_ORIGIN_CACHE,
    NETCL_ORIGIN_PINNED,
    NETCL_ORIGIN_SHARED
};

/* What became of a candidate; names in decision.c. */
enum netcl_status {
    NETCL_STATUS_UNTRIED, /* not written to the log */
    NETCL_STATUS_WON,
    NETCL_STATUS_LOST,
    NETCL_STATUS_SCREENED, /* far slower than the best after one sample */
    NETCL_STATUS_BUILD_FAILED,
    NETCL_STATUS_LAUNCH_FAILED,
    NETCL_STATUS_DIFFERS, /* wrong, or differs beyond the tolerance */
    NETCL_STATUS_ILLEGAL,
    NETCL_STATUS_CRASHED, /* a process did not survive it, see journal.h */
    NETCL_STATUS_INEXACT, /* right but for rounding; the mode wants exact */
    NETCL_STATUS_COUNT
};

/* Largest differences from the original's output; all 0 when exact. */
struct netcl_error {
    double max_abs;
    double max_rel; /* relative to the largest magnitude of the output */
    double max_ulp;
};

/* Samples behind a median: least, quartiles, most; all 0 for fewer than 2. */
struct netcl_spread {
    double least_us;
    double q1_us;
    double q3_us;
    double most_us;
};

/*
 * What a search has cost that never came to its end, in all processes so far,
 * and how often the key was launched meanwhile. All 0: nothing in vain.
 */
struct netcl_effort {
    char *digest; /* of the family that was searched */
    double held_ms;
    double launches;
};

struct netcl_result {
    char *choice;
    enum netcl_status status;
    double median_us;
    unsigned samples;
    struct netcl_spread spread;
    struct netcl_error error;
    bool is_other_data; /* it failed, or differed, on random reals alone */
};

struct netcl_decision {
    char *key; /* device|driver::kernel::shape */
    char *device;
    char *driver;
    char *kernel; /* label */
    char *family; /* NULL where no manifest matched */
    char *shape;  /* JSON array of integers */
    enum netcl_origin origin;
    char *choice;
    const char *reason; /* from reasons.def */
    char *digest;
    double speedup; /* original_us / chosen_us; 1 for the original */
    double original_us;
    double chosen_us;
    bool is_exact;
    struct netcl_error error;
    double tuning_ms;  /* launches were held up for so long by the search */
    double elapsed_ms; /* since the search began; 0: there was none */
    unsigned launches; /* trial launches spent */
    struct netcl_effort effort; /* for the cache: the search goes on later */
    struct netcl_result *candidates;
    size_t candidate_count;
};

const char *netcl_origin_name(enum netcl_origin origin);
const char *netcl_status_name(enum netcl_status status);

/* One phrase for people. */
const char *netcl_status_meaning(enum netcl_status status);

/* NULL is accepted. */
void netcl_decision_clear(struct netcl_decision *decision);

#endif
