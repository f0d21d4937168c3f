/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: the decision log, JSON Lines, for the whole process.
 *
 * Each line is one write() to a file opened for appending, so processes may
 * share it. Nothing is buffered: a process that dies has lost no line but
 * the summary. Without netcl_log_open() all calls do nothing. Any thread.
 */
#ifndef NETCL_DECIDE_LOG_H
#define NETCL_DECIDE_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "decide/decision.h"
#include "decide/reason.h"
#include "decide/spells.h"

/* What became of the launches of one kernel, or of all. */
struct netcl_summary_line {
    const char *kernel; /* label; unused in the total */
    unsigned long long launches;
    unsigned long long substituted;
    unsigned long long keys_tuned;
    unsigned long long keys_cached;
    double tuning_ms; /* launches were held up for so long */
    double saved_ms;  /* from medians; negative when tuned in vain */
    unsigned long long audits; /* launches compared with the original */
    const struct netcl_spells *spells; /* of the substituted; NULL: none */
};

/*
 * Substituted launches after which what was spent has come back, at what each
 * has saved so far; 0: nothing was spent. False: nothing is saved.
 */
bool netcl_summary_break_even(const struct netcl_summary_line *line,
                              double *launches);

struct netcl_summary {
    struct netcl_summary_line total;
    const struct netcl_summary_line *kernels;
    size_t kernel_count;
};

/* An audit that found something. Texts are the caller's. */
struct netcl_log_audit {
    const char *key;
    const char *kernel; /* label */
    const char *choice;
    const char *result; /* "differs" or "slower" */
    double original_us;
    double chosen_us;
    struct netcl_error error;
};

/*
 * "stderr", or the path of a file to append to; NULL or "": no log. A file
 * that cannot be opened is named on stderr, and there is no log.
 */
void netcl_log_open(const char *target);

/* Closes the file and forgets which skips were written. */
void netcl_log_close(void);

bool netcl_log_is_open(void);

/* Who writes, with which settings: a process's first line. */
void netcl_log_write_start(void);

void netcl_log_decision(const struct netcl_decision *decision);

void netcl_log_write_audit(const struct netcl_log_audit *audit);

/* A kernel that no manifest knows. Texts are the caller's. */
struct netcl_log_kernel {
    const char *kernel;   /* label */
    const char *function;
    const char *fingerprint;
    const char *options;
    const char *args;     /* JSON */
    const char *global;   /* JSON, of the first launch */
    const char *local;    /* JSON; null where the program passes NULL */
    const char *source;   /* digest of `text` */
    const char *text;     /* the program's source */
};

/* Once per kernel, its source once. One that is very long is left out. */
void netcl_log_write_kernel(const struct netcl_log_kernel *kernel);

/* One line per kernel and reason; a repetition is dropped. */
void netcl_log_skip(const char *kernel, const char *fingerprint,
                    enum netcl_reason reason);

void netcl_log_summary(const struct netcl_summary *summary);

#endif
