/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers_planes: two sums of each plane, or one of each channel, as groups of 256 make them; for CPUs.
 *
 * The original has 256 items a group, each with every 256th number, and eight levels of a tree with a barrier each. An
 * item here, alone in its group, does the work of PER groups: 256 sums are 16 vectors, numbers are read in the order
 * of memory, and the tree's upper levels are additions of whole vectors.
 *
 * Order: a sum is one lane; the tree is the original's.
 *
 * Macros of a kernel entry: PAIR: 1 for two sums; TERMS what a vector `at` adds to p and q.
 * Range: channels x PER planes; channels alone where there is no PAIR.
 */
#define LANES 256

typedef float16 float16_anywhere __attribute__((aligned(4)));
#define AT16(p) (*(global const float16_anywhere *)(p))

float layers_tree(float *sums)
{
    float16 *v = (float16 *)sums;

#pragma unroll
    for (int s = 8; s > 0; s /= 2)
#pragma unroll
        for (int k = 0; k < s; k++)
            v[k] += v[k + s];
    const float8 a = v[0].lo + v[0].hi;
    const float4 b = a.lo + a.hi;
    const float2 c = b.lo + b.hi;
    return c.x + c.y;
}

#if PAIR
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void layers_planes(global const float *restrict x, global const float *restrict g, global const float *restrict mean,
                   global const float *restrict var, global float *restrict out, global float *restrict out2, int N,
                   int C, int S, float eps)
{
    const int c = get_global_id(0), end = min(((int)get_global_id(1) + 1) * PER, N);
    const float m = MEAN(c), inv = INV(c);
    float sums[LANES] __attribute__((aligned(64))), sums2[LANES] __attribute__((aligned(64)));

    for (int n = get_global_id(1) * PER; n < end; n++) {
        global const float *px = x + ((long)n * C + c) * S, *pg = g + ((long)n * C + c) * S;
        const int whole = S / LANES * LANES;
        for (int l = 0; l < LANES; l += 64) {
            float16 p[4], q[4];
#pragma unroll
            for (int k = 0; k < 4; k++)
                p[k] = q[k] = 0.0f;
            for (int i = l; i < whole; i += LANES) {
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    TERMS(p[k], q[k], AT16(px + i + 16 * k), AT16(pg + i + 16 * k));
                }
            }
#pragma unroll
            for (int k = 0; k < 4; k++) {
                *(float16 *)(sums + l + 16 * k) = p[k];
                *(float16 *)(sums2 + l + 16 * k) = q[k];
            }
        }
        for (int i = whole; i < S; i++) {
            TERMS(sums[i - whole], sums2[i - whole], px[i], pg[i]);
        }
        out[(long)c * N + n] = layers_tree(sums);
        out2[(long)c * N + n] = layers_tree(sums2);
    }
}
#else
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void layers_planes(global const float *restrict x, global const float *restrict g, global const float *restrict mean,
                   global const float *restrict var, global float *restrict out, global float *restrict out2, int N,
                   int C, int S, float eps)
{
    const int c = get_global_id(0);
    float sums[LANES] __attribute__((aligned(64)));
    int lane = 0;

    for (int i = 0; i < LANES; i++)
        sums[i] = 0.0f;
    for (int n = 0; n < N; n++) {
        global const float *p = x + ((long)n * C + c) * S;
        int i = 0;
        if (lane == 0)
            for (int l = 0; l < LANES; l += 128) {
                float16 v[8];
#pragma unroll
                for (int k = 0; k < 8; k++)
                    v[k] = *(float16 *)(sums + l + 16 * k);
                for (i = 0; i + LANES <= S; i += LANES)
#pragma unroll
                    for (int k = 0; k < 8; k++)
                        v[k] += AT16(p + i + l + 16 * k);
#pragma unroll
                for (int k = 0; k < 8; k++)
                    *(float16 *)(sums + l + 16 * k) = v[k];
            }
        while (i < S)
            if (i + 16 <= S && lane % 16 == 0) {
                *(float16 *)(sums + lane) += AT16(p + i);
                i += 16;
                lane = (lane + 16) % LANES;
            } else {
                sums[lane] += p[i++];
                lane = (lane + 1) % LANES;
            }
    }
    out[c] = layers_tree(sums);
}
#endif
