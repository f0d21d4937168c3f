/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_group_items: what a group of histogram_items counts, by one item; for CPUs.
 *
 * Four tables, so that equal values one after the other do not wait for each other. An item of the original that has
 * one value 256 times counts 0 of it: lanes watch for columns of one value and take those 256 out again.
 *
 * Range: an item a group.
 */
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void histogram_group_items(global const uint *data,
                                                                                 global uint *result, int size)
{
    uint counts[4 * 256];
    global const uint *in = data + (size_t)get_global_id(0) * 256 * size;

    for (int i = 0; i < 4 * 256; i++)
        counts[i] = 0;
    for (int i = 0; i < 256 * size; i += 4) {
        const uint4 values = vload4(0, in + i) & 255;
        counts[values.x]++;
        counts[256 + values.y]++;
        counts[512 + values.z]++;
        counts[768 + values.w]++;
    }
    for (int column = 0; column < size; column += 4) {
        const uint4 first = vload4(0, in + column);
        int4 same = -1;
        for (int i = 1; i < 256 && any(same); i++)
            same &= vload4(0, in + i * size + column) == first;
        counts[first.x & 255] -= same.x ? 256 : 0;
        counts[first.y & 255] -= same.y ? 256 : 0;
        counts[first.z & 255] -= same.z ? 256 : 0;
        counts[first.w & 255] -= same.w ? 256 : 0;
    }
    for (int i = 0; i < 256; i++)
        result[(size_t)get_global_id(0) * 256 + i] = counts[i] + counts[256 + i] + counts[512 + i] + counts[768 + i];
}
