/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program: which of our doors a program that is not run has, by what its file
 * is and which loader it links. To be used before this process opens OpenCL.
 */
#ifndef NETCL_CLI_PROGRAM_H
#define NETCL_CLI_PROGRAM_H

#include <stdbool.h>

#include "cli/probe.h"

enum netcl_way {
    NETCL_WAY_ABSENT,   /* there is no such program */
    NETCL_WAY_SCRIPT,   /* what it starts is reached, or not */
    NETCL_WAY_RAISED,   /* runs with another user's rights */
    NETCL_WAY_FOREIGN,  /* for another machine, or 32 bits */
    NETCL_WAY_STATIC,   /* nothing can be preloaded */
    NETCL_WAY_LAYER,    /* links a loader that takes layers */
    NETCL_WAY_PRELOAD,  /* links one that does not */
    NETCL_WAY_OPENED,   /* links none; one that it opens takes layers */
    NETCL_WAY_IN_FRONT, /* the same, and netcl-tune run puts such one there */
    NETCL_WAY_NONE      /* the same, and there is no such one */
};

struct netcl_program {
    char *path;   /* NULL: not found */
    char *loader; /* that it links; NULL: none */
    enum netcl_way way;
};

/* `name` as execvp() has it; `library` may be NULL. */
void netcl_program_take(struct netcl_program *program, const char *name,
                        const char *library);
void netcl_program_clear(struct netcl_program *program);

/* Whether the tuner gets in by `netcl-tune run`. */
bool netcl_program_is_reached(const struct netcl_program *program);

/* One phrase for people; "layer", "preload", ... for programs. */
const char *netcl_way_meaning(enum netcl_way way);
const char *netcl_way_name(enum netcl_way way);

#endif
