/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values: the arguments of one launch as they were, for a search that goes on
 * when the program has set others. Samplers among them are our own, made
 * alike: the program may release its own meanwhile.
 *
 * Owned by one search; made and freed inside its lane.
 */
#ifndef NETCL_TUNE_VALUES_H
#define NETCL_TUNE_VALUES_H

#include "match/family.h"
#include "track/track.h"
#include "tune/workspace.h"

/* One for each of the entry's arguments. 0, -ENOMEM or -EIO. */
int netcl_values_copy(struct netcl_lane *lane,
                      const struct netcl_kernel_entry *entry,
                      const struct netcl_value *from, struct netcl_value **out);

/* Accepts NULL. */
void netcl_values_free(struct netcl_lane *lane,
                       const struct netcl_kernel_entry *entry,
                       struct netcl_value *values);

#endif
