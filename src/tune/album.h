/* SPDX-License-Identifier: Apache-2.0 */
/*
 * album: private copies of the images of one launch; the part of a shadow
 * that is no buffer.
 *
 * What kernels see is an image like the program's. Where they may write it,
 * its content before (pristine) and the original's outcome (reference) are kept
 * as packed buffers, and what a trial leaves is packed for the comparison:
 * byte for byte, on the device, four times the image's bytes in all. An image
 * that is only read is copied once, for the program may change it while the
 * search goes on. The same image as two arguments is one image here too.
 *
 * There are no guard bytes: what a kernel writes beside an image is lost by
 * definition. Owned by its shadow; functions as those of tune/shadow.h.
 */
#ifndef NETCL_TUNE_ALBUM_H
#define NETCL_TUNE_ALBUM_H

#include <stdbool.h>
#include <stddef.h>

#include "decide/decision.h"
#include "tune/workspace.h"

struct netcl_album;
struct netcl_region;

/* Of those regions that are images; nothing is copied yet. 0 or -ENOMEM, -EIO.
 */
int netcl_album_open(struct netcl_lane *lane,
                     const struct netcl_region *regions, size_t count,
                     struct netcl_album **out);

/* Accepts NULL. */
void netcl_album_close(struct netcl_album *album);

/* What all copies take; `largest`: one of them. */
double netcl_album_bytes(const struct netcl_album *album, size_t *largest);

/* Make the copies; in queue order, does not wait. 0, -ENOMEM or -EIO. */
int netcl_album_fill(struct netcl_album *album);

/* What stands for region `i`; NULL: that is no image. */
cl_mem netcl_album_view(const struct netcl_album *album, size_t i);

bool netcl_album_is_in_place(const struct netcl_album *album);
int netcl_album_spoil(struct netcl_album *album, cl_uint pattern);
int netcl_album_is_changed(struct netcl_album *album, bool *is_changed);
int netcl_album_restore(struct netcl_album *album);
int netcl_album_keep(struct netcl_album *album);
int netcl_album_keep_live(struct netcl_album *album);
int netcl_album_compare(struct netcl_album *album, bool *is_equal);
int netcl_album_error(struct netcl_album *album, struct netcl_error *error);

#endif
