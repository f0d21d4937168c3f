/* SPDX-License-Identifier: Apache-2.0 */
#include "ops.h"

#include "image.h"

#include <stdlib.h>
#include <string.h>

/* An operation under way; the first thing that goes wrong stays in `err`. */
struct work {
    const struct fakecl_launch *launch;
    const struct fakecl_script *script;
    struct fakecl_span output;
    cl_int err;
};

static size_t count_of(const struct work *work,
                       const struct fakecl_operand *operand, size_t otherwise)
{
    double value;

    if (!operand->num_terms)
        return otherwise;
    value = fakecl_operand_value(operand, work->launch);
    return value > 0 && value < 1e15 ? (size_t)value : 0;
}

/* Without `count`, there is one element for each work-item. */
static size_t element_count(const struct work *work)
{
    const size_t *global = work->launch->global;

    return count_of(work, &work->script->count,
                    global[0] * global[1] * global[2]);
}

static void fail(struct work *work, cl_int err)
{
    if (!work->err)
        work->err = err;
}

/* `count` elements of the buffer that the operand names. */
static struct fakecl_span
span_of(struct work *work, const struct fakecl_operand *operand, size_t count)
{
    const struct fakecl_launch *launch = work->launch;
    unsigned index = operand->terms[0].index;
    const struct fakecl_parameter *parameter =
        &launch->function->parameters[index];
    struct fakecl_span span = {.lanes = 1, .elem_bytes = 1};

    if (!operand->num_terms || !launch->values[index].mem || !parameter->size) {
        fail(work, CL_INVALID_ARG_VALUE);
        return span;
    }
    span.mem = launch->values[index].mem;
    span.data = span.mem->data;
    if (span.mem->image) {
        span.elem = span.mem->image->elem;
        span.lanes = span.mem->image->lanes;
        span.elem_bytes = span.mem->image->element_bytes;
    } else {
        span.elem = parameter->elem;
        span.lanes = parameter->lanes;
        span.elem_bytes = parameter->size;
    }
    span.bytes = count * span.elem_bytes;
    if (span.bytes > span.mem->size) {
        fakecl_state.num_out_of_bounds++;
        fail(work, CL_OUT_OF_RESOURCES);
    }
    return span;
}

static void do_copy(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span dst = span_of(work, &work->script->dst, count);
    struct fakecl_span src = span_of(work, &work->script->src, count);

    if (work->err)
        return;
    memmove(dst.data, src.data, dst.bytes < src.bytes ? dst.bytes : src.bytes);
    work->output = dst;
}

static void do_scale(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span dst = span_of(work, &work->script->dst, count);
    struct fakecl_span src = span_of(work, &work->script->src, count);
    double factor = fakecl_operand_value(&work->script->factor, work->launch);
    size_t i;

    for (i = 0; !work->err && i < count * dst.lanes; i++)
        fakecl_element_set(&dst, i, fakecl_element_get(&src, i) * factor);
    work->output = dst;
}

static void do_add(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span dst = span_of(work, &work->script->dst, count);
    struct fakecl_span a = span_of(work, &work->script->a, count);
    struct fakecl_span b = span_of(work, &work->script->b, count);
    size_t i;

    for (i = 0; !work->err && i < count * dst.lanes; i++)
        fakecl_element_set(
            &dst, i, fakecl_element_get(&a, i) + fakecl_element_get(&b, i));
    work->output = dst;
}

static void do_increment(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span dst = span_of(work, &work->script->dst, count);
    double value = fakecl_operand_value(&work->script->value, work->launch);
    size_t i;

    for (i = 0; !work->err && i < count * dst.lanes; i++)
        fakecl_element_set(&dst, i, fakecl_element_get(&dst, i) + value);
    work->output = dst;
}

static void do_fill(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span dst = span_of(work, &work->script->dst, count);
    double value =
        work->script->value.num_terms
            ? fakecl_operand_value(&work->script->value, work->launch)
            : 0;
    size_t i;

    for (i = 0; !work->err && i < count * dst.lanes; i++)
        fakecl_element_set(&dst, i, value);
    work->output = dst;
}

/* The sum of [first, last), rounded at each step as a kernel would. */
static double sum_part(const struct fakecl_span *src, size_t first, size_t last)
{
    double sum = 0;
    size_t i;

    for (i = first; i < last; i++)
        sum = fakecl_element_round(src, sum + fakecl_element_get(src, i));
    return sum;
}

/*
 * `parts` sums of consecutive parts; a second launch may add them up. With
 * `scratch` they go there, and their sum to dst.
 */
