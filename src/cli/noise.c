/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/noise.h"

#include <string.h>

/* splitmix64 */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static size_t bytes_of(enum netcl_scalar scalar)
{
    struct netcl_type type;

    if (!netcl_type_find(netcl_scalar_name(scalar), &type) || !type.bytes)
        return 1;
    return type.bytes;
}

static void put(enum netcl_scalar scalar, uint64_t random, size_t bytes,
                unsigned char *to)
{
    double real = (double)(random >> 11) / 4503599627370496.0 - 1;
    float narrow = (float)real;
    /* A half from 0.5 to 1 of either sign. */
    uint16_t half = (uint16_t)(0x3800 | (random >> 54) | (random & 1) << 15);
    uint64_t whole = random % 100;

    if (scalar == NETCL_SCALAR_DOUBLE)
        memcpy(to, &real, sizeof(real));
    else if (scalar == NETCL_SCALAR_FLOAT)
        memcpy(to, &narrow, sizeof(narrow));
    else if (scalar == NETCL_SCALAR_HALF)
        memcpy(to, &half, sizeof(half));
    else
        memcpy(to, &whole, bytes); /* little-endian */
}

void netcl_noise_fill(enum netcl_scalar scalar, uint64_t seed, void *memory,
                      size_t bytes)
{
    size_t at, step = bytes_of(scalar);
    unsigned char *to = memory;

    for (at = 0; at + step <= bytes; at += step)
        put(scalar, next(&seed), step, to + at);
}

void netcl_noise_repeat(enum netcl_scalar scalar, const double *numbers,
                        size_t count, void *memory, size_t bytes)
{
    size_t at, i = 0, step = bytes_of(scalar);
    unsigned char *to = memory;

    for (at = 0; at + step <= bytes; at += step) {
        double wide = numbers[i++ % count];
        float narrow = (float)wide;
        int64_t whole = (int64_t)wide;

        if (scalar == NETCL_SCALAR_DOUBLE)
            memcpy(to + at, &wide, sizeof(wide));
        else if (scalar == NETCL_SCALAR_FLOAT)
            memcpy(to + at, &narrow, sizeof(narrow));
        else
            memcpy(to + at, &whole, step); /* little-endian */
    }
}
