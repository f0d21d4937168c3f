/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_atomics: histogram_words with the hardware's local atomics, TABLES tables a group; for GPUs.
 *
 * The original finds out by tags and reading back whose increment of a table has won.
 *
 * Range: the original's, groups of 192 or so; the order of counting does not matter to integers.
 */
kernel void histogram_atomics(global uint *result, global const uint *data, int words)
{
    local uint counts[TABLES * 256];
    local uint *own = counts + get_local_id(0) % TABLES * 256;
    const size_t step = get_global_size(0);

    for (int i = get_local_id(0); i < TABLES * 256; i += get_local_size(0))
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t at = get_global_id(0); at < words; at += step) {
        const uint word = data[at];
        atomic_inc(&own[word & 255]);
        atomic_inc(&own[word >> 8 & 255]);
        atomic_inc(&own[word >> 16 & 255]);
        atomic_inc(&own[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < 256; i += get_local_size(0)) {
        uint sum = 0;
        for (int t = 0; t < TABLES; t++)
            sum += counts[t * 256 + i];
        result[(size_t)get_group_id(0) * 256 + i] = sum;
    }
}
