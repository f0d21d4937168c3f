/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduction_groups: one sum per group of the original launch, every addition
 * in the original's order (reduction.cl says which).
 *
 * For CPUs. The original spends its time in barriers: log2(L) of them, each
 * a loop over all items. Here one item does the work of one group: the L
 * partial sums stand in an array that stays in the first-level cache, loops
 * over it are loops over vectors, and a barrier is just the end of a loop.
 *
 * L is at most MOST. Range: one item per group.
 */
kernel void reduction_groups(global const T *restrict in, global const T *restrict in2, global T *restrict out,
                             int n, int L, int G)
{
    const int g = get_global_id(0);
    T sum[MOST];
    int t, s;
    long i = START_OF(g);

    if (g >= G)
        return;
#if LOOP
    for (t = 0; t < L; t++)
        sum[t] = 0;
    for (; i < n; i += STRIDE)
        if (i + SPAN <= n)
            for (t = 0; t < L; t++)
                ADD_WHOLE(sum[t], i, t);
        else
            for (t = 0; t < L; t++)
                ADD_EDGE(sum[t], i, t);
#else
    if (i + SPAN <= n)
        for (t = 0; t < L; t++)
            SET_WHOLE(sum[t], i, t);
    else
        for (t = 0; t < L; t++)
            SET_EDGE(sum[t], i, t);
#endif
#if TREE == 1
    for (s = L / 2; s > 0; s /= 2)
        for (t = 0; t < s; t++)
            sum[t] += sum[t + s];
#elif TREE == 2
    for (s = L / 2; s > 0; s /= 2) /* each level's sums moved together */
        for (t = 0; t < s; t++)
            sum[t] = sum[2 * t] + sum[2 * t + 1];
#endif
#if TREE
    out[g] = sum[0];
#else
    for (t = 0; t < L; t++)
        out[(long)g * L + t] = sum[t];
#endif
}
