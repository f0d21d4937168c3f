/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conv_weights: parts of the gradient of a layer's weights; for CPUs.
 *
 * An item, alone in its group, makes CB inputs x 64 outputs (filters) of one part. It copies the inputs of some output
 * rows with the zeros around them, and turns their gradients round so that filters are neighbours. Then each
 * position is two vectors of gradients, each times the CT * RT * KW inputs around it: as many pairs of sums in
 * registers. At last the sums are turned round, as the original stores them. The original meets at two barriers for
 * each IGW_TOW positions, and has an item for 4 x 4 sums.
 *
 * Order: a sum is one lane, to which the products are added position by position, as in the original, whatever its
 * tiles are; between blocks of rows it rests in a float. Zeros outside are multiplied and added, as there.
 *
 * Macros of the kernel entry: KH, KW. Assumes min(CB, C) * KH * ((OW - 1) * stride + KW) <= ROOM, OW <= POSITIONS.
 * Range: CB inputs x 64 filters x parts.
 */
#if KH * KW <= 12
#define RT KH
#define CT (KH * KW > 4 ? 1 : 8 / (KH * KW))
#else
#define RT 1
#define CT 1
#endif
#define FL 64
#define SUMS (CT * RT * KW)

typedef float16 float16_anywhere __attribute__((aligned(4))); /* vload16 and vstore16 come out as quarters here */
#define AT16(p) (*(global float16_anywhere *)(p))
#define FROM16(p) (*(global const float16_anywhere *)(p))

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#endif
#endif
#ifndef PICK
#define PICK(a, b, ...) shuffle2(a, b, (uint16)(__VA_ARGS__))
#endif

