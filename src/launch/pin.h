/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pin: choosing without measuring.
 *
 * Asked for by NETCL_TUNE_MODE=pinned for a process and by netcl_tune_pin()
 * for a part of one thread. With NETCL_TUNE_NUMERICS=pinned a rule that names
 * a variant goes before whatever the cache holds, so that the bits of a
 * result depend on the shape alone. Any thread.
 */
#ifndef NETCL_LAUNCH_PIN_H
#define NETCL_LAUNCH_PIN_H

#include "decide/cache.h"
#include "launch/facts.h"

/* Pins of this thread, which nest; one pop too many does nothing. */
void netcl_pin_push(void);
void netcl_pin_pop(void);

/* Whether launches of this thread may measure nothing. */
bool netcl_pin_is_on(void);

/*
 * The first rule of the manifest that is for this launch and whose choice is
 * legal for it. NULL: there is none.
 */
const struct netcl_pin *netcl_pin_rule(const struct netcl_facts *facts);

/*
 * Whether a remembered choice may be used under the numerics setting: where
 * results must repeat, an inexact one may not, whoever stored it.
 */
bool netcl_pin_admits(const struct netcl_cached *cached);

/*
 * What to take for `key`, which has no decision of its own: the rule's
 * choice, else that of the nearest remembered shape which is legal for this
 * launch, else the original. Fills in origin, choice, reason and evidence.
 */
void netcl_pin_choose(struct netcl_cache *cache, const char *key,
                      const struct netcl_facts *facts,
                      struct netcl_decision *decision);

#endif
