/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recipe: what is done to a kernel that no manifest knows.
 *
 * A plain record with a canonical text, which is the choice that caches and
 * logs hold: ["derived","restrict","literals","items:4x,blocked",
 * "local:64,1"]. Literals' values are those of the launch and not part of it.
 * Any thread.
 */
#ifndef NETCL_DERIVE_RECIPE_H
#define NETCL_DERIVE_RECIPE_H

#include <stdbool.h>
#include <stddef.h>

enum netcl_recipe_local {
    NETCL_RECIPE_LOCAL_KEEP,   /* as the program asked */
    NETCL_RECIPE_LOCAL_DRIVER, /* NULL */
    NETCL_RECIPE_LOCAL_SIZE
};

struct netcl_recipe {
    bool is_restrict;   /* restrict and const on buffer parameters */
    bool has_literals;  /* scalar parameters become constants */
    bool is_required;   /* the text holds the local size; not with items */
    bool is_strided;    /* items: else in blocks */
    bool is_woven;      /* items: statement by statement; see weave.h */
    unsigned items;     /* of the program's, for one of ours; 0 or 1: one */
    unsigned dimension; /* along which, 0 to 2 */
    enum netcl_recipe_local local_kind;
    unsigned local_dimensions;
    size_t local[3];
    int option; /* 0: none; else the number of a line of options.def */
};

/* Names and texts of options.def; 0 is "none" and "". */
const char *netcl_recipe_option_name(int option);
const char *netcl_recipe_option_text(int option);

/* The number of an option by its name, or 0. */
int netcl_recipe_option_find(const char *name, size_t length);

/* Whether outputs keep their bits with it. */
bool netcl_recipe_option_is_exact(int option);

/* Canonical JSON, which the caller frees; NULL: no memory. */
char *netcl_recipe_write(const struct netcl_recipe *recipe);

/* The recipe that a choice text stands for; false: it is none. */
bool netcl_recipe_read(const char *choice, struct netcl_recipe *recipe);

/* Whether it changes the text, or only the launch. */
bool netcl_recipe_is_rewrite(const struct netcl_recipe *recipe);

#endif
