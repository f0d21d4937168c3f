/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/compare.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cl/own.h"
#include "tune/program.h"
#include "tune/stretch.h"

/* Of 16-byte words; any difference sets the flag. */
static const char source[] =
    "kernel void netcl_compare(global const uint4 *a, global const uint4 *b,\n"
    "                          ulong words, global uint *differs)\n"
    "{\n" NETCL_STRETCH("words")
    "    uint4 seen = (uint4)(0);\n"
    "    for (; i < end; i += step)\n"
    "        seen |= a[i] ^ b[i];\n"
    "    if (seen.x | seen.y | seen.z | seen.w)\n"
    "        *differs = 1;\n"
    "}\n";

#define LABEL "netcl_compare"

/* For the compile process: four arguments, on so many items as on a CPU. */
#define LAUNCH "netcl_compare 1 0 1024 1 1 1 1 1 b16384 b16384 s8 b4\n"

int netcl_compare_open(struct netcl_lane *lane)
{
    const struct netcl_program_text text = {
        source, netcl_stretch_options(lane->device), LAUNCH, LABEL};
    const struct netcl_real *real = lane->real;
    cl_program program;
    uint64_t digest;
    cl_int err;

    if (lane->compare && lane->verdict)
        return 0;
    err = netcl_program_build(lane, &text, &program, &digest);
    if (err)
        return err == -EAGAIN ? err : -EIO;
    netcl_program_keep(lane, digest, LABEL); /* every search begins with it */
    netcl_compare_close(lane);
    lane->compare =
        netcl_own_kernel(real, lane->context, program, "netcl_compare", &err);
    if (err != CL_SUCCESS)
        return -EIO;
    lane->verdict =
        netcl_own_buffer(real, lane->context, sizeof(cl_uint), &err);
    return err == CL_SUCCESS ? 0 : -EIO;
}

void netcl_compare_close(struct netcl_lane *lane)
{
    if (lane->compare)
        netcl_own_release_kernel(lane->real, lane->compare);
    if (lane->verdict)
        netcl_own_release_memory(lane->real, lane->verdict);
    lane->compare = NULL;
    lane->verdict = NULL;
}

static cl_int set_args(struct netcl_lane *lane, cl_mem a, cl_mem b,
                       cl_ulong words)
{
    const struct netcl_real *real = lane->real;
    cl_int err = real->clSetKernelArg(lane->compare, 0, sizeof(a), &a);

    if (err == CL_SUCCESS)
        err = real->clSetKernelArg(lane->compare, 1, sizeof(b), &b);
    if (err == CL_SUCCESS)
        err = real->clSetKernelArg(lane->compare, 2, sizeof(words), &words);
    if (err == CL_SUCCESS)
        err = real->clSetKernelArg(lane->compare, 3, sizeof(lane->verdict),
                                   &lane->verdict);
    return err;
}

int netcl_compare_buffers(struct netcl_lane *lane, cl_mem a, cl_mem b,
                          size_t bytes, bool *is_equal)
{
    const struct netcl_real *real = lane->real;
    size_t words = bytes / 16, items = netcl_stretch_items(lane->device, words);
    cl_uint differs = 0;
    cl_int err;

    if (!words) {
        *is_equal = true;
        return 0;
    }
    err = real->clEnqueueWriteBuffer(lane->queue, lane->verdict, CL_TRUE, 0,
                                     sizeof(differs), &differs, 0, NULL, NULL);
    if (err == CL_SUCCESS)
        err = set_args(lane, a, b, words);
    if (err == CL_SUCCESS)
        err = real->clEnqueueNDRangeKernel(lane->queue, lane->compare, 1, NULL,
                                           &items, NULL, 0, NULL, NULL);
    if (err == CL_SUCCESS)
        err =
            real->clEnqueueReadBuffer(lane->queue, lane->verdict, CL_TRUE, 0,
                                      sizeof(differs), &differs, 0, NULL, NULL);
    if (err != CL_SUCCESS)
        return -EIO;
    *is_equal = differs == 0;
    return 0;
}

/* Integers in the order of the floats they are the bits of. */
static int64_t ordered_float(float x)
{
    int32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
}

static double ulp_float(double a, double b)
{
    return fabs((double)(ordered_float((float)a) - ordered_float((float)b)));
}

static double ordered_double(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof(bits));
    return bits < 0 ? -(double)(bits & INT64_MAX) : (double)bits;
}

static double element(const void *bytes, size_t i, bool is_float)
{
    return is_float ? ((const float *)bytes)[i] : ((const double *)bytes)[i];
}

static int measure(const void *a, const void *b, size_t count, bool is_float,
                   struct netcl_error *error)
{
    double x, y, apart, ulp, largest = 0;
    size_t i;

    for (i = 0; i < count; i++) {
        x = element(a, i, is_float);
        y = element(b, i, is_float);
        if (isnan(x) && isnan(y))
            continue;
        if (isnan(x) || isnan(y) || (isinf(x) != isinf(y)))
            return -EDOM;
        apart = x == y ? 0 : fabs(x - y);
        ulp = is_float ? ulp_float(x, y)
                       : fabs(ordered_double(x) - ordered_double(y));
        if (!isinf(x))
            largest = fmax(largest, fabs(x));
        error->max_abs = fmax(error->max_abs, apart);
        error->max_ulp = fmax(error->max_ulp, apart > 0 ? ulp : 0);
    }
    if (error->max_abs > 0 && largest == 0)
        error->max_rel = 1;
    else if (largest > 0)
        error->max_rel = fmax(error->max_rel, error->max_abs / largest);
    return isfinite(error->max_abs) ? 0 : -EDOM;
}

static int read_both(struct netcl_lane *lane, cl_mem a, cl_mem b, size_t offset,
                     size_t bytes, void *first, void *second)
{
    const struct netcl_real *real = lane->real;

    if (real->clEnqueueReadBuffer(lane->queue, a, CL_TRUE, offset, bytes, first,
                                  0, NULL, NULL) != CL_SUCCESS ||
        real->clEnqueueReadBuffer(lane->queue, b, CL_TRUE, offset, bytes,
                                  second, 0, NULL, NULL) != CL_SUCCESS)
        return -EIO;
    return 0;
}

int netcl_compare_error(struct netcl_lane *lane, cl_mem a, cl_mem b,
                        size_t offset, size_t bytes, enum netcl_scalar type,
                        struct netcl_error *error)
{
    bool is_float = type == NETCL_SCALAR_FLOAT;
    void *first, *second;
    int err;

    if (!is_float && type != NETCL_SCALAR_DOUBLE)
        return -EDOM;
    first = malloc(bytes + 1);
    second = malloc(bytes + 1);
    err = first && second ? read_both(lane, a, b, offset, bytes, first, second)
                          : -ENOMEM;
    if (!err)
        err =
            measure(first, second, bytes / (is_float ? 4 : 8), is_float, error);
    free(first);
    free(second);
    return err;
}
