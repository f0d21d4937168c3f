/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every kernel is
 *
 *     kernel void work(global T *out, global T *a, global T *b, int n, int m,
 *                      float f)
 *
 * and each work-item writes its own elements of `out` and no other's, so that
 * the outputs are defined however the work-items are ordered. All the rest is
 * drawn: macros or none, helper functions, loops over m, early returns,
 * barriers and local arrays, accumulation in memory, vector types, aliases.
 */
#include "random_kernel.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct writer {
    struct random_kernel *kernel;
    size_t used;
    uint64_t state;
    int has_helper;
    int has_macro;
    int has_group;
};

static unsigned draw(struct writer *w, unsigned below)
{
    w->state = w->state * UINT64_C(6364136223846793005) +
               UINT64_C(1442695040888963407);
    return (unsigned)(w->state >> 33) % below;
}

static void put(struct writer *w, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    w->used += (size_t)vsnprintf(w->kernel->text + w->used,
                                 RANDOM_TEXT_BYTES - w->used, format, args);
    va_end(args);
}

/* ---- expressions
 * ------------------------------------------------------------- */

static void put_index(struct writer *w)
{
    static const char *const indices[] = {
        "at",         "(at + 1) % n",     "(at + k) % n", "(at * 3 + 7) % n",
        "n - 1 - at", "(k * 5 + at) % n", "k % n"};

    put(w, "%s", indices[draw(w, 7)]);
}

static void put_leaf(struct writer *w)
{
    switch (draw(w, 8)) {
    case 0:
        put(w, "(T)(%u)", draw(w, 9) + 1);
        break;
    case 1:
        put(w, w->kernel->is_real ? "(T)(f)" : "(T)(m)");
        break;
    case 2:
        put(w, "(T)(k + %u)", draw(w, 5));
        break;
    case 3:
        if (w->has_macro) {
            put(w, "B_AT(");
            put_index(w);
            put(w, ")");
            break;
        }
        /* fall through */
    default:
        put(w, draw(w, 2) ? "a[" : "b[");
        put_index(w);
        put(w, "]");
    }
}

static void put_value(struct writer *w, unsigned depth)
{
    static const char operators[] = "+-*";

    if (!depth) {
        put_leaf(w);
        return;
    }
    if (w->has_helper && !draw(w, 4)) {
        put(w, "help(");
        put_value(w, depth - 1);
        put(w, ", ");
        put_value(w, depth - 1);
        put(w, ")");
        return;
    }
    put(w, "(");
    put_value(w, depth - 1);
    put(w, " %c ", operators[draw(w, 3)]);
    put_value(w, depth - 1);
    put(w, ")");
}

/* ---- statements
 * --------------------------------------------------------------- */

static void put_loop(struct writer *w)
{
    switch (draw(w, 4)) {
    case 0: /* accumulates in memory */
        put(w, "    for (k = 0; k < m; k++)\n        out[at] += ");
        put_value(w, 1);
        put(w, ";\n");
        break;
    case 1:
        put(w, "    for (k = m; k > 0; k--) {\n        T t = ");
        put_value(w, 2);
        put(w,
            ";\n        if (k == (int)(at %% 5) + 1)\n            %s;\n"
            "        x = x * (T)(3) + t;\n    }\n",
            draw(w, 2) ? "continue" : "break");
        break;
    case 2:
        put(w, "    k = 0;\n    while (k < m) {\n        x = x + ");
        put_value(w, 1);
        put(w, ";\n        k += 1 + (int)(at & 1);\n    }\n");
        break;
    default:
        put(w, "    x = x - ");
        put_value(w, 3);
        put(w, ";\n");
    }
}

static void put_return(struct writer *w)
{
    switch (draw(w, 5)) {
    case 0:
        put(w, "    if (at %% 7 == 3)\n        return;\n");
        break;
    case 1:
        put(w, "    for (k = 0; k < m; k++)\n        if (k * 11 > (int)at)\n"
               "            return;\n    k = 0;\n");
        break;
    case 2:
        put(w, "    m -= m > 0;\n"); /* k begins there, and indexes */
        break;
    default:
        break;
    }
}

/* Each item of a group leaves a value that its neighbour reads. */
static void put_group(struct writer *w)
{
    put(w, "    local T shared[256];\n"
           "    size_t l = get_local_id(0), ls = get_local_size(0);\n"
           "    shared[l] = (T)(in ? a[at %% n] : b[0]);\n"
           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "    x = x + shared[(l + 1) %% ls];\n");
}

/* ---- the whole
 * ------------------------------------------------------------------- */

static void put_ids(struct writer *w)
{
    const struct random_kernel *kernel = w->kernel;

    if (w->has_macro)
        put(w, "    size_t at = ID;\n");
    else if (kernel->dimensions == 1)
        put(w, "    size_t at = get_global_id(0);\n");
    else if (kernel->dimensions == 2)
        put(w, "    size_t at = get_global_id(1) * get_global_size(0) + "
               "get_global_id(0);\n");
    else
        put(w, "    size_t gx = get_global_size(0), gy = get_global_size(1);\n"
               "    size_t at = (get_global_id(2) * gy + get_global_id(1)) * "
               "gx + get_global_id(0);\n");
}

