/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library that links the loader and launches the scale kernel: as a plugin of
 * tests/plugged, or with EARLY in its constructor, before main().
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdlib.h>

#define CALL(name) name
#include "scale.h"

int plugin_launch(int launches);

/* 0: fine. */
__attribute__((visibility("default"))) int plugin_launch(int launches)
{
    struct scale scale;

    scale_open(&scale);
    return scale_launch(&scale, launches);
}

#ifdef EARLY
__attribute__((constructor)) static void start(void)
{
    if (plugin_launch(EARLY))
        exit(1);
}
#endif
