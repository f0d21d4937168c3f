/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spmv_rows: y[i] = the sum of value[j] * x[column[j]] over j = first[i] to
 * first[i + 1] - 1.
 *
 * An item takes ROWS rows side by side for as long as all have elements: a sum
 * has to wait for the addition before, and ROWS of them wait together. What is
 * longer than the shortest is added after.
 *
 * Order: a row is one sum, from its first element to its last. Any count of
 * rows: the last are done one by one.
 */
kernel void spmv_rows(global const T *restrict value, X, global const int *restrict column,
                      global const int *restrict first, global T *restrict y, int rows)
{
    const int row = get_global_id(0) * ROWS, count = min(ROWS, rows - row);
    int at[ROWS], shortest = INT_MAX;
    T sum[ROWS];

#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const int own = row + min(r, count - 1);

        at[r] = first[own];
        shortest = min(shortest, first[own + 1] - at[r]);
        sum[r] = 0;
    }
    for (int i = 0; i < shortest; i++)
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            sum[r] += value[at[r] + i] * AT(column[at[r] + i]);
    for (int r = 0; r < count; r++) {
        T rest = sum[r];

        for (int j = at[r] + max(shortest, 0); j < first[row + r + 1]; j++)
            rest += value[j] * AT(column[j]);
        y[row + r] = rest;
    }
}
