/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_merge_quads: one step of a bitonic network with values, pairs 16 or more apart, PER times four an item; for
 * GPUs.
 *
 * Sixteen bytes to an access where the original moves four, and all of an item's reads before its first write.
 *
 * IS_DOWN_ONE(pair): whether a pair changes places where the first is greater (else where it is not).
 * Range: groups of SIZE items, each 4 * PER * SIZE pairs in PER rounds.
 */
kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void sort_merge_quads(
    global uint *dst_key, global uint *dst_value, global const uint *src_key, global const uint *src_value, uint length,
    uint stride, uint size, uint direction, int pairs)
{
    const uint first = (get_group_id(0) * SIZE * PER + get_local_id(0)) * 4;
    uint4 a[PER], b[PER], va[PER], vb[PER];

#define PAIR (first + k * SIZE * 4)
#define LEFT (2 * PAIR - (PAIR & (stride - 1)))
#pragma unroll
    for (int k = 0; k < PER; k++)
        if (PAIR < pairs) {
            a[k] = *(global const uint4 *)(src_key + LEFT);
            b[k] = *(global const uint4 *)(src_key + LEFT + stride);
            va[k] = *(global const uint4 *)(src_value + LEFT);
            vb[k] = *(global const uint4 *)(src_value + LEFT + stride);
        }
#pragma unroll
    for (int k = 0; k < PER; k++)
        if (PAIR < pairs) {
            const int4 down = (int4)(IS_DOWN_ONE(PAIR) ? -1 : 0, IS_DOWN_ONE(PAIR + 1) ? -1 : 0,
                                     IS_DOWN_ONE(PAIR + 2) ? -1 : 0, IS_DOWN_ONE(PAIR + 3) ? -1 : 0);
            const int4 is_changed = (a[k] > b[k]) == down;
            *(global uint4 *)(dst_key + LEFT) = select(a[k], b[k], is_changed);
            *(global uint4 *)(dst_value + LEFT) = select(va[k], vb[k], is_changed);
            *(global uint4 *)(dst_key + LEFT + stride) = select(b[k], a[k], is_changed);
            *(global uint4 *)(dst_value + LEFT + stride) = select(vb[k], va[k], is_changed);
        }
}
