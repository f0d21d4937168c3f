/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subject: a kernel that no manifest knows, in the terms of a manifest.
 *
 * One per kernel name, fingerprint and build options, for the life of the
 * process: kernels that are made again find it again. It has a private family
 * and kernel entry, so that facts, keys, plans and shadows work as for a
 * manifest's. Which scalars belong to the key changes when one turns out to
 * change at every launch; each such set has an entry of its own, and entries
 * are never changed. Any thread.
 */
#ifndef NETCL_DERIVE_SUBJECT_H
#define NETCL_DERIVE_SUBJECT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "derive/license.h"
#include "derive/recipe.h"
#include "match/family.h"

#define NETCL_SUBJECT_ARGS_MAX 60 /* bits of `dropped`; one is for sizes */

#define NETCL_SUBJECT_SEEN 2   /* values an argument may have in one range */
#define NETCL_SUBJECT_RANGES 3 /* ranges before they are put in classes */

/*
 * Grows when other texts come out of the same recipe, or when more is asked of
 * what is chosen: what was chosen before is a hint then.
 */
#define NETCL_SUBJECT_VERSION 4

struct netcl_subject {
    char *label;   /* name@8hex */
    char *kernel;  /* its name in the source */
    char *source;  /* first seen; others of the fingerprint mean the same */
    char *options; /* all of the build's */
    struct netcl_unit *unit; /* shared with the build; NULL where error */
    struct netcl_license license;
    int error; /* why it is left alone: as netcl_license_open() */
    uint64_t fingerprint;
    _Atomic(struct netcl_subject_entry *) current; /* NULL where error */
    /* What has been seen of its launches; see launch/pace.h. */
    atomic_ullong launches; /* while undecided */
    atomic_ullong total_ns; /* of the timed ones */
    atomic_uint timed;
    atomic_ullong spent_ns;   /* in searches */
    atomic_flag is_looked_at; /* guards what follows */
    uint64_t range;           /* of the last launch */
    uint64_t ranges[NETCL_SUBJECT_RANGES];
    unsigned range_count;
    struct netcl_subject_seen {
        uint64_t values[NETCL_SUBJECT_SEEN];
        unsigned count;
    } seen[NETCL_SUBJECT_ARGS_MAX];
};

/* The entry for one set of scalars that do not count. */
struct netcl_subject_entry {
    struct netcl_family family;
    struct netcl_kernel_entry entry;
    struct netcl_subject *subject;
    uint64_t dropped; /* bit per argument */
    bool is_any_size; /* sizes change too: pow2 classes */
    struct netcl_subject_entry *previous;
};

/*
 * The subject of kernel `name` of this source, which was read as `unit`. NULL:
 * no memory, or too many kernels. Its `error` says whether anything can be
 * derived at all.
 */
struct netcl_subject *netcl_subject_find(struct netcl_unit *unit,
                                         const char *source,
                                         const char *options, const char *name,
                                         uint64_t fingerprint);

/* From now on these arguments count no more; the new entry, or NULL. */
const struct netcl_subject_entry *
netcl_subject_drop(struct netcl_subject *subject, uint64_t dropped,
                   bool is_any_size);

/* The entry of today. */
const struct netcl_subject_entry *
netcl_subject_now(const struct netcl_subject *subject);

/* Whether the value of an argument belongs to the key, or to the text. */
bool netcl_subject_counts(const struct netcl_subject_entry *entry, size_t arg);

/* Which of an entry's arguments are literals where a recipe has any. */
bool netcl_subject_is_literal(const struct netcl_subject_entry *entry,
                              size_t arg);

/* Whether the choice is one that this entry's launches may have. */
bool netcl_subject_knows(const struct netcl_subject *subject,
                         const char *choice, struct netcl_recipe *recipe);

#endif
