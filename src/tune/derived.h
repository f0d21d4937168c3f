/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derived: a recipe's kernel for one launch: text, range, arguments.
 *
 * The bridge between src/derive, which knows no OpenCL, and tune/bound. One
 * thread at a time inside the lane.
 */
#ifndef NETCL_TUNE_DERIVED_H
#define NETCL_TUNE_DERIVED_H

#include "derive/stage.h"
#include "tune/bound.h"
#include "tune/proposal.h"

/* What the stages want to know of a launch; it has site->derived. */
void netcl_derived_site(const struct netcl_proposal_site *site,
                        struct netcl_stage_site *out);

/* 0 or -EDOM. */
int netcl_derived_check(const struct netcl_recipe *recipe,
                        const struct netcl_proposal_site *site);

/* As netcl_bound_candidate(). */
int netcl_derived_bind(const struct netcl_recipe *recipe,
                       const struct netcl_proposal_site *site,
                       struct netcl_bound **out);

#endif
