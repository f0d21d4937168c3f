/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slice: a program's source, and the part of it that one kernel is made of.
 *
 * The slice of a kernel is its function with every function, type, constant
 * and macro it reaches by name, each with the #if conditions around it, and
 * the -D options it reaches. Its fingerprint covers the tokens of all these
 * and nothing else: not the kernel's own name, the layout, comments, the
 * neighbours, or the order of functions.
 *
 * Where names are made by macros the slice is larger rather than smaller: a
 * macro that pastes with ## makes it reach every entity but other kernels,
 * and declarations that a macro makes at file scope are always part of it.
 *
 * A unit keeps its own copy of everything and is read-only once open: any
 * thread may ask.
 */
#ifndef NETCL_MATCH_SLICE_H
#define NETCL_MATCH_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct netcl_unit;

/* What a slice uses, told by the names in it. */
enum netcl_fact {
    NETCL_FACT_PRINTF = 1 << 0,
    NETCL_FACT_BARRIER = 1 << 1,
    NETCL_FACT_LOCAL = 1 << 2, /* local memory */
    NETCL_FACT_ATOMIC = 1 << 3,
    NETCL_FACT_IMAGE = 1 << 4,          /* images or samplers */
    NETCL_FACT_ENQUEUE = 1 << 5,        /* device-side enqueue, or pipes */
    NETCL_FACT_OFFSET = 1 << 6,         /* get_global_offset */
    NETCL_FACT_LOCAL_VARIABLE = 1 << 7, /* may declare local memory itself */
    NETCL_FACT_GROUPS = 1 << 8 /* asks for local or group ids and sizes */
};

/*
 * Read a program's source and its build options (NULL: none). -ENOTSUP where
 * it includes files: what is in them is not known. -ENOMEM.
 */
int netcl_unit_open(const char *source, size_t length, const char *options,
                    struct netcl_unit **out);

/* Counted; each is closed once. */
struct netcl_unit *netcl_unit_retain(struct netcl_unit *unit);

/* Accepts NULL. */
void netcl_unit_close(struct netcl_unit *unit);

/* The -cl- options, in their order, separated by single spaces. */
const char *netcl_unit_options(const struct netcl_unit *unit);

/* The kernel functions, in file order. */
size_t netcl_unit_kernel_count(const struct netcl_unit *unit);
const char *netcl_unit_kernel_name(const struct netcl_unit *unit, size_t index);

/*
 * The kernel's fingerprint. `tunables` are macro names whose integer values
 * do not split the match; the values are stored in `values` (NULL if there
 * are no tunables).
 * -ENOENT: no such function; -EINVAL: a tunable is not defined, not an
 * integer, or defined more than once; -ENOMEM.
 */
int netcl_slice_fingerprint(const struct netcl_unit *unit, const char *kernel,
                            const char *const *tunables, size_t tunable_count,
                            int64_t *values, uint64_t *fingerprint);

/* Bits of enum netcl_fact. -ENOENT, -ENOMEM. */
int netcl_slice_facts(const struct netcl_unit *unit, const char *kernel,
                      unsigned *facts);

/*
 * Which entities of the unit (unit.h) belong to the slice: sets the first
 * entity_count of `is_reached`. -ENOENT, -ENOMEM.
 */
int netcl_slice_reached(const struct netcl_unit *unit, const char *kernel,
                        bool *is_reached);

#endif
