/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduction_chains, reduction_trees: one sum per group of the original launch,
 * every addition in the original's order (reduction.cl says which), for LOOP.
 *
 * For GPUs. An item's partial sum is a chain of additions over the whole
 * input, and the original asks for one element, adds it, asks for the next;
 * with few groups the device stands idle. Chains of one group do not depend on
 * each other, so here they are spread over all multiprocessors in groups of
 * ITEMS, whatever the original's group size (declared, for only then may an
 * item have the registers), and each asks for AHEAD steps before it adds the
 * first. The tree follows in a second launch, from scratch
 * memory (TREE 0: the chains are the result).
 *
 * Range: reduction_chains one item per chain, G * L; reduction_trees a group
 * of L items per original group.
 */
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void reduction_chains(global const T *restrict in, global const T *restrict in2, global T *restrict partial,
                             int n, int L, int G)
{
    const long id = get_global_id(0);
    const long g = id / L, t = id % L;
    long i = START_OF(g);
    T sum = 0;

    if (id >= (long)G * L)
        return;
    for (; i + (AHEAD - 1) * STRIDE + SPAN <= n; i += AHEAD * STRIDE) {
        T first[AHEAD];
#if PAIR || DOT
        T second[AHEAD];
#endif
        global const T *from = in + i + t;
#if DOT
        global const T *from2 = in2 + i + t;
#endif

#pragma unroll
        for (int k = 0; k < AHEAD; k++, from += STRIDE) {
            first[k] = *from;
#if PAIR
            second[k] = from[L];
#elif DOT
            second[k] = *from2;
            from2 += STRIDE;
#endif
        }
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
#if PAIR == 2
            sum += first[k] + second[k];
#elif DOT
            sum += first[k] * second[k];
#else
            sum += first[k];
#if PAIR
            sum += second[k];
#endif
#endif
        }
    }
    for (; i < n; i += STRIDE)
        ADD_EDGE(sum, i, t);
    partial[id] = sum;
}

#if TREE
kernel void reduction_trees(global const T *restrict partial, global T *restrict out, int L)
{
    local T sum[MOST];
    const int t = get_local_id(0), g = get_group_id(0);

    sum[t] = partial[(long)g * L + t];
    for (int s = L / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < s)
            sum[t] += sum[t + s];
    }
    if (t == 0)
        out[g] = sum[0];
}
#endif
