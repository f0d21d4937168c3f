/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/offer.h"

#include <errno.h>

#include "derive/subject.h"
#include "tune/derived.h"

struct netcl_offer_kind {
    char *(*choice)(const struct netcl_offer *offer);
    int (*check)(const struct netcl_offer *offer,
                 const struct netcl_device *device,
                 const struct netcl_kernel_entry *entry, int64_t *slots);
    int (*bind)(const struct netcl_offer *offer,
                const struct netcl_offer_site *site, struct netcl_bound **out);
};

/* ---- a manifest's variant ------------------------------------------------ */

static char *variant_choice(const struct netcl_offer *offer)
{
    return netcl_variant_choice(offer->variant, offer->index);
}

static int variant_check(const struct netcl_offer *offer,
                         const struct netcl_device *device,
                         const struct netcl_kernel_entry *entry,
                         int64_t *slots)
{
    (void)entry;
    return netcl_bound_check(device, offer->variant, offer->index, slots);
}

static int variant_bind(const struct netcl_offer *offer,
                        const struct netcl_offer_site *site,
                        struct netcl_bound **out)
{
    return netcl_bound_candidate(site->lane, site->options, site->entry,
                                 offer->variant, offer->index, site->slots,
                                 out);
}

static const struct netcl_offer_kind variant_kind = {
    variant_choice, variant_check, variant_bind};

struct netcl_offer netcl_offer_of_variant(const struct netcl_variant *variant,
                                          size_t index)
{
    return (struct netcl_offer){
        .kind = &variant_kind, .variant = variant, .index = index};
}

/* ---- derived ---------------------------------------------------------------- */

static char *recipe_choice(const struct netcl_offer *offer)
{
    return netcl_recipe_write(&offer->recipe);
}

static int recipe_check(const struct netcl_offer *offer,
                        const struct netcl_device *device,
                        const struct netcl_kernel_entry *entry,
                        int64_t *slots)
{
    return netcl_derived_check(&offer->recipe, device, entry, slots);
}

static int recipe_bind(const struct netcl_offer *offer,
                       const struct netcl_offer_site *site,
                       struct netcl_bound **out)
{
    return netcl_derived_bind(&offer->recipe, site, out);
}

static const struct netcl_offer_kind recipe_kind = {
    recipe_choice, recipe_check, recipe_bind};

struct netcl_offer netcl_offer_of_recipe(const struct netcl_recipe *recipe)
{
    return (struct netcl_offer){.kind = &recipe_kind, .recipe = *recipe};
}

/* ---- both ------------------------------------------------------------------- */

int netcl_offer_find(const struct netcl_kernel_entry *entry,
                     const char *choice, struct netcl_offer *offer)
{
    const struct netcl_variant *variant;
    struct netcl_recipe recipe;
    size_t index;

    if (entry->derived) {
        if (!netcl_subject_knows(entry->derived->subject, choice, &recipe))
            return -ENOENT;
        *offer = netcl_offer_of_recipe(&recipe);
        return 0;
    }
    if (netcl_entry_find_choice(entry, choice, &variant, &index))
        return -ENOENT;
    *offer = netcl_offer_of_variant(variant, index);
    return 0;
}

char *netcl_offer_choice(const struct netcl_offer *offer)
{
    return offer->kind->choice(offer);
}

int netcl_offer_check(const struct netcl_offer *offer,
                      const struct netcl_device *device,
                      const struct netcl_kernel_entry *entry, int64_t *slots)
{
    return offer->kind->check(offer, device, entry, slots);
}

int netcl_offer_bind(const struct netcl_offer *offer,
                     const struct netcl_offer_site *site,
                     struct netcl_bound **out)
{
    return offer->kind->bind(offer, site, out);
}
