/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram: a group's counters in local memory, COPIES of each next to each other; shared by this family's sources
 * for GPUs.
 *
 * Items that are neighbours count in different copies. With 32 of them, as many as a GPU's local memory has banks, no
 * two items of a warp ever meet in a bank, whatever the data; with fewer, a group takes less local memory.
 */
void clear(local uint *counts, uint own, uint items)
{
    for (uint i = own; i < 256 * COPIES; i += items)
        counts[i] = 0;
}

/* Neighbours begin with different copies, so that they meet in no bank here either. */
void add_up(local const uint *counts, global uint *result, uint own, uint items)
{
    for (uint i = own; i < 256; i += items) {
        uint sum = 0;
#pragma unroll 8
        for (uint k = 0; k < COPIES; k++)
            sum += counts[i * COPIES + (k ^ own % COPIES)];
        result[i] = sum;
    }
}
