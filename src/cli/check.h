/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check: every candidate of a kernel entry against its reference kernel, by
 * the same steps that the library takes in a program: shadows, two runs, a
 * comparison of every byte.
 *
 * One thread.
 */
#ifndef NETCL_CLI_CHECK_H
#define NETCL_CLI_CHECK_H

#include <stdbool.h>

#include "cli/sample.h"
#include "decide/decision.h"

enum netcl_outcome {
    NETCL_OUTCOME_EXACT,
    NETCL_OUTCOME_INEXACT, /* within the manifest's tolerance */
    NETCL_OUTCOME_DIFFERS,
    NETCL_OUTCOME_BUILD_FAILED,
    NETCL_OUTCOME_LAUNCH_FAILED,
    NETCL_OUTCOME_ILLEGAL, /* for these sizes or on this device */
    NETCL_OUTCOME_COUNT
};

/* One candidate. */
struct netcl_checked {
    const struct netcl_variant *variant;
    size_t index;
    enum netcl_outcome outcome;
    struct netcl_error error;
    double us; /* of its second run; 0: did not run */
};

/* One check line. */
struct netcl_check_line {
    double reference_us;
    bool is_unstable; /* the reference differs from itself */
};

/* Called for each candidate, in order. */
typedef void netcl_check_visit(void *context,
                               const struct netcl_check_line *line,
                               const struct netcl_checked *checked);

const char *netcl_outcome_name(enum netcl_outcome outcome);

/* Whether it is a fault of the variant. */
bool netcl_outcome_is_wrong(enum netcl_outcome outcome);

/*
 * Every candidate of the variant of this name, or of all (NULL). 0, or a
 * negative errno: the reference itself could not be run.
 */
int netcl_check_sample(struct netcl_sample *sample, const char *only,
                       struct netcl_check_line *line, netcl_check_visit *visit,
                       void *context);

#endif
