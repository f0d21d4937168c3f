/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/random.h"

#include <errno.h>
#include <string.h>

#include "cl/own.h"
#include "tune/program.h"
#include "tune/stretch.h"

/* netcl_random_put() does the same. */
static const char source[] =
    "kernel void netcl_random(global uint *words, ulong first, ulong count,\n"
    "                        uint seed, uint keep_even, uint keep_odd,\n"
    "                        uint set_even, uint set_odd)\n"
    "{\n" NETCL_STRETCH("count")
    "    for (; i < end; i += step) {\n"
    "        uint bits = (uint)i * 0x9e3779b9u + seed * 0x85ebca6bu;\n"
    "        bits = (bits ^ (bits >> 16)) * 0x7feb352du;\n"
    "        bits = (bits ^ (bits >> 15)) * 0x846ca68bu;\n"
    "        bits ^= bits >> 16;\n"
    "        words[first + i] = i & 1 ? (bits & keep_odd) | set_odd\n"
    "                                 : (bits & keep_even) | set_even;\n"
    "    }\n"
    "}\n";

#define LABEL "netcl_random"

/* For the compile process, on so many items as on a CPU. */
#define LAUNCH "netcl_random 1 0 1024 1 1 1 1 1 b16384 s8 s8 s4 s4 s4 s4 s4\n"

/* Bits of a word that are random, and those that are set. */
struct pattern {
    cl_uint keep[2], set[2]; /* even words, odd words */
};

/* The exponents of 0.5 and of 1: the lowest bit of theirs is random too. */
static const struct pattern *pattern_of(enum netcl_scalar type)
{
    static const struct pattern halves = {{0x07ff07ff, 0x07ff07ff},
                                          {0x38003800, 0x38003800}};
    static const struct pattern floats = {{0x00ffffff, 0x00ffffff},
                                          {0x3f000000, 0x3f000000}};
    static const struct pattern doubles = {{0xffffffff, 0x001fffff},
                                           {0, 0x3fe00000}};

    switch (type) {
    case NETCL_SCALAR_HALF:
        return &halves;
    case NETCL_SCALAR_FLOAT:
        return &floats;
    case NETCL_SCALAR_DOUBLE:
        return &doubles;
    default:
        return NULL;
    }
}

bool netcl_random_has(enum netcl_scalar type)
{
    return pattern_of(type) != NULL;
}

int netcl_random_open(struct netcl_lane *lane)
{
    const struct netcl_program_text text = {
        source, netcl_stretch_options(lane->device), LAUNCH, LABEL};
    cl_program program;
    uint64_t digest;
    cl_int err;

    if (lane->random)
        return 0;
    err = netcl_program_build(lane, &text, &program, &digest);
    if (err)
        return err == -EAGAIN ? err : -EIO;
    netcl_program_keep(lane, digest, LABEL);
    lane->random = netcl_own_kernel(lane->real, lane->context, program,
                                    "netcl_random", &err);
    if (err == CL_SUCCESS)
        return 0;
    lane->random = NULL;
    return -EIO;
}

void netcl_random_close(struct netcl_lane *lane)
{
    if (lane->random)
        netcl_own_release_kernel(lane->real, lane->random);
    lane->random = NULL;
}

static cl_int set_args(struct netcl_lane *lane, cl_mem buffer, cl_ulong first,
                       cl_ulong count, cl_uint seed,
                       const struct pattern *pattern)
{
    const cl_uint words[] = {seed, pattern->keep[0], pattern->keep[1],
                             pattern->set[0], pattern->set[1]};
    const struct netcl_real *real = lane->real;
    cl_int err = real->clSetKernelArg(lane->random, 0, sizeof(buffer), &buffer);
    cl_uint i;

    if (err == CL_SUCCESS)
        err = real->clSetKernelArg(lane->random, 1, sizeof(first), &first);
    if (err == CL_SUCCESS)
        err = real->clSetKernelArg(lane->random, 2, sizeof(count), &count);
    for (i = 0; err == CL_SUCCESS && i < sizeof(words) / sizeof(*words); i++)
        err = real->clSetKernelArg(lane->random, 3 + i, sizeof(words[i]),
                                   &words[i]);
    return err;
}

int netcl_random_fill(struct netcl_lane *lane, cl_mem buffer, size_t offset,
                      size_t bytes, enum netcl_scalar type, cl_uint seed)
{
    size_t count = bytes / 4, items = netcl_stretch_items(lane->device, count);
    cl_int err;

    if (!count)
        return 0;
    err = set_args(lane, buffer, offset / 4, count, seed, pattern_of(type));
    if (err == CL_SUCCESS)
        err = lane->real->clEnqueueNDRangeKernel(
            lane->queue, lane->random, 1, NULL, &items, NULL, 0, NULL, NULL);
    return err == CL_SUCCESS ? 0 : -EIO;
}

void netcl_random_put(void *to, size_t bytes, enum netcl_scalar type,
                      cl_uint seed)
{
    const struct pattern *pattern = pattern_of(type);
    unsigned char *at = to;
    cl_uint i, bits;
    size_t part;

    for (i = 0; bytes; i++, at += part, bytes -= part) {
        bits = i * 0x9e3779b9u + seed * 0x85ebca6bu;
        bits = (bits ^ (bits >> 16)) * 0x7feb352du;
        bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
        bits ^= bits >> 16;
        bits = (bits & pattern->keep[i & 1]) | pattern->set[i & 1];
        part = bytes < sizeof(bits) ? bytes : sizeof(bits);
        memcpy(at, &bits, part);
    }
}
