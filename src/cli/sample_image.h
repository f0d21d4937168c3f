/* SPDX-License-Identifier: Apache-2.0 */
/* sample_image: the images of one line of "check". Plain functions. */
#ifndef NETCL_CLI_SAMPLE_IMAGE_H
#define NETCL_CLI_SAMPLE_IMAGE_H

#include "cl/image.h"
#include "match/family.h"

/* Its sizes into the argument's slots, as facts will have them; or -EDOM. */
int netcl_sample_set_sizes(const struct netcl_arg *arg,
                           const struct netcl_check_value *value,
                           int64_t *slots);

/* What to make; false: images of this type are none that can be made. */
bool netcl_sample_describe(const struct netcl_arg *arg,
                           const struct netcl_check_value *value,
                           const int64_t *slots, struct netcl_image *image);

#endif
