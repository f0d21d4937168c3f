/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iir_carry: from the state that each block ends in when it starts from rest, the state that it starts in.
 *
 * A section's state is linear in what came before: start[b + 1] = A^length * start[b] + end[b], where A is one sample
 * of silence. A group does one channel; an item holds one column of A's power, squared log2(length) times, then one
 * number of the state. Double: a power of A loses what its squares lose. The starts take the place of the ends.
 *
 * Range: a group of 2 * sections items for each channel (and part of a complex one).
 */
#define CARRY_MOST 16
#define AHEAD 16

/* One sample of silence. */
void be_silent(double *z, const float *coef, int sections)
{
    double in = 0;

    for (int s = 0; s < sections; s++) {
        const float *c = coef + 5 * s;
        const double out = c[0] * in + z[2 * s];
        z[2 * s] = c[1] * in - c[3] * out + z[2 * s + 1];
        z[2 * s + 1] = c[2] * in - c[4] * out;
        in = out;
    }
}

/* The own column becomes one of the matrix's square. */
void square(double *column, local double *matrix, int size)
{
    const int own = get_local_id(0);
    double sums[CARRY_MOST];

    for (int i = 0; i < size; i++)
        matrix[own * CARRY_MOST + i] = column[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < size; i++) {
        sums[i] = 0;
        for (int k = 0; k < size; k++)
            sums[i] += matrix[k * CARRY_MOST + i] * column[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < size; i++)
        column[i] = sums[i];
}

kernel void iir_carry(global float *ends, global const float *a_, global const float *b_, int channels, int samples,
                      int sections)
{
    const int own = get_local_id(0), size = 2 * sections, length = samples / BLOCKS;
    const int channel = get_group_id(0) / PARTS, part = get_group_id(0) % PARTS, walks = channels * BLOCKS * PARTS;
    local double matrix[CARRY_MOST * CARRY_MOST], states[CARRY_MOST];
    float coef[5 * MOST], ahead[AHEAD];
    double column[CARRY_MOST], start = 0;

    for (int s = 0; s < sections; s++) {
        const float of[5] = COEFFICIENTS(channel, s);
        for (int k = 0; k < 5; k++)
            coef[5 * s + k] = of[k];
    }
    for (int i = 0; i < size; i++)
        column[i] = i == own;
    for (int bit = 31 - clz(length); bit >= 0; bit--) {
        square(column, matrix, size);
        if (length >> bit & 1)
            be_silent(column, coef, sections);
    }
    for (int i = 0; i < size; i++)
        matrix[own * CARRY_MOST + i] = column[i];
    ends += (size_t)own * walks + (size_t)channel * BLOCKS * PARTS + part;
    for (int b = 0; b < BLOCKS; b += AHEAD) {
        const int count = min(AHEAD, BLOCKS - b);
        for (int k = 0; k < count; k++)
            ahead[k] = ends[(b + k) * PARTS];
        for (int k = 0; k < count; k++) {
            ends[(b + k) * PARTS] = start;
            states[own] = start;
            barrier(CLK_LOCAL_MEM_FENCE);
            start = ahead[k];
            for (int i = 0; i < size; i++)
                start += matrix[i * CARRY_MOST + own] * states[i];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}
