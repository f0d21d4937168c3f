/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key: one (device, driver, kernel, shape) and what this process has decided
 * about it.
 *
 * Keys live until the process ends. Any thread may ask; one thread in the
 * whole process tunes at a time, because two would disturb each other's
 * times, and the others run the original meanwhile.
 */
#ifndef NETCL_LAUNCH_KEY_H
#define NETCL_LAUNCH_KEY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "decide/decision.h"
#include "launch/facts.h"

struct netcl_key {
    char *text;
    const char *label; /* the entry's name */
    /* Written once, before is_decided is set. */
    atomic_bool is_decided;
    char *choice;
    double original_us, chosen_us; /* 0 where nobody measured */
    /* Only for the thread that tunes. */
    char *hint; /* a choice of the cache that must prove itself first */
    struct netcl_tuning *tuning;
    unsigned postponed;  /* launches in a row whose queue did not drain */
    unsigned skip_until; /* of them, launches not to try at */
    atomic_uint asked;   /* launches that found it undecided */
};

/*
 * The key of this launch, with a decision from the cache or a pin rule where
 * there is one. NULL: no memory, or no shape.
 */
struct netcl_key *netcl_key_find(const struct netcl_facts *facts);

/*
 * Tune for as long as one launch may be held up; the key may be decided
 * afterwards, or not yet.
 */
void netcl_key_tune(struct netcl_key *key, const struct netcl_kernel *kernel,
                    const struct netcl_request *request,
                    const struct netcl_facts *facts);

#endif
