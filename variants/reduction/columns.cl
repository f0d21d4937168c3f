/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduction_columns: one sum per group of the original launch, every addition
 * in the original's order (reduction.cl says which), without LOOP.
 *
 * For GPUs. The original has an item per element (or two), and most of them
 * only wait at barriers for the tree. Here 32 items do the work of one group:
 * each loads R = L / 32 partial sums at once and adds the first log2(R) levels
 * of the tree, or the last ones, in registers, before 32 sums are left for
 * local memory. GROUPS original groups share one group of items.
 *
 * Halves (TREE 1): item t holds t, t + 32, t + 64, ...; R/2 of them are one
 * level apart, and so on. Neighbours (TREE 2): item t holds R consecutive.
 *
 * L = 32 * R. Range: 32 * GROUPS items per GROUPS original groups.
 */
kernel __attribute__((reqd_work_group_size(32 * GROUPS, 1, 1)))
void reduction_columns(global const T *restrict in, global const T *restrict in2, global T *restrict out,
                       int n, int L_, int G)
{
    enum { L = 32 * R };
    local T sums[GROUPS][33];
    const int t = get_local_id(0) % 32, mine = get_local_id(0) / 32;
    const int g = get_group_id(0) * GROUPS + mine;
    const long i = START_OF((long)g);
    local T *sum = sums[mine];
    T r[R];

    if (g < G) {
        if (i + SPAN <= n) {
#pragma unroll
            for (int k = 0; k < R; k++)
                SET_WHOLE(r[k], i, (TREE == 1 ? t + 32 * k : t * R + k));
        } else {
#pragma unroll
            for (int k = 0; k < R; k++)
                SET_EDGE(r[k], i, (TREE == 1 ? t + 32 * k : t * R + k));
        }
#if TREE == 1
#pragma unroll
        for (int s = R / 2; s > 0; s /= 2)
#pragma unroll
            for (int k = 0; k < s; k++)
                r[k] += r[k + s];
#else
#pragma unroll
        for (int s = 1; s < R; s *= 2)
#pragma unroll
            for (int k = 0; k + s < R; k += 2 * s)
                r[k] += r[k + s];
#endif
        sum[t] = r[0];
    }
#if TREE == 1
    for (int s = 16; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < s)
            sum[t] += sum[t + s];
    }
#else
    for (int s = 1; s < 32; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (2 * s * t < 32)
            sum[2 * s * t] += sum[2 * s * t + s];
    }
#endif
    if (t == 0 && g < G)
        out[g] = sum[0];
}
