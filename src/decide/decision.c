/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/decision.h"

#include <stdlib.h>
#include <string.h>

const char *netcl_origin_name(enum netcl_origin origin)
{
    static const char *const names[] = {"tuned", "cache", "pinned", "shared"};

    return names[origin];
}

const char *netcl_status_name(enum netcl_status status)
{
    static const char *const names[NETCL_STATUS_COUNT] = {
        [NETCL_STATUS_UNTRIED] = "untried",
        [NETCL_STATUS_WON] = "won",
        [NETCL_STATUS_LOST] = "lost",
        [NETCL_STATUS_SCREENED] = "screened",
        [NETCL_STATUS_BUILD_FAILED] = "build-failed",
        [NETCL_STATUS_LAUNCH_FAILED] = "launch-failed",
        [NETCL_STATUS_DIFFERS] = "differs",
        [NETCL_STATUS_ILLEGAL] = "illegal",
        [NETCL_STATUS_CRASHED] = "crashed",
        [NETCL_STATUS_INEXACT] = "inexact",
    };

    return names[status];
}

const char *netcl_status_meaning(enum netcl_status status)
{
    static const char *const meanings[NETCL_STATUS_COUNT] = {
        [NETCL_STATUS_UNTRIED] = "not tried",
        [NETCL_STATUS_WON] = "fastest: it is used",
        [NETCL_STATUS_LOST] = "right, but not the fastest",
        [NETCL_STATUS_SCREENED] =
            "right, but far slower than the best in its first run",
        [NETCL_STATUS_BUILD_FAILED] = "does not compile on this device",
        [NETCL_STATUS_LAUNCH_FAILED] = "the driver failed its launch",
        [NETCL_STATUS_DIFFERS] =
            "its output differs from the original's beyond the tolerance",
        [NETCL_STATUS_ILLEGAL] = "not legal for this launch on this device",
        [NETCL_STATUS_INEXACT] =
            "right but for rounding, and exact results are asked for",
    };

    return meanings[status];
}

void netcl_decision_clear(struct netcl_decision *decision)
{
    size_t i;

    if (!decision)
        return;
    for (i = 0; i < decision->candidate_count; i++)
        free(decision->candidates[i].choice);
    free(decision->candidates);
    free(decision->key);
    free(decision->device);
    free(decision->driver);
    free(decision->kernel);
    free(decision->family);
    free(decision->shape);
    free(decision->choice);
    free(decision->digest);
    free(decision->effort.digest);
    memset(decision, 0, sizeof(*decision));
}
