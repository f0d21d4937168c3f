/* SPDX-License-Identifier: Apache-2.0 */
/*
 * build: one source with the options it was built with.
 *
 * Shared by a program and the kernels made from it, which may outlive it;
 * counted. The unit (its declarations) is parsed at the first need. Any
 * thread.
 */
#ifndef NETCL_TRACK_BUILD_H
#define NETCL_TRACK_BUILD_H

#include <pthread.h>
#include <stdatomic.h>

struct netcl_unit;

struct netcl_build {
    atomic_int references;
    char *source;
    char *options; /* "" where the program gave none */
    pthread_mutex_t mutex; /* guards what follows */
    struct netcl_unit *unit;
    int unit_error; /* why there is none, a negative errno; 1: not tried */
};

/* Copies of both texts; NULL: no memory. */
struct netcl_build *netcl_build_new(const char *source, const char *options);

struct netcl_build *netcl_build_retain(struct netcl_build *build);

/* Accepts NULL. */
void netcl_build_release(struct netcl_build *build);

/* The parsed unit, which the build owns; 0 or a negative errno. */
int netcl_build_unit(struct netcl_build *build, struct netcl_unit **unit);

#endif
