/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: the first door. A loader that knows layers hands us its table and
 * sends every call of the program through ours. Any thread.
 */
#ifndef NETCL_DOOR_LAYER_H
#define NETCL_DOOR_LAYER_H

#include <stdbool.h>

/* Whether the loader mapped at `base` has this layer in it. */
bool netcl_layer_covers(const void *base);

/*
 * Put our own file into OPENCL_LAYERS, last (nearest to the program). Does
 * nothing when it is there already.
 */
void netcl_layer_ask_for(void);

#endif
