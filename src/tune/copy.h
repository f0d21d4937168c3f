/* SPDX-License-Identifier: Apache-2.0 */
/*
 * copy: the inside of a shadow.
 *
 * Private to shadow.c and twin.c.
 */
#ifndef NETCL_TUNE_COPY_H
#define NETCL_TUNE_COPY_H

#include "tune/shadow.h"

#define NETCL_COPY_GUARD_BYTES 4096

/* One stretch of the program's memory that arguments lie in. */
struct netcl_copy {
    cl_mem root;
    bool is_svm; /* the root is its address */
    size_t low, high; /* bytes of the root */
    bool is_read, is_written;
    enum netcl_scalar type;
    size_t bytes;                     /* guards included */
    bool is_work_lent;                /* `work` belongs to another shadow */
    cl_mem pristine, work, reference; /* the last two only where written */
};

struct netcl_shadow {
    struct netcl_lane *lane;
    struct netcl_copy *copies;
    size_t copy_count;
    struct netcl_album *album;    /* the images */
    struct netcl_region *regions; /* as they were; no handle is used again */
    size_t region_count;
    unsigned long long held_bytes; /* its part of what all have */
    cl_mem *views;                 /* NULL: in the album */
    size_t view_count;
};

/* Whether the memory is, in part, what is copied. */
bool netcl_copy_overlaps(const struct netcl_copy *copy,
                         const struct netcl_memory *memory);

/* A shadow with nothing copied yet; NULL: no memory. */
struct netcl_shadow *netcl_copy_shadow(struct netcl_lane *lane,
                                       const struct netcl_region *regions,
                                       size_t count);

/*
 * So much of the device's memory is this shadow's until it is closed. -E2BIG:
 * more than it has to spare; -ENOMEM: others have it.
 */
int netcl_copy_reserve(struct netcl_shadow *shadow, double bytes);

/* NULL: the device has no more. */
cl_mem netcl_copy_allocate(struct netcl_lane *lane, size_t bytes);

/* One for each region that is a buffer. 0 or -ENOMEM. */
int netcl_copy_make_views(struct netcl_shadow *shadow);

#endif
