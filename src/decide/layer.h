/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: one cache file as last read, the user's own or the shared one.
 *
 * A plain record, zero but for `path` and `is_shared` at first; its owner
 * calls netcl_layer_forget() in the end. One thread at a time.
 */
#ifndef NETCL_DECIDE_LAYER_H
#define NETCL_DECIDE_LAYER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "decide/index.h"

struct netcl_layer {
    const char *path; /* the owner's; NULL: there is no such layer */
    bool is_shared;
    struct netcl_index index;
    struct stat seen; /* st_ino 0: there was no file */
    bool is_broken;   /* as it is: not a JSON object */
    bool is_refused;  /* as it is: not to be read, so not to be replaced */
    bool is_named;    /* on stderr, for one of the two */
};

/* Reads the file. What is wrong with it is named once, and it is empty. */
void netcl_layer_load(struct netcl_layer *layer);

/* Whether the file is another than the one that was read. */
bool netcl_layer_is_stale(const struct netcl_layer *layer);

/* Sets a file that is no cache aside, under the first free name. */
int netcl_layer_keep_broken(const struct netcl_layer *layer);

/* Back to an empty layer of the same path. */
void netcl_layer_forget(struct netcl_layer *layer);

#endif
