/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_report: what `variants check` finds, told as it is found: a table
 * per kernel entry, or JSON.
 */
#ifndef NETCL_CLI_CHECK_REPORT_H
#define NETCL_CLI_CHECK_REPORT_H

#include "cli/check.h"
#include "cli/table.h"
#include "cli/writer.h"

struct netcl_check_report {
    bool is_json;
    bool is_whole; /* a row for each candidate, not for each variant */
    struct netcl_writer to;
    struct netcl_table *table;              /* of the present entry */
    size_t candidates[NETCL_OUTCOME_COUNT]; /* of all entries */
    size_t lines;
    size_t refused; /* lines that could not be run */
    /* Where we are. */
    const struct netcl_kernel_entry *entry;
    size_t line; /* from 1 */
    const struct netcl_variant *variant;
    size_t outcomes[NETCL_OUTCOME_COUNT]; /* of the variant in this line */
    struct netcl_checked best;            /* the fastest that is right */
    double reference_us;
};

void netcl_check_report_open(struct netcl_check_report *report,
                             const struct netcl_device *device);
void netcl_check_report_close(struct netcl_check_report *report);

void netcl_check_report_enter(struct netcl_check_report *report,
                              const struct netcl_kernel_entry *entry);
void netcl_check_report_leave(struct netcl_check_report *report);

/* The next check line begins, or is over. */
void netcl_check_report_begin(struct netcl_check_report *report);
void netcl_check_report_end(struct netcl_check_report *report,
                            const struct netcl_check_line *line);

/* The line was not run. */
void netcl_check_report_refuse(struct netcl_check_report *report,
                               const char *why);

/* A netcl_check_visit; `context` is the report. */
void netcl_check_report_visit(void *context,
                              const struct netcl_check_line *line,
                              const struct netcl_checked *checked);

/* How many candidates are wrong, and lines refused. */
size_t netcl_check_report_wrong(const struct netcl_check_report *report);

#endif