static void put_head(struct writer *w)
{
    const struct random_kernel *kernel = w->kernel;

    if (draw(w, 2))
        put(w, "#pragma OPENCL FP_CONTRACT OFF\n");
    if (draw(w, 3))
        put(w, "typedef %s T; /* of the elements */\n", kernel->type);
    else
        put(w, "#define T %s\n", kernel->type);
    if (!draw(w, 3))
        put(w, "#line 100 \"else%%where.cl\"\n");
    if (w->has_macro) {
        put(w, "#define B_AT(i) \\\n    b[(i)]\n");
        put(w, kernel->dimensions == 1
                   ? "#define ID (get_global_id(0))\n"
                   : "#define ID ((size_t)get_global_id(1) * "
                     "get_global_size(0) + get_global_id(0))\n");
    }
    if (w->has_helper)
        put(w, "T help(T x, T y);\n"
               "T help(T x, T y)\n{\n    return x - y * (T)(2); }\n");
    /* A neighbour that nobody calls, with our names in it. */
    if (!draw(w, 2))
        put(w, "__kernel void other(__global T *out, int n)\n"
               "{ if ((int)get_global_id(0) < n) out[0] = (T)(n); }\n");
}

static void put_kernel(struct writer *w)
{
    static const char *const constants[] = {"", "const "};
    static const char *const keywords[] = {"__kernel", "kernel"};
    unsigned i, count = 1 + draw(w, 3);

    put(w,
        "%s void work(%sglobal T *out, __global %sT *a,\n"
        "    global %sT %s*b, int n, int m, float f)\n{\n",
        keywords[draw(w, 2)], "", constants[draw(w, 2)], constants[draw(w, 2)],
        draw(w, 4) ? "" : "volatile ");
    put_ids(w);
    put(w, "    int k = 0;\n    T x = (T)(1);\n    int in = at < (size_t)n;\n");
    if (w->has_group)
        put_group(w);
    put(w, "    if (!in)\n        return;\n");
    if (!w->has_group)
        put_return(w);
    for (i = 0; i < count; i++)
        put_loop(w);
    if (w->kernel->is_in_place)
        put(w, "    out[at] = out[at] + x;\n}\n");
    else
        put(w, "    out[at] %s x;\n}\n", draw(w, 2) ? "=" : "+=");
}

static void choose_type(struct writer *w)
{
    static const struct {
        const char *type;
        size_t bytes;
        int is_real;
    } types[] = {{"float", 4, 1}, {"int", 4, 0},    {"float4", 16, 1},
                 {"uint", 4, 0},  {"double", 8, 1}, {"int2", 8, 0},
                 {"float", 4, 1}};
    unsigned i = draw(w, 7);

    w->kernel->type = types[i].type;
    w->kernel->element_bytes = types[i].bytes;
    w->kernel->is_real = types[i].is_real;
}

static void choose_range(struct writer *w)
{
    static const size_t ranges[3][4][3] = {
        {{1000}, {1024}, {777}, {2048}},
        {{32, 24}, {37, 20}, {64, 16}, {100, 9}},
        {{8, 8, 8}, {10, 6, 12}, {16, 4, 8}, {7, 5, 11}}};
    static const size_t locals[3][3] = {{1}, {1, 1}, {1, 1, 1}};
    struct random_kernel *kernel = w->kernel;
    unsigned d, kind = draw(w, 4);

    kernel->dimensions = 1 + draw(w, w->has_macro ? 2 : 3);
    if (w->has_group) {
        kernel->dimensions = 1;
        kind = draw(w, 2) ? 1 : 3;
    }
    memcpy(kernel->global, ranges[kernel->dimensions - 1][kind],
           sizeof(kernel->global));
    if (w->has_group)
        kernel->local[0] = draw(w, 2) ? 64 : 128;
    else if (!draw(w, 3))
        memcpy(kernel->local, locals[kernel->dimensions - 1],
               sizeof(kernel->local));
    kernel->count = (int)kernel->global[0];
    for (d = 1; d < kernel->dimensions; d++)
        kernel->count *= (int)kernel->global[d];
    if (draw(w, 2)) /* not all items have something to do */
        kernel->count -= (int)draw(w, 50);
}

void random_kernel_make(unsigned long seed, struct random_kernel *kernel)
{
    struct writer w = {.kernel = kernel, .state = seed * 2654435761u + 12345};

    memset(kernel, 0, sizeof(*kernel));
    draw(&w, 2);
    w.has_helper = (int)draw(&w, 2);
    w.has_group = !draw(&w, 5);
    w.has_macro = !w.has_group && draw(&w, 2);
    choose_type(&w);
    choose_range(&w);
    kernel->is_in_place = !draw(&w, 4);
    kernel->steps = (int)draw(&w, 12);
    kernel->factor = 0.25f + (float)draw(&w, 1000) / 333.0f;
    put_head(&w);
    put_kernel(&w);
}
