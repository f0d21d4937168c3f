/* SPDX-License-Identifier: Apache-2.0 */
/* report: a logbook as tables for people, and as JSON. */
#ifndef NETCL_CLI_REPORT_H
#define NETCL_CLI_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/logbook.h"

/* Everything: keys by time saved, what was left alone and why, totals. */
void netcl_report_print(FILE *out, struct netcl_logbook *book);

void netcl_report_print_json(FILE *out, struct netcl_logbook *book);

/* Each device that something was decided for: a line. */
void netcl_report_print_devices(FILE *out, const struct netcl_logbook *book);

/* Processes, launches, time saved and spent: one line. */
void netcl_report_print_total(FILE *out, const struct netcl_logbook *book);

bool netcl_report_is_original(const struct netcl_decision *decision);

/* By time saved; the printing functions do it themselves. */
void netcl_report_sort(struct netcl_logbook *book);

/* What one run gained and cost; `log`: where more is told, or NULL. */
void netcl_report_print_short(FILE *out, struct netcl_logbook *book,
                              const char *log);

#endif
