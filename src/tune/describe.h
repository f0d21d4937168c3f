/* SPDX-License-Identifier: Apache-2.0 */
/* describe: a candidate as texts for the compiler. Plain functions. */
#ifndef NETCL_TUNE_DESCRIBE_H
#define NETCL_TUNE_DESCRIBE_H

#include "tune/bound.h"

/* Its source with the defines before it; the caller frees it, NULL: no memory. */
char *netcl_describe_source(const struct netcl_device *device,
                            const struct netcl_kernel_entry *entry,
                            const struct netcl_variant *variant, size_t index,
                            const int64_t *slots);

/* Its launches in the words of tune/wire.h: one line each, which the caller frees; NULL: no memory. */
char *netcl_describe_launches(const struct netcl_kernel_entry *entry,
                              const struct netcl_variant *variant,
                              const int64_t *slots,
                              const struct netcl_bound *bound);

/* The same for a launch with the program's own arguments, and bytes behind. */
char *netcl_describe_derived(const struct netcl_real *real,
                             const struct netcl_kernel_entry *entry,
                             const char *name, const int64_t *slots,
                             const struct netcl_value *values,
                             const struct netcl_bound_launch *launch);

#endif
