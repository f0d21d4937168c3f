/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/judge.h"

#include <errno.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "decide/journal.h"

/* Longer than so many times the original, and this, nothing right takes. */
#define ENDLESS 4
#define ENDLESS_NS (5000 * NETCL_MS)

enum netcl_status netcl_judge(struct netcl_hunt *hunt,
                              struct netcl_candidate *candidate,
                              struct netcl_shadow *shadow)
{
    struct netcl_proposal_site site = netcl_hunt_site(hunt);
    struct netcl_error error;
    int err = netcl_shadow_error(shadow, &error);

    hunt->is_short |= err == -ENOMEM;
    if (err)
        return err == -EDOM ? NETCL_STATUS_DIFFERS : NETCL_STATUS_LAUNCH_FAILED;
    candidate->is_exact = false;
    if (error.max_abs > candidate->error.max_abs)
        candidate->error = error;
    if (!netcl_family_tolerates(
            netcl_proposal_family(&candidate->proposal, &site), error.max_rel,
            error.max_abs))
        return NETCL_STATUS_DIFFERS;
    return netcl_config()->numerics == NETCL_NUMERICS_TOLERANT
               ? NETCL_STATUS_UNTRIED
               : NETCL_STATUS_INEXACT;
}

uint64_t netcl_judge_limit_ns(const struct netcl_hunt *hunt)
{
    struct netcl_select_stats original;

    netcl_select_get_stats(hunt->select, 0, &original);
    return ENDLESS_NS + (uint64_t)(ENDLESS * 1e3 * original.median_us);
}

void netcl_judge_lose(struct netcl_hunt *hunt, const char *choice)
{
    netcl_journal_condemn();
    netcl_lane_lose(hunt->lane);
    netcl_diag_error("%s of %s does not come to an end: it is not tried "
                     "again, and nothing else in this process (netcl-tune "
                     "variants check says whether it ends alone)",
                     choice, hunt->entry->name);
}
