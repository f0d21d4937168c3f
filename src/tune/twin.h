/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twin: a shadow beside another one, for the same launch on other data.
 *
 * What the launch reads as reals is random (tune/random.h) in it, all else is as
 * in its model, whose pristine copies stay as they are. What a trial writes is
 * the model's own: a run on the one spoils what a run on the other left. Owned
 * as the model is, and closed before it, with netcl_shadow_close().
 */
#ifndef NETCL_TUNE_TWIN_H
#define NETCL_TUNE_TWIN_H

#include "tune/shadow.h"

/* Whether it holds reals that the launch reads. */
bool netcl_twin_is_random(const struct netcl_region *region);

/*
 * 0; -ENOTSUP: there are images, or what is a real for one argument is
 * something else for another; -E2BIG: more than the device has to spare;
 * -ENOMEM; -EIO. The lane has its random kernel. Waits for the copies.
 */
int netcl_twin_open(const struct netcl_shadow *model,
                    struct netcl_shadow **out);

#endif
