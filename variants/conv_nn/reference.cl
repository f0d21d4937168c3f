/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that the conv_nn family recognises, plainly written: what "right" means.
 *
 * Layers of a network: x[N][C][H][W], w[F][C][KH][KW], out[N][F][OH][OW].
 */
#ifndef DFC_C
#define DFC_C 3
#endif
#ifndef DFC_F
#define DFC_F 32
#endif
#ifndef DGI_C
#define DGI_C 32
#endif
#ifndef DGI_F
#define DGI_F 32
#endif
#ifndef DGIC_TILE
#define DGIC_TILE 16
#endif
#ifndef DGIC_F
#define DGIC_F 64
#endif
#ifndef IGW_TF
#define IGW_TF 64
#endif
#ifndef IGW_TCK
#define IGW_TCK 32
#endif
#ifndef IGW_TOW
#define IGW_TOW 8
#endif
#ifndef IGW_WF
#define IGW_WF 4
#endif
#ifndef IGW_WCK
#define IGW_WCK 4
#endif
#ifndef IGW_WGF
#define IGW_WGF 16
#endif
#ifndef IGW_WGCK
#define IGW_WGCK 8
#endif
#ifndef IGW_KH
#define IGW_KH 3
#endif
#ifndef IGW_KW
#define IGW_KW 3
#endif
#ifndef IGW_KHW
#define IGW_KHW 9
#endif

/* One output: channel by channel, row by row; what lies outside is left out. */
float output_of(global const float *x, global const float *w, int C, int H, int W, int KH, int KW, int oh, int ow,
                int stride, int pad)
{
    float sum = 0.0f;

    for (int c = 0; c < C; c++)
        for (int i = 0; i < KH; i++)
            for (int j = 0; j < KW; j++) {
                const int y = oh * stride + i - pad, z = ow * stride + j - pad;
                if (y >= 0 && y < H && z >= 0 && z < W)
                    sum += x[(c * H + y) * W + z] * w[(c * KH + i) * KW + j];
            }
    return sum;
}

/* Range: OW x OH x N * F at least. */
kernel void conv_forward(global const float *x, global const float *w, global const float *b, global float *out, int N,
                         int C, int H, int W, int KH, int KW, int OH, int OW, int F, int stride, int pad)
{
    const int ow = get_global_id(0), oh = get_global_id(1), n = get_global_id(2) / F, f = get_global_id(2) % F;

    if (ow < OW && oh < OH && n < N)
        out[((n * F + f) * OH + oh) * OW + ow] =
            output_of(x + n * C * H * W, w + f * C * KH * KW, C, H, W, KH, KW, oh, ow, stride, pad) + b[f];
}

/* The same, and what is negative becomes 0. */
kernel void conv_forward_relu(global const float *x, global const float *w, global const float *b, global float *out,
                              int N, int C, int H, int W, int KH, int KW, int OH, int OW, int F, int stride, int pad)
{
    const int ow = get_global_id(0), oh = get_global_id(1), n = get_global_id(2) / F, f = get_global_id(2) % F;

    if (ow < OW && oh < OH && n < N)
        out[((n * F + f) * OH + oh) * OW + ow] =
            fmax(output_of(x + n * C * H * W, w + f * C * KH * KW, C, H, W, KH, KW, oh, ow, stride, pad) + b[f], 0.0f);
}

/* The same without the last step, by one index: N * F * OH * OW at least. */
kernel void conv_forward_flat(global const float *x, global const float *w, global const float *b, global float *out,
                              int N, int C, int H, int W, int KH, int KW, int OH, int OW, int F, int stride, int pad)
{
    const int i = get_global_id(0), ow = i % OW, oh = i / OW % OH, f = i / (OW * OH) % F, n = i / (OW * OH * F);

    if (n < N)
        out[i] = output_of(x + n * C * H * W, w + f * C * KH * KW, C, H, W, KH, KW, oh, ow, stride, pad) + b[f];
}

/*
 * 3 x 3, an item for all filters, starting from b. Rows outside are left out; columns outside count as 0 and are
 * added. Range: W x H x N.
 */
kernel void conv_forward_direct(global const float *x, global const float *w, global const float *b, global float *out,
                                int H, int W)
{
    const int ow = get_global_id(0), oh = get_global_id(1), n = get_global_id(2);

    if (ow >= W || oh >= H)
        return;
    for (int f = 0; f < DFC_F; f++) {
        float sum = b[f];
        for (int c = 0; c < DFC_C; c++)
            for (int i = 0; i < 3; i++) {
                const int y = oh + i - 1;
                if (y < 0 || y >= H)
                    continue;
                for (int j = 0; j < 3; j++) {
                    const int z = ow + j - 1;
                    const float e = z >= 0 && z < W ? x[((n * DFC_C + c) * H + y) * W + z] : 0.0f;
                    sum = mad(e, w[(f * DFC_C + c) * 9 + i * 3 + j], sum);
                }
            }
        out[((n * DFC_F + f) * H + oh) * W + ow] = sum;
    }
}

/*
 * What comes back through a 3 x 3 layer: filter by filter, the weights turned round. Rows outside are left out;
 * columns outside count as 0 and are added. Range: IW x IH x N.
 */
