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
#include "launch/worth.h"

struct netcl_key {
    char *text;
    const char *label; /* the entry's name */
    char *digest;      /* what a decision of it rests on; NULL: no memory */
    /* Written before is_decided is set; a former one stays readable. */
    atomic_bool is_decided;
    _Atomic(char *) choice;
    bool is_exact;
    double original_us, chosen_us; /* 0 where nobody measured */
    bool is_pinned; /* without measuring: to be used from the first launch */
    /* What a pinned part of the program takes; under the table's lock. */
    char *pinned;
    atomic_uint revision; /* of the decision; plans of an old one are void */
    /* Launches to let pass before it is worth looking again; 0: look at each. */
    atomic_uint pause;
    /* Audits: launches substituted, and audits in a row without a result. */
    atomic_ullong substituted;
    atomic_uint vain_audits;
    /* Only for the thread that tunes. */
    char **former; /* choices before `choice` */
    size_t former_count;
    unsigned slow_audits; /* in a row */
    char *hint; /* a choice of the cache that must prove itself first */
    char *kept; /* choice that the cache has of an unfinished search */
    bool is_kept_confirmed;
    bool is_remembered; /* the cache has the decision */
    struct netcl_tuning *tuning;
    struct netcl_worth worth;
    unsigned vain_searches; /* on buffers that the launch left as they were */
    unsigned idle_looks; /* in a row, for builds that were not ready */
    unsigned postponed;  /* launches in a row whose queue did not drain */
    atomic_uint asked;   /* launches that found it undecided */
};

/*
 * The key of this launch, with a decision from the cache or a pin rule where
 * there is one. NULL: no memory, no shape, or there are too many already.
 */
struct netcl_key *netcl_key_find(const struct netcl_facts *facts);

/*
 * All keys there are; for whoever is in the tuner. False: they are in use just
 * now, and nobody was visited. `visit` must not call netcl_key_find().
 */
typedef void netcl_key_visit(void *context, struct netcl_key *key);
bool netcl_key_each(netcl_key_visit *visit, void *context);

/*
 * What a pinned launch takes while the key is undecided, which it remains.
 * NULL: no memory.
 */
const char *netcl_key_pin(struct netcl_key *key,
                          const struct netcl_facts *facts);

/* The fields that every decision of this key has; the caller clears it. */
void netcl_key_describe(const struct netcl_key *key,
                        const struct netcl_facts *facts,
                        struct netcl_decision *decision);

/* The decision holds from now on; publish also logs and counts it. */
void netcl_key_decide(struct netcl_key *key,
                      const struct netcl_decision *decision);
void netcl_key_publish(struct netcl_key *key,
                       struct netcl_decision *decision);

/*
 * For whoever is in the tuner. Quarantine: the original from now on, and nobody
 * is told otherwise by the cache. Doubt: the choice must prove itself again.
 */
void netcl_key_quarantine(struct netcl_key *key);
void netcl_key_doubt(struct netcl_key *key);

#endif
