/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: when what was tuned and substituted, as the JSON that Perfetto and
 * chrome://tracing read.
 */
#ifndef NETCL_CLI_TRACE_H
#define NETCL_CLI_TRACE_H

#include <stdio.h>

#include "cli/logbook.h"

void netcl_trace_print(FILE *out, const struct netcl_logbook *book);

#endif