/* 16 x 16 numbers turned round by four steps of 16 shuffles: numbers pairwise, pairs, then quarters pairwise, twice. */
void conv_turn(float16 *r)
{
    float16 s[16];

#pragma unroll
    for (int i = 0; i < 16; i += 2) {
        s[i] = PICK(r[i], r[i + 1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
        s[i + 1] = PICK(r[i], r[i + 1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    }
#pragma unroll
    for (int i = 0; i < 16; i += 4)
#pragma unroll
        for (int j = 0; j < 2; j++) {
            r[i + 2 * j] = PICK(s[i + j], s[i + j + 2], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
            r[i + 2 * j + 1] = PICK(s[i + j], s[i + j + 2], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
        }
#pragma unroll
    for (int i = 0; i < 16; i += 8)
#pragma unroll
        for (int j = i; j < i + 4; j++) {
            s[j] = PICK(r[j], r[j + 4], 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
            s[j + 4] = PICK(r[j], r[j + 4], 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
        }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        r[i] = PICK(s[i], s[i + 8], 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
        r[i + 8] = PICK(s[i], s[i + 8], 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
    }
}

/* g[position][filter] of one output row; filters between the last and the next 32 are 0 or what was there. */
void conv_gradients(float *g, global const float *from, long plane, int filters, int OW)
{
    for (int f = 0; f < filters; f += 16) {
        int p = 0;
        if (f + 16 <= filters)
            for (; p + 16 <= OW; p += 16) {
                float16 r[16];
#pragma unroll
                for (int i = 0; i < 16; i++)
                    r[i] = FROM16(from + (f + i) * plane + p);
                conv_turn(r);
#pragma unroll
                for (int i = 0; i < 16; i++)
                    *(float16 *)(g + (p + i) * FL + f) = r[i];
            }
        for (; p < OW; p++)
            for (int i = f; i < f + 16; i++)
                g[p * FL + i] = i < filters ? from[i * plane + p] : 0.0f;
    }
}

/* One input row with the zeros on both sides of it. */
void conv_row(float *to, global const float *from, bool is_inside, int span, int W, int pad)
{
    const int first = is_inside ? min(pad, span) : span, last = max(min(W + pad, span), first);
    int i = 0;

    for (; i < first; i++)
        to[i] = 0.0f;
    for (; i + 16 <= last; i += 16)
        *(float16_anywhere *)(to + i) = FROM16(from + i - pad);
    for (; i < last; i++)
        to[i] = from[i - pad];
    for (; i < span; i++)
        to[i] = 0.0f;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void conv_weights(global const float *restrict x, global const float *restrict grad, global float *restrict partial,
                  int N, int C, int H, int W, int F, int OH, int OW, int stride, int pad, int splits)
{
    const int c0 = get_global_id(0) * CB, inputs = min(CB, C - c0), f0 = get_global_id(1) * FL;
    const int filters = min(FL, F - f0), s = get_global_id(2), share = (N * OH + splits - 1) / splits;
    const int begin = s * share, end = min(N * OH, begin + share), span = (OW - 1) * stride + KW;
    const int block = max(min(ROOM / (inputs * KH * span), POSITIONS / OW), 1), lines = inputs * KH * span;
    float in[ROOM] __attribute__((aligned(64)));
    float g[POSITIONS * FL] __attribute__((aligned(64)));
    float sum[(CB + CT) * KH * KW * FL] __attribute__((aligned(64)));

    for (int i = 0; i < (begin < end ? 0 : inputs * KH * KW * FL); i++)
        sum[i] = 0.0f;
    for (int row = begin; row < end; row += block) {
        const int rows = min(block, end - row);
        for (int r = 0; r < rows; r++) {
            const int n = (row + r) / OH, oh = (row + r) % OH;
            float *to = in + r * lines;
            conv_gradients(g + r * OW * FL, grad + (((long)n * F + f0) * OH + oh) * OW, (long)OH * OW, filters, OW);
            for (int c = c0; c < c0 + inputs; c++)
                for (int kh = 0; kh < KH; kh++, to += span) {
                    const int y = oh * stride + kh - pad;
                    const bool is_inside = y >= 0 && y < H;
                    conv_row(to, x + (((long)n * C + c) * H + (is_inside ? y : 0)) * W, is_inside, span, W, pad);
                }
        }
        for (int f = 0; f < filters; f += 32)
            for (int c = 0; c < inputs; c += CT)
                for (int kh0 = 0; kh0 < KH; kh0 += RT) {
                    float *rest = sum + (c * KH + kh0) * KW * FL + f;
                    float16 a[SUMS][2];
                    int line[CT][RT];
#pragma unroll
                    for (int k = 0; k < SUMS; k++) {
                        a[k][0] = row == begin ? (float16)(0.0f) : *(float16 *)(rest + k * FL);
                        a[k][1] = row == begin ? (float16)(0.0f) : *(float16 *)(rest + k * FL + 16);
                    }
#pragma unroll
                    for (int i = 0; i < CT; i++)
#pragma unroll
                        for (int j = 0; j < RT; j++)
                            line[i][j] = (min(c + i, inputs - 1) * KH + kh0 + j) * span;
                    for (int r = 0; r < rows; r++) {
                        const float *p = in + r * lines, *q = g + r * OW * FL + f;
                        for (int ow = 0; ow < OW; ow++, p += stride, q += FL) {
                            const float16 g0 = *(const float16 *)q, g1 = *(const float16 *)(q + 16);
#pragma unroll
                            for (int i = 0; i < CT; i++)
#pragma unroll
                                for (int j = 0; j < RT; j++)
#pragma unroll
                                    for (int k = 0; k < KW; k++) {
                                        const float16 e = p[line[i][j] + k];
                                        a[(i * RT + j) * KW + k][0] += g0 * e;
                                        a[(i * RT + j) * KW + k][1] += g1 * e;
                                    }
                        }
                    }
#pragma unroll
                    for (int k = 0; k < SUMS; k++) {
                        *(float16 *)(rest + k * FL) = a[k][0];
                        *(float16 *)(rest + k * FL + 16) = a[k][1];
                    }
                }
    }

    partial += (((long)s * F + f0) * C + c0) * KH * KW;
    for (int f = 0; f < filters; f += 16) {
        const int all = inputs * KH * KW, width = C * KH * KW;
        int k = 0;
        if (f + 16 <= filters)
            for (; k + 16 <= all; k += 16) {
                float16 r[16];
#pragma unroll
                for (int i = 0; i < 16; i++)
                    r[i] = *(float16 *)(sum + (k + i) * FL + f);
                conv_turn(r);
#pragma unroll
                for (int i = 0; i < 16; i++)
                    AT16(partial + (long)(f + i) * width + k) = r[i];
            }
        for (; k < all; k++)
            for (int i = f; i < min(f + 16, filters); i++)
                partial[(long)i * width + k] = sum[k * FL + i];
    }
}
