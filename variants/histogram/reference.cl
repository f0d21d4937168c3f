/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram: counts of one group's share of the data, 256 counts a group.
 *
 * Range: any number of groups of the size that the program chose.
 */
#ifndef WARP_COUNT
#define WARP_COUNT 6
#endif
#ifndef LOG2_WARP_SIZE
#define LOG2_WARP_SIZE 5
#endif

/* 256 values (each below 256) an item, in counters of 8 bits, which one value 256 times sets to 0 again. */
kernel void histogram_items(global const uint *data, local uchar *counts, global uint *result)
{
    const uint own = get_local_id(0), size = get_local_size(0), group = get_group_id(0);

    for (uint i = 0; i < 256; i++)
        counts[own * 256 + i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 256; i++)
        counts[own * 256 + data[(group * 256 + i) * size + own]]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = own; i < 256 / size * size; i += size) {
        uint sum = 0;
        for (uint k = 0; k < size; k++)
            sum += counts[k * 256 + i];
        result[group * 256 + i] = sum;
    }
}

/* The four bytes of words that lie apart by the range. */
kernel void histogram_words(global uint *result, global const uint *data, uint words)
{
    local uint counts[256];

    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint at = get_global_id(0); at < words; at += get_global_size(0)) {
        const uint word = data[at];
        atomic_inc(&counts[word & 255]);
        atomic_inc(&counts[word >> 8 & 255]);
        atomic_inc(&counts[word >> 16 & 255]);
        atomic_inc(&counts[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        result[get_group_id(0) * 256 + i] = counts[i];
}
