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
#include <stddef.h>

struct netcl_unit;

/*
 * A longer source is not read: a launch would wait for it. Three megabytes
 * take some 90 ms, 50 of them once for all their kernels.
 */
#define NETCL_BUILD_READ_MAX ((size_t)4 << 20)

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

/* The parsed unit, which the build owns; -EFBIG, or another errno. */
int netcl_build_unit(struct netcl_build *build, struct netcl_unit **unit);

#endif