kernel void conv_grad_input_direct(global const float *go, global const float *w, global float *gi, int IH, int IW)
{
    const int iw = get_global_id(0), ih = get_global_id(1), n = get_global_id(2);

    if (iw >= IW || ih >= IH)
        return;
    for (int c = 0; c < DGI_C; c++) {
        float sum = 0.0f;
        for (int f = 0; f < DGI_F; f++)
            for (int i = 0; i < 3; i++) {
                const int y = ih - i + 1;
                if (y < 0 || y >= IH)
                    continue;
                for (int j = 0; j < 3; j++) {
                    const int z = iw - j + 1;
                    const float g = z >= 0 && z < IW ? go[((n * DGI_F + f) * IH + y) * IW + z] : 0.0f;
                    sum = mad(g, w[(f * DGI_C + c) * 9 + i * 3 + j], sum);
                }
            }
        gi[((n * DGI_C + c) * IH + ih) * IW + iw] = sum;
    }
}

/* The same, DGIC_TILE channels an item, and what lies outside is left out. Range: IW x IH x N * num_ctiles. */
kernel void conv_grad_input_ctile(global const float *go, global const float *w, global float *gi, int IH, int IW,
                                  int C, int num_ctiles)
{
    const int iw = get_global_id(0), ih = get_global_id(1), n = get_global_id(2) / num_ctiles;
    const int first = get_global_id(2) % num_ctiles * DGIC_TILE;

    if (iw >= IW || ih >= IH)
        return;
    for (int c = first; c < first + DGIC_TILE; c++) {
        float sum = 0.0f;
        for (int f = 0; f < DGIC_F; f++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    const int y = ih - i + 1, z = iw - j + 1;
                    if (y >= 0 && y < IH && z >= 0 && z < IW)
                        sum = mad(w[(f * C + c) * 9 + i * 3 + j], go[((n * DGIC_F + f) * IH + y) * IW + z], sum);
                }
        gi[((n * C + c) * IH + ih) * IW + iw] = sum;
    }
}

/* What comes back through any layer; what lies outside is left out. Range: W x H x N * C at least. */
kernel void conv_grad_input(global const float *go, global const float *w, global float *gi, int N, int C, int H,
                            int W, int KH, int KW, int OH, int OW, int F, int stride, int pad)
{
    const int z = get_global_id(0), y = get_global_id(1), n = get_global_id(2) / C, c = get_global_id(2) % C;
    float sum = 0.0f;

    if (z >= W || y >= H || n >= N)
        return;
    for (int f = 0; f < F; f++)
        for (int i = 0; i < KH; i++)
            for (int j = 0; j < KW; j++) {
                const int oh = y + pad - i, ow = z + pad - j;
                if (oh >= 0 && oh % stride == 0 && oh / stride < OH && ow >= 0 && ow % stride == 0 && ow / stride < OW)
                    sum += go[((n * F + f) * OH + oh / stride) * OW + ow / stride] * w[((f * C + c) * KH + i) * KW + j];
            }
    gi[((n * C + c) * H + y) * W + z] = sum;
}

/*
 * Partial sums of the gradient of the weights: split s has its share of the N * OH output rows. What lies outside
 * counts as 0 and is added.
 * Range: groups of IGW_WGCK x IGW_WGF, for IGW_TCK weights of IGW_TF filters each; num_splits groups deep.
 */
kernel void conv_grad_weights(global const float *x, global const float *grad_out, global float *partial, int N, int C,
                              int H, int W, int F, int CK, int OH, int OW, int stride, int pad, int num_splits)
{
    const int s = get_group_id(2), share = (N * OH + num_splits - 1) / num_splits;
    const int end = min(N * OH, (s + 1) * share);

    for (int i = 0; i < IGW_WF; i++)
        for (int j = 0; j < IGW_WCK; j++) {
            const int f = get_group_id(1) * IGW_TF + get_local_id(1) * IGW_WF + i;
            const int ck = get_group_id(0) * IGW_TCK + get_local_id(0) * IGW_WCK + j;
            const int c = ck / IGW_KHW, kh = ck % IGW_KHW / IGW_KW, kw = ck % IGW_KHW % IGW_KW;
            float sum = 0.0f;
            if (f >= F || ck >= CK)
                continue;
            for (int row = s * share; row < end; row++) {
                const int n = row / OH, oh = row % OH, y = oh * stride + kh - pad;
                for (int ow = 0; ow < OW; ow++) {
                    const int z = ow * stride + kw - pad;
                    const bool is_inside = y >= 0 && y < H && z >= 0 && z < W;
                    sum += grad_out[((n * F + f) * OH + oh) * OW + ow]
                           * (is_inside ? x[((n * C + c) * H + y) * W + z] : 0.0f);
                }
            }
            partial[(s * F + f) * CK + ck] = sum;
        }
}

/* The sum of all parts. Range: MN at least. */
kernel void sum_parts(global const float *partial, global float *C, int MN, int num_splits)
{
    const int i = get_global_id(0);
    float sum = 0.0f;

    if (i >= MN)
        return;
    for (int s = 0; s < num_splits; s++)
        sum += partial[s * MN + i];
    C[i] = sum;
}
