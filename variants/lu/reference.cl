/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the lu family recognises, plainly written: what "right" means. */
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif

/* What is right of and below a block on the diagonal loses the product of the block's columns and its rows. */
kernel void lud_internal(global float *m, local float *rows, local float *columns, int n, int offset)
{
    const int x = get_local_id(0), y = get_local_id(1);
    const int row = offset + (get_group_id(1) + 1) * BLOCK_SIZE + y;
    const int column = offset + (get_group_id(0) + 1) * BLOCK_SIZE + x;
    float sum = 0;

    rows[y * BLOCK_SIZE + x] = m[(offset + y) * n + column];
    columns[y * BLOCK_SIZE + x] = m[row * n + offset + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < BLOCK_SIZE; i++)
        sum += columns[y * BLOCK_SIZE + i] * rows[i * BLOCK_SIZE + x];
    m[row * n + column] -= sum;
}
