/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hunt: the inside of a tuning: its candidates and how far each has come.
 *
 * Private to tuning.c (which makes steps), hunt.c (which holds the data) and
 * probe.c (which has other data).
 */
#ifndef NETCL_TUNE_HUNT_H
#define NETCL_TUNE_HUNT_H

#include "decide/select.h"
#include "tune/tuning.h"
#include "tune/bound.h"
#include "tune/proposal.h"
#include "tune/shadow.h"

struct netcl_probe;

struct netcl_candidate {
    struct netcl_proposal proposal;
    char *choice;
    struct netcl_bound *bound; /* NULL: not built yet, or done with */
    unsigned runs;             /* verified so far */
    size_t number;             /* in the selector; 0: not in it */
    bool is_exact;
    bool is_probed; /* on other data too; see tune/probe.h */
    bool fails_probe;
    enum netcl_status status;
    double us; /* the least of its verified runs */
    struct netcl_error error;
};

struct netcl_hunt {
    struct netcl_lane *lane;
    const struct netcl_kernel_entry *entry;
    const struct netcl_subject_entry *derived; /* as facts->derived */
    char *options; /* the program's -cl- options */
    int64_t *slots; /* of what it runs */
    int64_t *whole; /* of the whole launch, where that is more; or NULL */
    struct netcl_value *values; /* arguments as they were */
    cl_mem *views; /* per argument: its shadow, or NULL */
    struct netcl_shadow *shadow;
    bool may_probe;
    struct netcl_probe *probe; /* NULL: not needed yet */
    struct netcl_bound *original;
    unsigned original_runs;
    double original_us; /* the least so far */
    bool is_doubted;  /* a candidate differs: does the original itself? */
    bool is_unstable; /* the original differs from itself */
    bool is_vain;     /* it changes nothing, so that nothing can be checked */
    bool is_short;    /* of memory: not all were tried that could be */
    bool is_plain; /* it shows no rounding, and nothing else would; see plain.h */
    struct netcl_select *select;
    struct netcl_candidate *candidates;
    size_t candidate_count;
    size_t next;       /* first candidate not yet verified */
    unsigned stage;    /* of derived candidates; enum netcl_stage */
    bool is_complete;  /* the selector has been told that all are in */
    size_t *by_number; /* selector's number -> candidate */
    uint64_t opened_ns; /* base/clock.h */
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

/* Where its candidates are to run. */
struct netcl_proposal_site netcl_hunt_site(const struct netcl_hunt *hunt);

/*
 * Derived candidates of the next stage, made from the best so far; false:
 * there are no more.
 */
bool netcl_hunt_extend(struct netcl_hunt *hunt);

/* What the fastest takes that is right, as far as is known. */
double netcl_hunt_best_us(const struct netcl_hunt *hunt);

/* Accepts NULL. */
void netcl_hunt_close(struct netcl_hunt *hunt);

/* Everything the log wants to know. */
void netcl_hunt_report(const struct netcl_hunt *hunt,
                       struct netcl_decision *decision);

#endif
