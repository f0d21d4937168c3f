/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/proposal.h"

#include <errno.h>

#include "tune/derived.h"

struct netcl_proposal_kind {
    char *(*choice)(const struct netcl_proposal *proposal);
    int (*check)(const struct netcl_proposal *proposal,
                 const struct netcl_proposal_site *site);
    int (*bind)(const struct netcl_proposal *proposal,
                const struct netcl_proposal_site *site,
                struct netcl_bound **out);
};

/* ---- a manifest's variant ------------------------------------------------ */

static char *variant_choice(const struct netcl_proposal *proposal)
{
    return netcl_variant_choice(proposal->variant, proposal->index);
}

static int variant_check(const struct netcl_proposal *proposal,
                         const struct netcl_proposal_site *site)
{
    return netcl_bound_check(site->device, proposal->variant, proposal->index,
                             site->slots);
}

static int variant_bind(const struct netcl_proposal *proposal,
                        const struct netcl_proposal_site *site,
                        struct netcl_bound **out)
{
    return netcl_bound_candidate(site->lane, site->options, site->entry,
                                 proposal->variant, proposal->index,
                                 site->slots, out);
}

static const struct netcl_proposal_kind variant_kind = {
    variant_choice, variant_check, variant_bind};

struct netcl_proposal
netcl_proposal_of_variant(const struct netcl_variant *variant, size_t index)
{
    return (struct netcl_proposal){
        .kind = &variant_kind, .variant = variant, .index = index};
}

/* ---- derived ------------------------------------------------------------- */

static char *recipe_choice(const struct netcl_proposal *proposal)
{
    return netcl_recipe_write(&proposal->recipe);
}

static int recipe_check(const struct netcl_proposal *proposal,
                        const struct netcl_proposal_site *site)
{
    return netcl_derived_check(&proposal->recipe, site);
}

static int recipe_bind(const struct netcl_proposal *proposal,
                       const struct netcl_proposal_site *site,
                       struct netcl_bound **out)
{
    return netcl_derived_bind(&proposal->recipe, site, out);
}

static const struct netcl_proposal_kind recipe_kind = {
    recipe_choice, recipe_check, recipe_bind};

struct netcl_proposal
netcl_proposal_of_recipe(const struct netcl_recipe *recipe)
{
    return (struct netcl_proposal){.kind = &recipe_kind, .recipe = *recipe};
}

/* ---- both ---------------------------------------------------------------- */

struct netcl_proposal_site
netcl_proposal_site_of(const struct netcl_facts *facts)
{
    return (struct netcl_proposal_site){.device = facts->device,
                                        .entry = facts->entry,
                                        .derived = facts->derived,
                                        .slots = facts->slots};
}

int netcl_proposal_find(const struct netcl_proposal_site *site,
                        const char *choice, struct netcl_proposal *proposal)
{
    const struct netcl_variant *variant;
    struct netcl_recipe recipe;
    size_t index;

    if (!netcl_entry_find_choice(site->entry, choice, &variant, &index))
        *proposal = netcl_proposal_of_variant(variant, index);
    else if (site->derived &&
             netcl_subject_knows(site->derived->subject, choice, &recipe))
        *proposal = netcl_proposal_of_recipe(&recipe);
    else
        return -ENOENT;
    return 0;
}

char *netcl_proposal_choice(const struct netcl_proposal *proposal)
{
    return proposal->kind->choice(proposal);
}

int netcl_proposal_check(const struct netcl_proposal *proposal,
                         const struct netcl_proposal_site *site)
{
    return proposal->kind->check(proposal, site);
}

int netcl_proposal_bind(const struct netcl_proposal *proposal,
                        const struct netcl_proposal_site *site,
                        struct netcl_bound **out)
{
    return proposal->kind->bind(proposal, site, out);
}

bool netcl_proposal_is_derived(const struct netcl_proposal *proposal)
{
    return proposal->kind == &recipe_kind;
}

const struct netcl_family *
netcl_proposal_family(const struct netcl_proposal *proposal,
                      const struct netcl_proposal_site *site)
{
    return netcl_proposal_is_derived(proposal) ? &site->derived->family
                                               : site->entry->family;
}

bool netcl_proposal_has_literals(const struct netcl_proposal *proposal)
{
    return netcl_proposal_is_derived(proposal) && proposal->recipe.has_literals;
}
