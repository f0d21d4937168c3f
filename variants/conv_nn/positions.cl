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
 * EDGE_ADDS; START(f) what the sum starts from; ADD(sum, e, k) the original's step (PoCL rounds the product in mad(), and
 * does not in sum + e * k); FINISH(sum, f) what is stored.
 * Assumes KH * KW <= TAPS <= STEPS. Range: 32 positions x FG outputs x images.
 */
#define P 32

enum { NONE, ALL, SOME };

#define ROW(i) ((i) * P)

/* Where the 32 positions from `from` on find their inputs under each tap: -1 nowhere, -2 a zero that is added. */
void conv_places(int *at, int *first, char *state, int from, int end, int H, int W, int OW, int KH, int KW, int stride,
                 int pad)
{
    for (int kh = 0, t = 0; kh < KH; kh++)
        for (int kw = 0; kw < KW; kw++, t++) {
            int count = 0;
            for (int l = 0; l < P; l++) {
                const int o = min(from + l, end - 1), y = AT(o / OW, kh), z = AT(o % OW, kw);
                const bool is_row = y >= 0 && y < H, is_column = z >= 0 && z < W;
                at[ROW(t) + l] = !is_row ? -1 : is_column ? y * W + z : EDGE_ADDS ? -2 : -1;
                count += at[ROW(t) + l] != -1;
                if (l % 16 == 0)
                    first[2 * t + l / 16] = y * W + z;
            }
            state[t] = count == 0 ? NONE : count == P ? ALL : SOME;
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

    conv_places(at, first, state, from, end, H, W, OW, KH, KW, stride, pad);
    for (int f = 0; f < FG; f++) {
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
                        *(float16 *)to = *(const int16 *)places >= 0 ? vload16(0, x + i) : (float16)(0.0f);
                        continue;
                    }
                    for (int l = 0; l < 16; l++)
                        to[l] = places[l] >= 0 ? x[here + places[l]] : 0.0f;
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
                        const int16 m0 = *(const int16 *)(at + ROW(t)) != -1;
                        const int16 m1 = *(const int16 *)(at + ROW(t) + 16) != -1;
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
        for (int l = 0; l < end - from; l++)
            to[l] = FINISH(sum[ROW(f) + l], f0 + f);
    }
}
