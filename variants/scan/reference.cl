/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan: the sums of all elements before each, block by block, added as a tree (up, then down) in local memory.
 *
 * Range: groups of half as many items as a block has elements.
 */

/* The tree of one block, whose sum is returned; the block then holds the sums before each element. */
float scan_block(local float *block, uint size)
{
    const uint own = get_local_id(0);
    uint stride = 1;
    float total;

    for (uint d = size / 2; d > 0; d /= 2, stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own < d)
            block[stride * (2 * own + 2) - 1] += block[stride * (2 * own + 1) - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    total = block[size - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own == 0)
        block[size - 1] = 0.0f;
    for (uint d = 1; d < size; d *= 2) {
        stride /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own < d) {
            const uint a = stride * (2 * own + 1) - 1, b = stride * (2 * own + 2) - 1;
            const float t = block[a];
            block[a] = block[b];
            block[b] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return total;
}

/* Every block for itself, and the blocks' sums beside. */
kernel void scan_blocks(global float *output, global float *input, local float *block, uint size, uint length,
                        global float *sums)
{
    const uint own = get_local_id(0), at = get_global_id(0);
    float total;

    block[2 * own] = input[2 * at];
    block[2 * own + 1] = input[2 * at + 1];
    total = scan_block(block, size);
    sums[get_group_id(0)] = total;
    output[2 * at] = block[2 * own];
    output[2 * at + 1] = block[2 * own + 1];
}