static void do_sum(struct work *work)
{
    bool has_scratch = work->script->scratch.num_terms > 0;
    size_t count = element_count(work);
    size_t parts = count_of(work, &work->script->parts, 1);
    struct fakecl_span src = span_of(work, &work->script->src, count);
    struct fakecl_span dst =
        span_of(work, &work->script->dst, has_scratch ? 1 : parts);
    struct fakecl_span partial =
        has_scratch ? span_of(work, &work->script->scratch, parts) : dst;
    size_t i;

    for (i = 0; !work->err && i < parts; i++)
        fakecl_element_set(&partial, i,
                           sum_part(&src, count * src.lanes * i / parts,
                                    count * src.lanes * (i + 1) / parts));
    if (!work->err && has_scratch)
        fakecl_element_set(&dst, 0, sum_part(&partial, 0, parts));
    work->output = dst;
}

static void do_transpose(struct work *work)
{
    size_t width = count_of(work, &work->script->width, 0);
    size_t height = count_of(work, &work->script->height, 0);
    struct fakecl_span dst = span_of(work, &work->script->dst, width * height);
    struct fakecl_span src = span_of(work, &work->script->src, width * height);
    size_t bytes = dst.elem_bytes;
    size_t x, y;

    for (y = 0; !work->err && y < height; y++)
        for (x = 0; x < width; x++)
            memcpy(dst.data + (x * height + y) * bytes,
                   src.data + (y * width + x) * bytes, bytes);
    work->output = dst;
}

/* Row-major c[m][n] = a[m][k] * b[k][n]. */
static void do_gemm(struct work *work)
{
    size_t m = count_of(work, &work->script->m, 0);
    size_t n = count_of(work, &work->script->n, 0);
    size_t k = count_of(work, &work->script->k, 0);
    struct fakecl_span a = span_of(work, &work->script->a, m * k);
    struct fakecl_span b = span_of(work, &work->script->b, k * n);
    struct fakecl_span c = span_of(work, &work->script->c, m * n);
    size_t at, i;

    for (at = 0; !work->err && at < m * n; at++) {
        double sum = 0;

        for (i = 0; i < k; i++) {
            double x = fakecl_element_get(&a, at / n * k + i);
            double y = fakecl_element_get(&b, i * n + at % n);

            sum =
                fakecl_element_round(&c, sum + fakecl_element_round(&c, x * y));
        }
        fakecl_element_set(&c, at, sum);
    }
    work->output = c;
}

/* dst[0] becomes 1 where the bytes of a and b are not equal. */
static void do_differ(struct work *work)
{
    size_t count = element_count(work);
    struct fakecl_span a = span_of(work, &work->script->a, count);
    struct fakecl_span b = span_of(work, &work->script->b, count);
    struct fakecl_span dst = span_of(work, &work->script->dst, 1);

    if (!work->err && memcmp(a.data, b.data, a.bytes) != 0)
        fakecl_element_set(&dst, 0, 1);
}

/*
 * dst[k + i] becomes a hash of i and the value, of which the bits of m stay
 * and those of n are set.
 */
static void do_random(struct work *work)
{
    const struct fakecl_launch *launch = work->launch;
    size_t count = element_count(work);
    size_t first = count_of(work, &work->script->k, 0);
    struct fakecl_span dst = span_of(work, &work->script->dst, first + count);
    uint32_t keep = (uint32_t)fakecl_operand_value(&work->script->m, launch);
    uint32_t set = (uint32_t)fakecl_operand_value(&work->script->n, launch);
    uint32_t seed =
        (uint32_t)fakecl_operand_value(&work->script->value, launch);
    size_t i;

    for (i = 0; !work->err && i < count; i++) {
        uint32_t bits = ((uint32_t)i + 77777 * seed) * 0x9e3779b9u;

        bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
        bits = ((bits ^ (bits >> 16)) & keep) | set;
        fakecl_element_set(&dst, first + i, bits);
    }
}

static void do_nothing(struct work *work)
{
    (void)work;
}

static void (*const operations[])(struct work *) = {
    [FAKECL_OP_NOOP] = do_nothing,
    [FAKECL_OP_COPY] = do_copy,
    [FAKECL_OP_SCALE] = do_scale,
    [FAKECL_OP_ADD] = do_add,
    [FAKECL_OP_INCREMENT] = do_increment,
    [FAKECL_OP_FILL] = do_fill,
    [FAKECL_OP_SUM] = do_sum,
    [FAKECL_OP_TRANSPOSE] = do_transpose,
    [FAKECL_OP_GEMM] = do_gemm,
    [FAKECL_OP_DIFFER] = do_differ,
    [FAKECL_OP_RANDOM] = do_random,
};

cl_int fakecl_op_run(const struct fakecl_launch *launch)
{
    const struct fakecl_script *script = &launch->function->script;
    struct work work = {.launch = launch, .script = script};

    if (script->exec_fail < 0)
        return (cl_int)script->exec_fail;
    operations[(enum fakecl_op)script->op](&work);
    if (!work.err && work.output.mem)
        fakecl_fault_apply(launch, &work.output);
    return work.err;
}
