/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proposal: something that a launch may be replaced by, not built yet.
 *
 * One interface, two kinds: a combination of a manifest's variant, and a
 * recipe, which makes a variant from the kernel itself. A plain record that
 * may be copied; what it points at lives until the process ends. Any thread.
 */
#ifndef NETCL_TUNE_PROPOSAL_H
#define NETCL_TUNE_PROPOSAL_H

#include "derive/recipe.h"
#include "derive/subject.h"
#include "launch/facts.h"
#include "tune/bound.h"

struct netcl_proposal_kind;

struct netcl_proposal {
    const struct netcl_proposal_kind *kind;
    const struct netcl_variant *variant; /* of a manifest, */
    size_t index;                        /* and its combination */
    struct netcl_recipe recipe;          /* derived */
};

/* The launch that it is for. */
struct netcl_proposal_site {
    const struct netcl_device *device;
    const struct netcl_kernel_entry *entry;
    const struct netcl_subject_entry *derived; /* NULL: manifests only */
    int64_t *slots;
    /* Where it is bound. */
    struct netcl_lane *lane;
    const char *options;              /* the program's -cl- options */
    const struct netcl_value *values; /* the arguments */
};

/* Without what binding needs. */
struct netcl_proposal_site
netcl_proposal_site_of(const struct netcl_facts *facts);

struct netcl_proposal
netcl_proposal_of_variant(const struct netcl_variant *variant, size_t index);
struct netcl_proposal
netcl_proposal_of_recipe(const struct netcl_recipe *recipe);

/* What is offered there under this choice text. 0 or -ENOENT. */
int netcl_proposal_find(const struct netcl_proposal_site *site,
                        const char *choice, struct netcl_proposal *proposal);

/* The caller frees it; NULL: no memory. */
char *netcl_proposal_choice(const struct netcl_proposal *proposal);

/* Whether it would be legal, without building anything: 0 or -EDOM. */
int netcl_proposal_check(const struct netcl_proposal *proposal,
                         const struct netcl_proposal_site *site);

/* Errors as netcl_bound_candidate(). Arguments are still to be set. */
int netcl_proposal_bind(const struct netcl_proposal *proposal,
                        const struct netcl_proposal_site *site,
                        struct netcl_bound **out);

/* Whether it is made from the kernel itself. */
bool netcl_proposal_is_derived(const struct netcl_proposal *proposal);

/* The family that says how far off its results may be. */
const struct netcl_family *
netcl_proposal_family(const struct netcl_proposal *proposal,
                      const struct netcl_proposal_site *site);

/* Whether its text holds scalars' values, so that it is for these alone. */
bool netcl_proposal_has_literals(const struct netcl_proposal *proposal);

#endif
