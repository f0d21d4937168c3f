/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spmv_lanes: y[i] = the sum of value[j] * x[column[j]] over j = first[i] to
 * first[i + 1] - 1, as the original's WIDTH neighbours add it up: each every
 * WIDTH-th element, then their sums as a tree.
 *
 * An item does a whole row: the original's neighbours are the lanes of its
 * vectors, and there is no barrier.
 */
kernel void spmv_lanes(global const T *restrict value, X, global const int *restrict column,
                       global const int *restrict first, global T *restrict y, int rows)
{
    const int row = get_global_id(0), end = first[row + 1];
    T sum[WIDTH] = {0};
    int j = first[row];

    for (; j < end - WIDTH + 1; j += WIDTH)
#pragma unroll
        for (int l = 0; l < WIDTH; l++)
            sum[l] += value[j + l] * AT(column[j + l]);
    for (int l = 0; l < WIDTH; l++)
        if (j + l < end)
            sum[l] += value[j + l] * AT(column[j + l]);
#pragma unroll
    for (int half_ = WIDTH / 2; half_ > 0; half_ /= 2)
#pragma unroll
        for (int l = 0; l < half_; l++)
            sum[l] += sum[l + half_];
    y[row] = sum[0];
}
