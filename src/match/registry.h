/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registry: every kernel family found in the variants folders.
 *
 * Read-only after netcl_registry_open(), so any thread may search it without
 * a lock. Families it hands out live exactly as long as the registry.
 */
#ifndef NETCL_MATCH_REGISTRY_H
#define NETCL_MATCH_REGISTRY_H

#include "match/family.h"
#include "match/slice.h"

struct netcl_registry;

/* A kernel entry that knows a kernel. */
struct netcl_match {
    const struct netcl_kernel_entry *entry;
    uint64_t fingerprint; /* that matched: with the entry's tunables masked */
    int64_t tunables[NETCL_TUNABLES_MAX]; /* values, as entry->tunables */
};

/*
 * Read every family below the folders of a colon-separated list; an empty
 * element stands for `installed` (NULL: nothing). NULL or "" as the list:
 * `installed` alone. The first of two families of a name counts. What is
 * broken is reported and left out; an absent installed folder is no error.
 * Returns 0, also when no family was found, or -ENOMEM.
 */
int netcl_registry_open(const char *folders, const char *installed,
                        struct netcl_registry **out);

/* Accepts NULL. */
void netcl_registry_close(struct netcl_registry *registry);

/* Families in the order of their names. */
size_t netcl_registry_count(const struct netcl_registry *registry);
const struct netcl_family *
netcl_registry_family(const struct netcl_registry *registry, size_t index);

/* Reported errors that cost a family, an entry or a variant. */
size_t netcl_registry_broken(const struct netcl_registry *registry);

/* The kernel entry of a logical name, or NULL. */
const struct netcl_kernel_entry *
netcl_registry_entry(const struct netcl_registry *registry, const char *name);

/*
 * The entry that knows kernel `function` of the unit. Otherwise a negative
 * errno, and *why (if not NULL) is a phrase for people, a constant:
 * -ENOENT: nobody knows it; -EBADMSG: known, but the arguments are not as the
 * manifest says; -ENOTSUP: known, but the argument list cannot be read;
 * -ENODATA: no such function in the source; -ENOMEM.
 */
int netcl_registry_find(const struct netcl_registry *registry,
                        const struct netcl_unit *unit, const char *function,
                        struct netcl_match *match, const char **why);

#endif
