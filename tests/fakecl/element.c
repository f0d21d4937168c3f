/* SPDX-License-Identifier: Apache-2.0 */
#include "ops.h"

#include <string.h>

/* 64-bit integers keep 53 bits; copies never come here. */
static double load(enum fakecl_elem elem, const unsigned char *at)
{
    union {
        float f32;
        double f64;
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
    } value;

    switch (elem) {
    case FAKECL_ELEM_F32:
        memcpy(&value.f32, at, sizeof(value.f32));
        return (double)value.f32;
    case FAKECL_ELEM_F64:
        memcpy(&value.f64, at, sizeof(value.f64));
        return value.f64;
    case FAKECL_ELEM_I32:
        memcpy(&value.i32, at, sizeof(value.i32));
        return value.i32;
    case FAKECL_ELEM_U32:
        memcpy(&value.u32, at, sizeof(value.u32));
        return value.u32;
    case FAKECL_ELEM_I64:
        memcpy(&value.i64, at, sizeof(value.i64));
        return (double)value.i64;
    case FAKECL_ELEM_U64:
        memcpy(&value.u64, at, sizeof(value.u64));
        return (double)value.u64;
    default:
        return *at;
    }
}

static void store(enum fakecl_elem elem, unsigned char *at, double value)
{
    float f32 = (float)value;
    bool is_in_range = value > -9e18 && value < 9e18;
    int64_t i64 = is_in_range ? (int64_t)value : 0;
    uint32_t u32 = (uint32_t)i64;

    switch (elem) {
    case FAKECL_ELEM_F32:
        memcpy(at, &f32, sizeof(f32));
        break;
    case FAKECL_ELEM_F64:
        memcpy(at, &value, sizeof(value));
        break;
    case FAKECL_ELEM_I32:
    case FAKECL_ELEM_U32:
        memcpy(at, &u32, sizeof(u32));
        break;
    case FAKECL_ELEM_I64:
    case FAKECL_ELEM_U64:
        memcpy(at, &i64, sizeof(i64));
        break;
    default:
        *at = (unsigned char)i64;
        break;
    }
}

static size_t lane_bytes(const struct fakecl_span *span)
{
    return span->elem_bytes / span->lanes;
}

double fakecl_element_get(const struct fakecl_span *span, size_t i)
{
    return load(span->elem, span->data + i * lane_bytes(span));
}

void fakecl_element_set(const struct fakecl_span *span, size_t i, double value)
{
    store(span->elem, span->data + i * lane_bytes(span), value);
}

double fakecl_element_round(const struct fakecl_span *span, double value)
{
    return span->elem == FAKECL_ELEM_F32 ? (double)(float)value : value;
}

static double term_value(const struct fakecl_term *term,
                         const struct fakecl_launch *launch)
{
    const struct fakecl_value *value = &launch->values[term->index];

    switch (term->kind) {
    case FAKECL_TERM_ARG:
        return load(launch->function->parameters[term->index].elem,
                    value->bytes);
    case FAKECL_TERM_GLOBAL:
        return (double)launch->global[term->index];
    case FAKECL_TERM_LOCAL:
        return (double)launch->local[term->index];
    default:
        return term->number;
    }
}

double fakecl_operand_value(const struct fakecl_operand *operand,
                            const struct fakecl_launch *launch)
{
    double product = 1;
    unsigned i;

    for (i = 0; i < operand->num_terms; i++)
        product *= term_value(&operand->terms[i], launch);
    return product;
}
