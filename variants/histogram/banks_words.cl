/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_banks_words: what a group of histogram_words counts, 16 bytes an access; for GPUs.
 *
 * A group counts the words that the original's group of that number counts: every `step` words a piece of `size`.
 * FACTOR pieces are read at once, and an item's reads of AHEAD rounds are under way before it counts any of them.
 *
 * Range: the original's groups, of size / 4 * FACTOR items; sizes are multiples of 4, AHEAD * FACTOR * step < 2^31.
 */
void count_word(local uint *counts, uint word)
{
    atomic_inc(&counts[(word & 255) * COPIES]);
    atomic_inc(&counts[(word >> 8 & 255) * COPIES]);
    atomic_inc(&counts[(word >> 16 & 255) * COPIES]);
    atomic_inc(&counts[(word >> 24) * COPIES]);
}

kernel void histogram_banks_words(global uint *result, global const uint *data, int words, int size)
{
    local uint counts[256 * COPIES];
    const uint own = get_local_id(0), items = get_local_size(0), quads = max(size / 4, 1), group = get_group_id(0);
    const uint step = get_num_groups(0) * size, end = words;
    local uint *mine = counts + own % COPIES;

    clear(counts, own, items);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint at = group * size + own / quads * step + own % quads * 4; at < end; at += AHEAD * FACTOR * step) {
        uint4 held[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (at + k * FACTOR * step + 4 <= end)
                held[k] = *(global const uint4 *)(data + at + k * FACTOR * step);
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            const uint from = at + k * FACTOR * step;
            if (from + 4 <= end) {
                count_word(mine, held[k].x);
                count_word(mine, held[k].y);
                count_word(mine, held[k].z);
                count_word(mine, held[k].w);
            } else {
                for (uint i = from; i < end; i++)
                    count_word(mine, data[i]);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    add_up(counts, result + (size_t)group * 256, own, items);
}
