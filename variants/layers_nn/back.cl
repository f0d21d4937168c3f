/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers_back: what comes back through a normalisation; layers_normal: the normalisation; plane by plane, for CPUs.
 *
 * What is the same for a plane is computed once for it (the original does so for each number, with a root and a
 * division), and the plane is walked 16 numbers a step. Each result is the original's expression.
 *
 * Macros of a kernel entry: FINISH(v) what is stored (layers_normal alone).
 * Range: PER planes an item.
 */
typedef float16 float16_anywhere __attribute__((aligned(4)));
#define AT16(p) (*(global const float16_anywhere *)(p))
#define RESULT(x, g) (training ? scale * ((g) - offset - ((x) - m) * slope) : scale * (g))
#define NORMAL(x) (FINISH((((x) - m) * inv) * scale + offset))
#ifndef FINISH
#define FINISH(v) (v)
#endif

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void layers_normal(global const float *restrict x, global const float *restrict gamma,
                   global const float *restrict beta, global const float *restrict mean,
                   global const float *restrict var, global float *restrict out, int N, int C, int S, float eps)
{
    const int end = min(((int)get_global_id(0) + 1) * PER, N * C);

    for (int plane = get_global_id(0) * PER; plane < end; plane++) {
        const int c = plane % C;
        const float m = mean[c], inv = rsqrt(var[c] + eps), scale = gamma[c], offset = beta[c];
        const long first = (long)plane * S;
        int i = 0;

        for (; i + 16 <= S; i += 16)
            *(global float16_anywhere *)(out + first + i) = NORMAL(AT16(x + first + i));
        for (; i < S; i++)
            out[first + i] = NORMAL(x[first + i]);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void layers_back(global const float *restrict x, global const float *restrict grad, global const float *restrict gamma,
                 global const float *restrict mean, global const float *restrict var,
                 global const float *restrict grad_gamma, global const float *restrict grad_beta,
                 global float *restrict out, int N, int C, int S, float eps, int training)
{
    const int end = min(((int)get_global_id(0) + 1) * PER, N * C);

    for (int plane = get_global_id(0) * PER; plane < end; plane++) {
        const int c = plane % C;
        const float m = mean[c], inv = rsqrt(var[c] + eps), part = 1.0f / (float)(N * S), scale = gamma[c] * inv;
        const float offset = grad_beta[c] * part, slope = grad_gamma[c] * part * inv;
        const long first = (long)plane * S;
        int i = 0;

        for (; i + 16 <= S; i += 16)
            *(global float16_anywhere *)(out + first + i) = RESULT(AT16(x + first + i), AT16(grad + first + i));
        for (; i < S; i++)
            out[first + i] = RESULT(x[first + i], grad[first + i]);
    }
}
