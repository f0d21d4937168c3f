/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conv_positions: a layer of a network, forwards or back to its inputs, as a product of matrices; for CPUs.
 *
 * An item, alone in its group, makes 32 positions of one image for FG outputs. It copies what STEPS of the products
 * need into a strip, 32 neighbours a step, and walks it once for each FB outputs: 2 * FB vectors of sums in registers,
 * per step two vector reads, FB broadcast weights and 2 * FB multiply-adds. The original asks for one input and one
 * weight per product, with four comparisons.
 *
 * Order: an output is one lane, to which its products are added input by input, row by row, column by column, as in
 * the original; between strips it rests in a float. What the original leaves out at an edge is left out (the lane keeps
 * its sum, whatever 0 times the weight would be); with EDGE_ADDS a column outside counts as 0 and is added, as there.
 *
 * Macros of a kernel entry: AT(o, k) the input row (column) of output row (column) o under row (column) k of the
 * weights, whose neighbours are `stride` apart; W_OUT, W_IN: how far apart in w two outputs, two inputs are;
 * EDGE_ADDS; START(f) what the sum starts from; ADD(sum, e, k) the original's step (PoCL rounds the product in mad(),
 * and does not in sum + e * k); FINISH(sum, f) what is stored.
 * Assumes KH * KW <= TAPS <= STEPS. Range: 32 positions x FG outputs x images.
 */
#define P 32

typedef float16 float16_anywhere __attribute__((aligned(4))); /* vload16 and vstore16 come out as quarters here */

enum { NONE, ALL, SOME };
/*
 * A place counts from INT_MIN, so that what takes part is negative: the only comparison of which PoCL's compiler makes
 * masked additions. NOWHERE is left out, ZERO a zero that is added.
 */
enum { ZERO = -1, NOWHERE = 0 };

#define ROW(i) ((i) * P)

