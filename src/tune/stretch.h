/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stretch: which elements of a buffer does an item of our own kernels take?
 *
 * On a GPU the items next to each other take elements next to each other. A
 * CPU runs one item after the other, and each takes a stretch of its own:
 * otherwise all of them would go through the whole buffer, a page at a time.
 * Pure; any thread.
 */
#ifndef NETCL_TUNE_STRETCH_H
#define NETCL_TUNE_STRETCH_H

#include <stddef.h>

#include "cl/device.h"

#define NETCL_STRETCH_OPTION "-DNETCL_ALONE"

/* Kernel text: elements i, i + step, ... before `end` are this item's. */
#define NETCL_STRETCH(count)                                                   \
    "#ifdef NETCL_ALONE\n"                                                     \
    "    const ulong each = (" count " - 1) / get_global_size(0) + 1;\n"       \
    "    const ulong step = 1;\n"                                              \
    "    ulong i = get_global_id(0) * each;\n"                                 \
    "    const ulong end = min(i + each, " count ");\n"                        \
    "#else\n"                                                                  \
    "    const ulong step = get_global_size(0), end = " count ";\n"            \
    "    ulong i = get_global_id(0);\n"                                        \
    "#endif\n"

/* What such a kernel is built with. */
static inline const char *netcl_stretch_options(
    const struct netcl_device *device)
{
    return device->slots[NETCL_SLOT_is_cpu] ? NETCL_STRETCH_OPTION : "";
}

/* Enough for a wide GPU; on a CPU some hundred items a core are plenty. */
static inline size_t netcl_stretch_items(const struct netcl_device *device,
                                         size_t count)
{
    size_t most = device->slots[NETCL_SLOT_is_cpu] ? 1024 : 262144;

    return count < most ? count : most;
}

#endif
