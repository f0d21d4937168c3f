/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounding: could a compiler that knows the integers round reals otherwise?
 *
 * Of (float)n * 0.1f + x with a known n a compiler makes a rounded product
 * and adds it, where it would have contracted both; of sqrt((float)n) its own
 * idea of a root. A trial may not show that: zeros are zeros either way. So
 * integers become constants only where none meets a real outside of brackets.
 * Told by the tokens, and always for the worst. Any thread.
 */
#ifndef NETCL_DERIVE_ROUNDING_H
#define NETCL_DERIVE_ROUNDING_H

#include <stdbool.h>

#include "match/unit.h"

/* `is_reached`: per entity of the unit, what the kernel reaches. */
bool netcl_rounding_depends(const struct netcl_unit *unit,
                            const bool *is_reached);

#endif
