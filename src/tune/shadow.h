/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow: private copies of the buffers and images of one launch.
 *
 * The program's memory is read once, when the shadow is opened; from then on
 * trials touch copies only. Arguments that overlap in the program's memory
 * overlap in the copy alike. Each copy lies between guard bytes. What the
 * kernel may write is there three times: as it was (pristine), as a trial
 * leaves it (work), and as the original left it (reference). Images have no
 * guard bytes (tune/album.h).
 *
 * Owned by one search; used inside its lane, one thread at a time.
 */
#ifndef NETCL_TUNE_SHADOW_H
#define NETCL_TUNE_SHADOW_H

#include <stdbool.h>

#include "decide/decision.h"
#include "match/types.h"
#include "track/track.h"
#include "tune/workspace.h"

/* One buffer or image argument. */
struct netcl_region {
    struct netcl_memory memory;
    bool is_read;
    bool is_written;
    enum netcl_scalar type; /* of a buffer's elements, to compare inexactly */
};

struct netcl_shadow;

/*
 * Copy the regions. 0; -E2BIG: more than the device has to spare; -ENOMEM:
 * it would not give that much, or other shadows have it; -EIO. Waits for the
 * copies.
 */
int netcl_shadow_open(struct netcl_lane *lane,
                      const struct netcl_region *regions, size_t count,
                      struct netcl_shadow **out);

/* Accepts NULL. */
void netcl_shadow_close(struct netcl_shadow *shadow);

/* How many of all have been closed so far. Any thread. */
unsigned netcl_shadow_closed(void);

/* What stands for region `i` in a trial. */
cl_mem netcl_shadow_view(const struct netcl_shadow *shadow, size_t i);

/* Whether a run changes what the next one would read. */
bool netcl_shadow_is_in_place(const struct netcl_shadow *shadow);

/*
 * Let what is written and never read hold another content than the program's
 * before each run: that may be the very result which a run is to bring.
 */
int netcl_shadow_spoil(struct netcl_shadow *shadow);

/* Does the reference differ from what was there before? */
int netcl_shadow_is_changed(struct netcl_shadow *shadow, bool *is_changed);

/* Put what is written back to pristine; in queue order, does not wait. */
int netcl_shadow_restore(struct netcl_shadow *shadow);

/* What the last run left becomes the reference. */
int netcl_shadow_keep(struct netcl_shadow *shadow);

/* What the program's memory holds by now becomes the reference; waits. */
int netcl_shadow_keep_live(struct netcl_shadow *shadow);

/* Is what the last run left equal to the reference, guards included? */
int netcl_shadow_compare(struct netcl_shadow *shadow, bool *is_equal);

/*
 * How far it is from the reference. 0; -EDOM: beyond words (guards touched,
 * NaN in one only, elements that are no reals); -EIO.
 */
int netcl_shadow_error(struct netcl_shadow *shadow,
                       struct netcl_error *error);

#endif
