/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_runs: all that a group of a bitonic sort does to its LIMIT elements, by one item; for CPUs.
 *
 * The original meets at a barrier after every step. Here 16 pairs are compared at once: elements 16 or more apart
 * by vectors, nearer ones within a vector, where every lane sees its partner and both decide alike.
 *
 * LIMIT: elements of a group. FIRST_SIZE, LAST_SIZE, STRIDE: sizes of runs and their first stride.
 * IS_DOWN(pairs): -1 for pairs that change places where the first is greater.
 * Range: an item a group.
 */
void order_far(uint16 *keys, uint16 *values, int stride, int16 dir)
{
    const uint16 a = keys[0], b = keys[stride], va = values[0], vb = values[stride];
    const int16 is_changed = (a > b) == dir;

    keys[0] = select(a, b, is_changed);
    keys[stride] = select(b, a, is_changed);
    values[0] = select(va, vb, is_changed);
    values[stride] = select(vb, va, is_changed);
}

void order_near(uint16 *keys, uint16 *values, uint stride, int16 dir)
{
    const uint16 key = *keys, other = shuffle(key, LANE ^ stride);
    const int16 is_changed = select(key > other, other > key, is_second(stride)) == dir;

    *keys = select(key, other, is_changed);
    *values = select(*values, shuffle(*values, LANE ^ stride), is_changed);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void sort_runs(global uint *dst_key, global uint *dst_value,
                                                                     global const uint *src_key,
                                                                     global const uint *src_value, uint length,
                                                                     uint first_stride, uint merge_size,
                                                                     uint direction)
{
    const size_t first = (size_t)get_global_id(0) * LIMIT;
    uint16 keys[LIMIT / 16], values[LIMIT / 16];

    for (int i = 0; i < LIMIT / 16; i++) {
        keys[i] = vload16(i, src_key + first);
        values[i] = vload16(i, src_value + first);
    }
    for (uint size = FIRST_SIZE;; size *= 2) {
        uint stride = STRIDE;
        for (; stride >= 16; stride /= 2)
            for (uint at = 0; at < LIMIT; at += 16)
                if (!(at & stride))
                    order_far(keys + at / 16, values + at / 16, stride / 16, IS_DOWN(pairs_of(first + at, stride)));
        for (; stride > 0; stride /= 2)
            for (uint at = 0; at < LIMIT; at += 16)
                order_near(keys + at / 16, values + at / 16, stride, IS_DOWN(pairs_of(first + at, stride)));
        if (size >= LAST_SIZE)
            break;
    }
    for (int i = 0; i < LIMIT / 16; i++) {
        vstore16(keys[i], i, dst_key + first);
        vstore16(values[i], i, dst_value + first);
    }
}
