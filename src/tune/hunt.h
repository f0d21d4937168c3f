/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hunt: the inside of a tuning: its candidates and how far each has come.
 *
 * Private to tuning.c (which makes steps) and hunt.c (which holds the data).
 */
#ifndef NETCL_TUNE_HUNT_H
#define NETCL_TUNE_HUNT_H

#include "decide/select.h"
#include "tune/tuning.h"
#include "tune/bound.h"
#include "tune/shadow.h"

struct netcl_candidate {
    const struct netcl_variant *variant;
    size_t index; /* of the variant's combinations */
    char *choice;
    struct netcl_bound *bound; /* NULL: not built yet, or done with */
    unsigned runs;             /* verified so far */
    size_t number;             /* in the selector; 0: not in it */
    bool is_exact;
    enum netcl_status status;
    double us; /* of its second run */
    struct netcl_error error;
};

struct netcl_hunt {
    struct netcl_lane *lane;
    const struct netcl_kernel_entry *entry;
    char *options; /* the program's -cl- options */
    int64_t *slots;
    struct netcl_value *values; /* arguments as they were */
    size_t value_count;
    cl_mem *views; /* per argument: its shadow, or NULL */
    struct netcl_shadow *shadow;
    struct netcl_bound *original;
    unsigned original_runs;
    double first_us; /* of the first of them, which warms up */
    bool is_unstable; /* the original differs from itself */
    struct netcl_select *select;
    struct netcl_candidate *candidates;
    size_t candidate_count;
    size_t next;       /* first candidate not yet verified */
    bool is_complete;  /* the selector has been told that all are in */
    size_t *by_number; /* selector's number -> candidate */
    uint64_t spent_ns;
    unsigned launches;
};

/*
 * 0, or -E2BIG, -ENOMEM, -EIO, -ENOEXEC (the original does not build), -EAGAIN
 * (it is being built).
 */
int netcl_hunt_open(struct netcl_lane *lane, const struct netcl_kernel *kernel,
                    const struct netcl_request *request,
                    const struct netcl_facts *facts, const char *only,
                    struct netcl_hunt **out);

/* Accepts NULL. */
void netcl_hunt_close(struct netcl_hunt *hunt);

/* Everything the log wants to know. */
void netcl_hunt_report(const struct netcl_hunt *hunt,
                       struct netcl_decision *decision);

#endif
