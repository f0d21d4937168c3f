/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spmv_stream: y[i] = the sum of value[j] * x[column[j]] over j = first[i] to
 * first[i + 1] - 1.
 *
 * A group takes ROWS rows. All its items read the elements of all its rows,
 * neighbours side by side, a CHUNK at a time into local memory, each with its
 * factor from x; then each item adds up what is its own row's. The original's
 * neighbours read each its own row, far apart.
 *
 * Order: a row is one sum, from its first element to its last, each product
 * fused into it as in the original. Any count of rows; rows of any length; rows
 * that lie outside of what the group's first and last say are read directly.
 */
kernel void spmv_stream(global const T *restrict value, X, global const int *restrict column,
                        global const int *restrict first, global T *restrict y, int rows)
{
    local T values[CHUNK], factors[CHUNK];
    const int l = get_local_id(0), row = get_global_id(0), row0 = row - l;
    const int begin = first[row0], end = first[min(row0 + ROWS, rows)];
    int at = 0, to = 0;
    T sum = 0;

    if (row < rows) {
        at = first[row];
        to = first[row + 1];
    }
    if (at < begin || to > end) {
        for (int j = at; j < to; j++)
            sum += value[j] * AT(column[j]);
        to = at;
    }
    for (int from = begin; from < end; from += CHUNK) {
        const int count = min(CHUNK, end - from);

        for (int i = l; i < count; i += ROWS) {
            values[i] = value[from + i];
            factors[i] = AT(column[from + i]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int last = min(to - from, count);
        for (int i = max(at - from, 0); i < last; i++)
            sum += values[i] * factors[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows)
        y[row] = sum;
}
