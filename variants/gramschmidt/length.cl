/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gramschmidt_length: r(k,k) = the square root of the sum over i of a(i,k) * a(i,k), i = 0 .. rows - 1 in order.
 *
 * For GPUs. The sum is one chain of additions, but what it adds can come all at once: ITEMS items read the column,
 * each element a line of its own, into local memory, and one item adds. The original waits for a read every few
 * additions.
 */
#ifndef T
#define T float
#endif
#define PER 4

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gramschmidt_length(global const T *a, global T *r, int k, int rows, int lda)
{
    local T column[2][ITEMS * PER];
    const int lid = get_local_id(0);
    T hold[PER], sum = 0;

#define FETCH(i0)                                                      \
    _Pragma("unroll") for (int n = 0; n < PER; n++)                    \
        if ((i0) + lid + n * ITEMS < rows)                             \
            hold[n] = a[(size_t)((i0) + lid + n * ITEMS) * lda + k]

    FETCH(0);
    for (int i0 = 0, slot = 0; i0 < rows; i0 += ITEMS * PER, slot ^= 1) {
        const int count = min(ITEMS * PER, rows - i0);
#pragma unroll
        for (int n = 0; n < PER; n++)
            column[slot][lid + n * ITEMS] = hold[n];
        FETCH(i0 + ITEMS * PER);
        barrier(CLK_LOCAL_MEM_FENCE); /* this part is here; the next one goes to the other slot */
        if (lid == 0) {
#pragma unroll 16
            for (int i = 0; i < count; i++)
                sum += column[slot][i] * column[slot][i];
        }
    }
    if (lid == 0)
        r[(size_t)k * lda + k] = sqrt(sum);
}
