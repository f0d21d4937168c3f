/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ops: what the kernels compute, on host memory.
 *
 * A span is the part of a buffer that an argument names, from the start of
 * its memory object; it never reaches beyond that. Spans are values and
 * borrow the buffer. Under the lock.
 */
#ifndef FAKECL_OPS_H
#define FAKECL_OPS_H

#include "kernel.h"

#pragma GCC visibility push(hidden)

struct fakecl_span {
    cl_mem mem;
    unsigned char *data;
    /* As many bytes as the operation touches. */
    size_t bytes;
    size_t elem_bytes;
    size_t lanes;
    enum fakecl_elem elem;
};

/* element.c: number `i` of the span as a double, and back. */
double fakecl_element_get(const struct fakecl_span *span, size_t i);
void fakecl_element_set(const struct fakecl_span *span, size_t i, double value);
/* The value rounded as a variable of the element type would be. */
double fakecl_element_round(const struct fakecl_span *span, double value);

/* element.c: an operand's value for this launch. */
double fakecl_operand_value(const struct fakecl_operand *operand,
                            const struct fakecl_launch *launch);

/* fault.c: spoil the output as the script asks. */
void fakecl_fault_apply(const struct fakecl_launch *launch,
                        const struct fakecl_span *output);

#pragma GCC visibility pop

#endif
