/* SPDX-License-Identifier: Apache-2.0 */
/*
 * logtime: which processes wrote the logs, when each decided what, and when
 * it launched what was decided.
 *
 * Processes are told apart by their start lines; a log of an older version
 * has none, then by their ids. Owned by the logbook.
 */
#ifndef NETCL_CLI_LOGTIME_H
#define NETCL_CLI_LOGTIME_H

#include "base/json.h"

struct netcl_logged_setting {
    char *variable;
    char *value;
};

/* A decision, when it was taken. */
struct netcl_logged_moment {
    char *time;
    char *kernel;
    char *key;
    char *choice;
    char *origin;
    double elapsed_ms; /* since its search began; 0: there was none */
    double tuning_ms;
    struct netcl_logged_moment *next;
};

/* A stretch of time in which a kernel's substitutes were launched. */
struct netcl_logged_spell {
    char *kernel;
    double from_ms; /* since the process began */
    double to_ms;
    unsigned long long launches;
    double device_ms; /* what they took by the medians */
};

struct netcl_logged_process {
    unsigned long long pid;
    char *start; /* time of its first line */
    char *end;   /* of its summary; NULL: it was killed, or still runs */
    char *program;
    char *version;
    struct netcl_logged_setting *settings;
    size_t setting_count;
    struct netcl_logged_moment *moments; /* in order */
    struct netcl_logged_moment *last_moment;
    struct netcl_logged_spell *spells; /* by kernel, then in order */
    size_t spell_count;
    struct netcl_logged_process *next;
};

/* Take a line into account, whatever its event. 0 or -ENOMEM. */
int netcl_logtime_add(struct netcl_logged_process **all, const char *event,
                      const struct netcl_json_at *line);

/* The program whose process wrote the line; NULL: not known. */
const char *netcl_logtime_program(struct netcl_logged_process *all,
                                  const struct netcl_json_at *line);

/* "2026-11-30T10:00:00.000Z" as milliseconds since 1970; 0: no such text. */
double netcl_logtime_ms(const char *text);

/* Accepts NULL. */
void netcl_logtime_free(struct netcl_logged_process *all);

#endif
