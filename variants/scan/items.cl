/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan_items: blocks of scan_blocks, PER elements an item, the same tree; for GPUs.
 *
 * The original meets at a barrier after each of the tree's 2 * log2(SIZE) levels, and half of its items rest from the
 * first one on. Here an item does the levels below PER elements in registers; one item of eight does the three levels
 * above, and one item of a block the rest: four barriers. A group of 256 items does as many blocks as fit.
 *
 * SIZE: elements of a block.
 * Range: PER elements an item, groups of 256.
 */
#define ITEMS 256
#define ITEMS_OF_BLOCK (SIZE / PER)
#define BLOCKS (ITEMS / ITEMS_OF_BLOCK)
#define RUNS (ITEMS_OF_BLOCK / 8)
/* Eight elements in a row, item by item, lie in different banks. */
#define PLACE(i) ((i) + (i) / 8)

/* The tree of n elements in registers; the last one becomes their sum. */
#define GO_UP(t, n)                                                              \
    _Pragma("unroll") for (int level = 0; (1 << level) < (n); level++)           \
        _Pragma("unroll") for (int i = 1; i < (n); i++)                          \
            if ((i & ((2 << level) - 1)) == (2 << level) - 1)                    \
                t[i] += t[i - (1 << level)]

/* The last one holds what comes before them all. */
#define GO_DOWN(t, n)                                                            \
    _Pragma("unroll") for (int apart = (n) / 2; apart > 0; apart /= 2)              \
        _Pragma("unroll") for (int i = 1; i < (n); i++)                          \
            if ((i & (2 * apart - 1)) == 2 * apart - 1) {                          \
                const float first = t[i - apart];                                 \
                t[i - apart] = t[i];                                              \
                t[i] += first;                                                   \
            }

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void scan_items(global float *output,
                                                                          global const float *input,
                                                                          global float *totals, int blocks)
{
    local float sums[PLACE(ITEMS)], tops[ITEMS / 8];
    const int own = get_local_id(0), first_block = get_group_id(0) * BLOCKS;
    const size_t at = (size_t)first_block * SIZE + own * PER;
    const bool is_inside = first_block + own / ITEMS_OF_BLOCK < blocks;
    float t[PER], run[8];

#pragma unroll
    for (int i = 0; i < PER; i += 4) {
        const float4 four = is_inside ? *(global const float4 *)(input + at + i) : (float4)(0.0f);
        t[i] = four.x, t[i + 1] = four.y, t[i + 2] = four.z, t[i + 3] = four.w;
    }
    GO_UP(t, PER);
    sums[PLACE(own)] = t[PER - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < ITEMS / 8) {
#pragma unroll
        for (int i = 0; i < 8; i++)
            run[i] = sums[PLACE(own * 8 + i)];
        GO_UP(run, 8);
        tops[own] = run[7];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < BLOCKS && first_block + own < blocks) {
        float top[RUNS];
#pragma unroll
        for (int i = 0; i < RUNS; i++)
            top[i] = tops[own * RUNS + i];
        GO_UP(top, RUNS);
        totals[first_block + own] = top[RUNS - 1];
        top[RUNS - 1] = 0.0f;
        GO_DOWN(top, RUNS);
#pragma unroll
        for (int i = 0; i < RUNS; i++)
            tops[own * RUNS + i] = top[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < ITEMS / 8) {
        run[7] = tops[own];
        GO_DOWN(run, 8);
#pragma unroll
        for (int i = 0; i < 8; i++)
            sums[PLACE(own * 8 + i)] = run[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    t[PER - 1] = sums[PLACE(own)];
    GO_DOWN(t, PER);
    if (is_inside)
#pragma unroll
        for (int i = 0; i < PER; i += 4)
            *(global float4 *)(output + at + i) = (float4)(t[i], t[i + 1], t[i + 2], t[i + 3]);
}
