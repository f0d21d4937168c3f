/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grid: the launches to warm up: the check lines of kernel entries, blown up
 * to the sizes that are asked for.
 *
 * A check line is a launch that the manifest's author made legal. In it
 * every integer argument that sizes depend on becomes the wished size, and
 * its range grows with it; what the entry does not allow then is left out.
 * The order is the same at every run and on every machine of one kind, so
 * that jobs can share a grid. The grid owns its points. One thread.
 */
#ifndef NETCL_CLI_GRID_H
#define NETCL_CLI_GRID_H

#include <stdint.h>

#include "cl/device.h"
#include "match/family.h"

#define NETCL_GRID_AXES 8
#define NETCL_GRID_SIZES 64

/* "256,512", or "rows=256,512" for the arguments of one name. */
struct netcl_grid_axis {
    char *name; /* NULL: all sizes that have no axis of their own */
    int64_t sizes[NETCL_GRID_SIZES];
    size_t count;
};

struct netcl_grid_point {
    const struct netcl_kernel_entry *entry;
    struct netcl_check check; /* owns its values and its range */
};

struct netcl_grid {
    const struct netcl_device *device;
    struct netcl_grid_axis axes[NETCL_GRID_AXES];
    size_t axis_count;
    struct netcl_grid_point *points;
    size_t count;
};

/* Add what an option says: 0, or -EINVAL. Before entries. */
int netcl_grid_add_axis(struct netcl_grid *grid, const char *text);

/*
 * Add the launches of this entry. Without plain sizes: powers of two whose
 * largest buffer has 64 KiB to 64 MiB (4 MiB on a CPU). 0 or -ENOMEM.
 */
int netcl_grid_add_entry(struct netcl_grid *grid,
                         const struct netcl_kernel_entry *entry);

void netcl_grid_close(struct netcl_grid *grid);

#endif
