/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offer: something that a launch may be replaced by, not built yet.
 *
 * One interface, two kinds: a combination of a manifest's variant, and a
 * recipe for a kernel that no manifest knows. A plain record that may be
 * copied; what it points at lives until the process ends. Any thread.
 */
#ifndef NETCL_TUNE_OFFER_H
#define NETCL_TUNE_OFFER_H

#include "derive/recipe.h"
#include "tune/bound.h"

struct netcl_offer_kind;

struct netcl_offer {
    const struct netcl_offer_kind *kind;
    const struct netcl_variant *variant; /* of a manifest, */
    size_t index;                        /* and its combination */
    struct netcl_recipe recipe;          /* derived */
};

/* The launch that it is for. */
struct netcl_offer_site {
    struct netcl_lane *lane;
    const char *options; /* the program's -cl- options */
    const struct netcl_kernel_entry *entry;
    int64_t *slots;
    const struct netcl_value *values; /* the arguments */
};

struct netcl_offer netcl_offer_of_variant(const struct netcl_variant *variant,
                                          size_t index);
struct netcl_offer netcl_offer_of_recipe(const struct netcl_recipe *recipe);

/* What the entry offers under this choice text. 0 or -ENOENT. */
int netcl_offer_find(const struct netcl_kernel_entry *entry,
                     const char *choice, struct netcl_offer *offer);

/* The caller frees it; NULL: no memory. */
char *netcl_offer_choice(const struct netcl_offer *offer);

/* Whether it would be legal, without building anything: 0 or -EDOM. */
int netcl_offer_check(const struct netcl_offer *offer,
                      const struct netcl_device *device,
                      const struct netcl_kernel_entry *entry, int64_t *slots);

/* Errors as netcl_bound_candidate(). Arguments are still to be set. */
int netcl_offer_bind(const struct netcl_offer *offer,
                     const struct netcl_offer_site *site,
                     struct netcl_bound **out);

#endif
