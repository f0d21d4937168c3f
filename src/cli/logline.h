/* SPDX-License-Identifier: Apache-2.0 */
/*
 * logline: the fields of one line of a decision log.
 *
 * What is absent or of another kind reads as nothing: NULL, 0, false. Texts
 * are the caller's. Any thread.
 */
#ifndef NETCL_CLI_LOGLINE_H
#define NETCL_CLI_LOGLINE_H

#include "base/json.h"
#include "decide/decision.h"
#include "decide/log.h"

char *netcl_logline_text(const struct netcl_json_at *line, const char *key);

/* A list, number or text as JSON without spaces. */
char *netcl_logline_compact(const struct netcl_json_at *line, const char *key);

double netcl_logline_real(const struct netcl_json_at *line, const char *key);
unsigned long long netcl_logline_count(const struct netcl_json_at *line,
                                       const char *key);

/* A decision line with its candidates. False: it is none. */
bool netcl_logline_decision(const struct netcl_json_at *line,
                            struct netcl_decision *decision);

/* Adds the counts of a summary line, or of one kernel in it. */
void netcl_logline_add_counts(struct netcl_summary_line *sum,
                              const struct netcl_json_at *line);

#endif