/* Where 16 positions, given as rows and columns, find their inputs under each tap. */
void conv_places(int *at, int *first, int16 rows, int16 columns, int H, int W, int KH, int KW, int stride, int pad)
{
    for (int kh = 0, t = 0; kh < KH; kh++)
        for (int kw = 0; kw < KW; kw++, t++) {
            const int16 y = AT(rows, kh), z = AT(columns, kw);
            const int16 is_row = y >= 0 && y < H, is_column = z >= 0 && z < W;
            *(int16 *)(at + ROW(t)) = is_row ? (is_column ? INT_MIN + y * W + z : EDGE_ADDS ? ZERO : NOWHERE) : NOWHERE;
            first[2 * t] = y.s0 * W + z.s0;
        }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void conv_positions(global const float *restrict x, global const float *restrict w, global const float *restrict b,
                    global float *restrict out, int N, int C, int H, int W, int F, int OH, int OW, int KH, int KW,
                    int stride, int pad)
{
    const int from = get_global_id(0) * P, end = min(from + P, OH * OW), f0 = get_global_id(1) * FG;
    const int n = get_global_id(2), taps = KH * KW, outs = min(FG, F - f0), most = STEPS / taps;
    /* Are 16 positions neighbours in memory? */
    const bool is_run[2] = {stride == 1 && end - from >= 16 && from % OW + 16 <= OW,
                            stride == 1 && end - from == 32 && (from + 16) % OW + 16 <= OW};
    const long plane = (long)H * W, image = n * C * plane, limit = N * C * plane;
    float strip[STEPS * P] __attribute__((aligned(64)));
    float sum[FG * P] __attribute__((aligned(64)));
    int at[TAPS * P] __attribute__((aligned(64))), first[2 * TAPS];
    char state[TAPS];

    for (int v = 0, row = from / OW, column = from % OW; v < 2; v++) {
        int rows[16] __attribute__((aligned(64))), columns[16] __attribute__((aligned(64)));
        for (int l = 0; l < 16; l++) {
            rows[l] = row;
            columns[l] = column;
            if (from + 16 * v + l < end - 1 && ++column == OW) {
                column = 0;
                row++;
            }
        }
        conv_places(at + 16 * v, first + v, *(int16 *)rows, *(int16 *)columns, H, W, KH, KW, stride, pad);
    }
    for (int t = 0; t < taps; t++) {
        const int16 is_0 = *(int16 *)(at + ROW(t)) < 0, is_1 = *(int16 *)(at + ROW(t) + 16) < 0;
        state[t] = all(is_0 & is_1) ? ALL : any(is_0 | is_1) ? SOME : NONE;
    }
    for (int f = 0; f < (outs + FB - 1) / FB * FB; f++) {
        const float16 s = f < outs ? START(f0 + f) : 0.0f;
        *(float16 *)(sum + ROW(f)) = s;
        *(float16 *)(sum + ROW(f) + 16) = s;
    }
    for (int c0 = 0; c0 < C; c0 += most) {
        const int c1 = min(c0 + most, C);
        float *to = strip;
        for (int c = c0; c < c1; c++) {
            const long here = image + c * plane;
            for (int t = 0; t < taps; t++)
                for (int v = 0; v < 2; v++, to += 16) {
                    const int *places = at + ROW(t) + 16 * v;
                    const long i = here + first[2 * t + v];
                    if (is_run[v] && i >= 0 && i + 16 <= limit) {
                        const float16 e = *(global const float16_anywhere *)(x + i);
                        *(float16 *)to = *(const int16 *)places < ZERO ? e : 0.0f;
                        continue;
                    }
                    for (int l = 0; l < 16; l++)
                        to[l] = places[l] < ZERO ? x[here + (places[l] & INT_MAX)] : 0.0f;
                }
        }
        for (int f = 0; f < outs; f += FB) {
            float16 a[FB][2];
            global const float *weights[FB];
#pragma unroll
            for (int i = 0; i < FB; i++) {
                a[i][0] = *(float16 *)(sum + ROW(f + i));
                a[i][1] = *(float16 *)(sum + ROW(f + i) + 16);
                weights[i] = w + (long)min(f0 + f + i, F - 1) * (W_OUT) + (long)c0 * (W_IN);
            }
            const float *p = strip;
            for (int c = c0; c < c1; c++) {
                for (int t = 0; t < taps; t++, p += P) {
                    const float16 e0 = *(const float16 *)p, e1 = *(const float16 *)(p + 16);
                    if (state[t] == ALL) {
#pragma unroll
                        for (int i = 0; i < FB; i++) {
                            const float16 k = weights[i][t];
                            a[i][0] = ADD(a[i][0], e0, k);
                            a[i][1] = ADD(a[i][1], e1, k);
                        }
                    } else if (state[t] == SOME) {
                        const int16 m0 = *(const int16 *)(at + ROW(t)) < 0;
                        const int16 m1 = *(const int16 *)(at + ROW(t) + 16) < 0;
#pragma unroll
                        for (int i = 0; i < FB; i++) {
                            const float16 k = weights[i][t];
                            a[i][0] = m0 ? ADD(a[i][0], e0, k) : a[i][0];
                            a[i][1] = m1 ? ADD(a[i][1], e1, k) : a[i][1];
                        }
                    }
                }
#pragma unroll
                for (int i = 0; i < FB; i++)
                    weights[i] += W_IN;
            }
#pragma unroll
            for (int i = 0; i < FB; i++) {
                *(float16 *)(sum + ROW(f + i)) = a[i][0];
                *(float16 *)(sum + ROW(f + i) + 16) = a[i][1];
            }
        }
    }
    for (int f = 0; f < outs; f++) {
        global float *to = out + ((long)n * F + f0 + f) * OH * OW + from;
        int l = 0;
        for (; l + 16 <= end - from; l += 16)
            *(global float16_anywhere *)(to + l) = FINISH(*(float16 *)(sum + ROW(f) + l), f0 + f);
        for (; l < end - from; l++)
            to[l] = FINISH(sum[ROW(f) + l], f0 + f);
    }
}
