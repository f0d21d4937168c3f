/* SPDX-License-Identifier: Apache-2.0 */
/* random_kernel: the text of a kernel that a seed stands for. */
#ifndef NETCL_DERIVE_RANDOM_KERNEL_H
#define NETCL_DERIVE_RANDOM_KERNEL_H

#include <stddef.h>

#define RANDOM_TEXT_BYTES 16384

/* A kernel to be launched with what random_launch says. */
struct random_kernel {
    char text[RANDOM_TEXT_BYTES];
    const char *type; /* of the buffers' elements: float, int, float4, ... */
    size_t element_bytes;
    int is_real;
    unsigned dimensions;
    size_t global[3];
    size_t local[3]; /* 0: NULL */
    int is_in_place; /* the second buffer is the first one */
    int count;       /* the argument n */
    int steps;       /* the argument m */
    float factor;    /* the argument f */
};

/* The same for the same seed, on every machine. */
void random_kernel_make(unsigned long seed, struct random_kernel *kernel);

#endif
