/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_merge: one step of a bitonic network with values, for pairs 16 or more apart, 16 at a time; for CPUs.
 *
 * Range: PER times 16 pairs an item.
 */
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void sort_merge(global uint *dst_key, global uint *dst_value,
                                                                      global const uint *src_key,
                                                                      global const uint *src_value, uint length,
                                                                      uint stride, uint size, uint direction)
{
    const uint first = get_global_id(0) * PER * 16;

    for (uint pair = first; pair < first + PER * 16; pair += 16) {
        const size_t at = 2 * pair - (pair & (stride - 1)), end = at + stride;
        const uint16 a = vload16(0, src_key + at), b = vload16(0, src_key + end);
        const uint16 va = vload16(0, src_value + at), vb = vload16(0, src_value + end);
        const int16 is_changed = (a > b) == IS_DOWN(pair + LANE);
        vstore16(select(a, b, is_changed), 0, dst_key + at);
        vstore16(select(b, a, is_changed), 0, dst_key + end);
        vstore16(select(va, vb, is_changed), 0, dst_value + at);
        vstore16(select(vb, va, is_changed), 0, dst_value + end);
    }
}
