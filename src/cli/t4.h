/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t4: what was measured, in the auto-tuning interchange format T4: one result
 * for each candidate of each search. Times are microseconds.
 */
#ifndef NETCL_CLI_T4_H
#define NETCL_CLI_T4_H

#include <stdio.h>

#include "cli/families.h"
#include "cli/logbook.h"

/* The one device that the logs are of; NULL: there are several, or none. */
const char *netcl_t4_device(const struct netcl_logbook *book);

/* `families` tell how the values of a choice are called. */
void netcl_t4_print(FILE *out, const struct netcl_logbook *book,
                    const struct netcl_families *families);

#endif
