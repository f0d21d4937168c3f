/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_banks_items: what a group of histogram_items counts, 16 bytes an access; for GPUs.
 *
 * The original keeps 256 counters of a byte for each item, which few groups have room for and none writes without
 * meeting others in a bank. An item of the original, a column of 256 values here, counts 0 of a value that it has 256
 * times: columns that differ anywhere from their first row are marked, and from the others those 256 are taken out
 * again.
 *
 * Range: ITEMS items for each of the original's groups.
 */
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void histogram_banks_items(global const uint *data,
                                                                                     global uint *result, int size)
{
    local uint counts[256 * COPIES], differs[256];
    const uint own = get_local_id(0), quads = max(size / 4, 1), group = get_group_id(0);
    const uint row = own / quads, column = own % quads * 4, rows = ITEMS / quads;
    local uint *mine = counts + own % COPIES;

    data += (size_t)group * 256 * size;
    clear(counts, own, ITEMS);
    for (uint i = own; i < 256; i += ITEMS)
        differs[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < rows) {
        const uint4 first = *(global const uint4 *)(data + column);
        uint4 other = 0;

#pragma unroll 4
        for (uint i = row; i < 256; i += rows) {
            const uint4 values = *(global const uint4 *)(data + i * size + column);
            other |= values ^ first;
            atomic_inc(&mine[(values.x & 255) * COPIES]);
            atomic_inc(&mine[(values.y & 255) * COPIES]);
            atomic_inc(&mine[(values.z & 255) * COPIES]);
            atomic_inc(&mine[(values.w & 255) * COPIES]);
        }
        atomic_or(&differs[column], other.x);
        atomic_or(&differs[column + 1], other.y);
        atomic_or(&differs[column + 2], other.z);
        atomic_or(&differs[column + 3], other.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = own; i < size; i += ITEMS)
        if (!differs[i])
            atomic_sub(&counts[(data[i] & 255) * COPIES], 256u);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_up(counts, result + (size_t)group * 256, own, ITEMS);
}
