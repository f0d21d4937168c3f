/* SPDX-License-Identifier: Apache-2.0 */
/*
 * part: how much of a launch a search runs, where the manifest bounds it.
 *
 * Belongs to its facts; reading it is for any thread.
 */
#ifndef NETCL_LAUNCH_PART_H
#define NETCL_LAUNCH_PART_H

#include "launch/facts.h"

/*
 * Sets facts->part. Where the part would not be a launch that the entry knows,
 * a search runs the whole. false: no memory.
 */
bool netcl_part_find(struct netcl_facts *facts);

/* The values that a search sees, and what its decision is remembered by. */
const int64_t *netcl_part_slots(const struct netcl_facts *facts);

/* The request of the part; `global` is its range, to outlive it. */
struct netcl_request netcl_part_request(const struct netcl_facts *facts,
                                        const struct netcl_request *request,
                                        size_t global[3]);

/* The arguments of the part, in place of those of the launch. */
void netcl_part_set_values(const struct netcl_facts *facts,
                           struct netcl_value *values);

#endif
