/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guard: what makes a header count once: #ifndef NAME around all of it, or
 * #pragma once. Any thread.
 */
#ifndef NETCL_MATCH_GUARD_H
#define NETCL_MATCH_GUARD_H

#include <stdbool.h>

struct netcl_guard {
    char *name;   /* the macro; of our own making for #pragma once; or NULL */
    bool is_once; /* by #pragma once */
};

/* 0 or -ENOMEM. The caller frees what is in *guard. */
int netcl_guard_find(const char *text, struct netcl_guard *guard);

void netcl_guard_free(struct netcl_guard *guard);

#endif
