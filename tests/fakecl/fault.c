/* SPDX-License-Identifier: Apache-2.0 */
#include "ops.h"

#include <math.h>

/* The bytes of the allocation that the span lies in. */
static void find_root(const struct fakecl_span *span, unsigned char **first,
                      unsigned char **last)
{
    cl_mem root = span->mem->parent ? span->mem->parent : span->mem;

    *first = root->data;
    *last = root->data + root->size;
}

static void flip(unsigned char *at, unsigned char *end)
{
    for (; at < end; at++)
        *at = (unsigned char)~*at;
}

/* Write outside of the output, but never outside of the allocation. */
static void stray(const struct fakecl_script *script,
                  const struct fakecl_span *output)
{
    unsigned char *end = output->data + output->bytes;
    unsigned char *first, *last;
    size_t over = (size_t)script->overrun;
    size_t under = (size_t)script->underrun;

    find_root(output, &first, &last);
    if (over > (size_t)(last - end))
        over = (size_t)(last - end);
    if (under > (size_t)(output->data - first))
        under = (size_t)(output->data - first);
    flip(end, end + over);
    flip(output->data - under, output->data);
}

static void spoil(const struct fakecl_script *script,
                  const struct fakecl_span *output)
{
    size_t elements = output->bytes / output->elem_bytes * output->lanes;

    if (script->wrong_byte >= 0 && script->wrong_byte < (double)output->bytes)
        output->data[(size_t)script->wrong_byte] ^= 0x01;
    if (script->nan >= 0 && script->nan < (double)elements)
        fakecl_element_set(output, (size_t)script->nan, (double)NAN);
    if (script->error != 0 && elements)
        fakecl_element_set(output, 0,
                           fakecl_element_get(output, 0) * (1 + script->error));
    if (script->racy != 0 && output->bytes)
        output->data[0] ^= (unsigned char)fakecl_state.num_launches;
    stray(script, output);
}

/* wrong_after=N: the launches before the N-th are right. */
void fakecl_fault_apply(const struct fakecl_launch *launch,
                        const struct fakecl_span *output)
{
    const struct fakecl_function *function = launch->function;

    if (launch->is_wrong && output->bytes)
        output->data[0] ^= 0x01;
    if ((double)function->num_launches + 1 >= function->script.wrong_after)
        spoil(&function->script, output);
}
