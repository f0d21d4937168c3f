/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dct8x8_columns: the discrete cosine transform, or its inverse, of blocks of 8 x 8.
 *
 * An item takes V neighbouring columns of a row of blocks, the lanes of a vector: eight reads, twice 64 multiply-adds
 * with coefficients that all items share, eight writes. A lane never needs its neighbour: the original's second
 * transform reads what the first made of one and the same column of the input. So there is no local memory, no
 * barrier, and a value is read once, where the original's 64 items of a block read each value eight times.
 *
 * Order: both sums are chains in the order of k. V 1 for GPUs; 16 for CPUs takes two blocks at once.
 * Range: columns / V, rows of blocks; a vector past the last column starts earlier and makes some columns again.
 */
#ifndef T
#define T float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if V == 1
#define TV T
#define LOAD(p) (*(p))
#define STORE(x, p) (*(p) = (x))
#else
#define TV JOIN(T, V)
#define LOAD(p) JOIN(vload, V)(0, p)
#define STORE(x, p) JOIN(vstore, V)(x, 0, p)
#endif

kernel void dct8x8_columns(global T *restrict to, global const T *restrict from, global const T *restrict table,
                           int columns, int width, uint inverse)
{
    const size_t at = (size_t)get_global_id(1) * 8 * width + min((int)get_global_id(0) * V, columns - V);
    /* The coefficient of step l for output k is at l * down + k * across. */
    const int down = inverse ? 1 : 8, across = inverse ? 8 : 1;
    TV row[8], half_way[8];

    if (columns < V)
        return; /* compiled ahead, with zeros for arguments */
#pragma unroll
    for (int l = 0; l < 8; l++)
        row[l] = LOAD(from + at + l * width);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        half_way[k] = 0;
#pragma unroll
        for (int l = 0; l < 8; l++)
            half_way[k] += table[l * down + k * across] * row[l];
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        TV sum = 0;
#pragma unroll
        for (int k = 0; k < 8; k++)
            sum += half_way[k] * table[k * down + j * across];
        STORE(sum, to + at + j * width);
    }
}
