/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scope: which loader a caller would have reached without us.
 *
 * Found from the return address: the object it lies in, and the symbols
 * visible from there. One scope per loader; the loader stays mapped from then
 * on, because we keep its addresses. Any thread; a known return address
 * costs some ten instructions and no lock: where the layer does the work,
 * that is all the exported symbol may cost.
 */
#ifndef NETCL_DOOR_SCOPE_H
#define NETCL_DOOR_SCOPE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cl/real.h"

struct netcl_scope {
    struct netcl_real real;
    const void *base;      /* where the loader is mapped */
    atomic_bool is_silent; /* only forward: off, or the layer sees it all */
};

/* Where a call came from, and so where it goes on. Lives for ever. */
struct netcl_caller {
    const void *return_address;
    struct netcl_scope *scope;
};

#define NETCL_SCOPE_CALLERS 256

/* Callers seen last, by their return address. */
extern _Atomic(const struct netcl_caller *)
    netcl_scope_callers[NETCL_SCOPE_CALLERS];

/* Calls are some bytes apart. */
static inline _Atomic(const struct netcl_caller *) *
netcl_scope_place(const void *return_address)
{
    return &netcl_scope_callers[(uintptr_t)return_address / 4 %
                                NETCL_SCOPE_CALLERS];
}

/* NULL: no loader is to be found from there. */
struct netcl_scope *netcl_scope_search(const void *return_address);

static inline struct netcl_scope *netcl_scope_find(const void *return_address)
{
    const struct netcl_caller *caller = atomic_load_explicit(
        netcl_scope_place(return_address), memory_order_acquire);

    return caller && caller->return_address == return_address
               ? caller->scope
               : netcl_scope_search(return_address);
}

/* The same for a known caller only; else NULL. */
static inline struct netcl_scope *netcl_scope_peek(const void *return_address)
{
    const struct netcl_caller *caller = atomic_load_explicit(
        netcl_scope_place(return_address), memory_order_acquire);

    return caller && caller->return_address == return_address ? caller->scope
                                                              : NULL;
}

/* Ask netcl_layer_covers() for every loader again. */
void netcl_scope_refresh(void);

#endif
