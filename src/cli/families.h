/* SPDX-License-Identifier: Apache-2.0 */
/*
 * families: the kernel families that a command works on: those of the
 * settings, or of folders that the user names.
 *
 * The struct owns registry and families; close it when they are no longer
 * used.
 */
#ifndef NETCL_CLI_FAMILIES_H
#define NETCL_CLI_FAMILIES_H

#include "match/registry.h"

struct netcl_families {
    struct netcl_registry *registry; /* of the settings; NULL: not opened */
    struct netcl_registry **folders; /* of folders of families */
    size_t folder_count;
    struct netcl_family **opened; /* of folders that are one family */
    size_t opened_count;
    const struct netcl_family **items; /* what to work on */
    size_t count;
    size_t broken; /* reported errors */
};

/* All families of the settings. 0 or -ENOMEM. */
int netcl_families_open(struct netcl_families *families);

/*
 * Add what `name` means: a family's folder, a folder of families, or a
 * family of the settings. 0, or a negative errno (reported).
 */
int netcl_families_add(struct netcl_families *families, const char *name);

void netcl_families_close(struct netcl_families *families);

/* The folders that the settings name, for messages. */
const char *netcl_families_where(void);

#endif
