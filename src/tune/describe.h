/* SPDX-License-Identifier: Apache-2.0 */
/* describe: a candidate's launches in the words of tune/wire.h. */
#ifndef NETCL_TUNE_DESCRIBE_H
#define NETCL_TUNE_DESCRIBE_H

#include "tune/bound.h"

/* One line per launch, which the caller frees; NULL: no memory. */
char *netcl_describe_launches(const struct netcl_kernel_entry *entry,
                              const struct netcl_variant *variant,
                              const int64_t *slots,
                              const struct netcl_bound *bound);

#endif
