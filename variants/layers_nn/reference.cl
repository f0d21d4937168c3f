/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that the layers_nn family recognises, plainly written: what "right" means.
 *
 * x[N][C][H][W] is one plane of H * W numbers after the other.
 */

/* A group's 256 sums in halves: each level adds the upper half to the lower. */
float sum_halves(local float *sums, float own)
{
    const int i = get_local_id(0);

    sums[i] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_ = get_local_size(0) / 2; half_ > 0; half_ /= 2) {
        if (i < half_)
            sums[i] += sums[i + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}

/* Sums of each plane's numbers and of their squares. Range: groups of 256, C x N of them. */
kernel void plane_moments(global const float *x, global float *part_sum, global float *part_sq, int N, int C, int H,
                          int W)
{
    local float sums[256], squares[256];
    const int c = get_group_id(0), n = get_group_id(1);
    float s = 0.0f, q = 0.0f;

    for (int i = get_local_id(0); i < H * W; i += get_local_size(0)) {
        const float v = x[(n * C + c) * H * W + i];
        s += v;
        q += v * v;
    }
    s = sum_halves(sums, s);
    q = sum_halves(squares, q);
    if (get_local_id(0) == 0) {
        part_sum[c * N + n] = s;
        part_sq[c * N + n] = q;
    }
}

/* Each plane's parts of the gradients of a normalisation's scale and offset. Range: groups of 256, C x N of them. */
kernel void plane_gradients(global const float *x, global const float *grad_out, global const float *mean,
                            global const float *var, global float *part_dg, global float *part_db, int N, int C, int H,
                            int W, float eps)
{
    local float scales[256], offsets[256];
    const int c = get_group_id(0), n = get_group_id(1);
    const float m = mean[c], inv = rsqrt(var[c] + eps);
    float dg = 0.0f, db = 0.0f;

    for (int i = get_local_id(0); i < H * W; i += get_local_size(0)) {
        const int at = (n * C + c) * H * W + i;
        const float g = grad_out[at];
        dg += g * (x[at] - m) * inv;
        db += g;
    }
    dg = sum_halves(scales, dg);
    db = sum_halves(offsets, db);
    if (get_local_id(0) == 0) {
        part_dg[c * N + n] = dg;
        part_db[c * N + n] = db;
    }
}

/* The sum of all planes of a channel. Range: groups of 256, F of them at least. */
kernel void channel_sums(global const float *go, global float *gb, int N, int F, int OH, int OW)
{
    local float sums[256];
    const int f = get_group_id(0), plane = OH * OW;
    float s = 0.0f;

    if (f >= F)
        return;
    for (int i = get_local_id(0); i < N * plane; i += get_local_size(0))
        s += go[(i / plane * F + f) * plane + i % plane];
    s = sum_halves(sums, s);
    if (get_local_id(0) == 0)
        gb[f] = s;
}

/* A number less its channel's mean, by the root of the variance, scaled and moved. */
float normal_of(float x, int c, global const float *gamma, global const float *beta, global const float *mean,
                global const float *var, float eps)
{
    const float scaled = (x - mean[c]) * rsqrt(var[c] + eps);

    return scaled * gamma[c] + beta[c];
}

/* Range: all numbers at least. */
kernel void normalise(global const float *x, global const float *gamma, global const float *beta,
                      global const float *mean, global const float *var, global float *out, int N, int C, int H, int W,
                      float eps)
{
    const int i = get_global_id(0);

    if (i < N * C * H * W)
        out[i] = normal_of(x[i], i / (H * W) % C, gamma, beta, mean, var, eps);
}

/* The same, and what is negative becomes 0. */
kernel void normalise_relu(global const float *x, global const float *gamma, global const float *beta,
                           global const float *mean, global const float *var, global float *out, int N, int C, int H,
                           int W, float eps)
{
    const int i = get_global_id(0);

    if (i < N * C * H * W)
        out[i] = fmax(normal_of(x[i], i / (H * W) % C, gamma, beta, mean, var, eps), 0.0f);
}

/* What comes back through a normalisation. Range: H * W at least x N * C. */
kernel void normalise_back(global const float *x, global const float *grad_out, global const float *gamma,
                           global const float *mean, global const float *var, global const float *grad_gamma,
                           global const float *grad_beta, global float *grad_x, int N, int C, int H, int W, float eps,
                           int training)
{
    const int i = get_global_id(0), plane = H * W, at = get_global_id(1) * plane + i, c = get_global_id(1) % C;

    if (i >= plane)
        return;
    const float m = mean[c], inv = rsqrt(var[c] + eps), part = 1.0f / (float)(N * plane), scale = gamma[c] * inv;
    const float offset = grad_beta[c] * part, slope = grad_gamma[c] * part * inv, g = grad_out[at];
    grad_x[at] = training ? scale * (g - offset - (x[at] - m) * slope) : scale * g;
}

/* What comes back through the largest of 2 x 2: the first of the largest has it. Range: OW x OH at least x planes. */
kernel void pool_back(global const float *x, global const float *grad_out, global float *grad_in, int OH, int OW)
{
    const int ow = get_global_id(0), oh = get_global_id(1), plane = get_global_id(2);

    if (ow >= OW || oh >= OH)
        return;
    const int at = (plane * OH + oh) * OW * 4 + ow * 2, below = at + OW * 2;
    const float a = x[at], b = x[at + 1], c = x[below], d = x[below + 1];
    const float most = fmax(fmax(fmax(a, b), c), d), g = grad_out[(plane * OH + oh) * OW + ow];
    const int which = a == most ? 0 : b == most ? 1 : c == most ? 2 : 3;
    grad_in[at] = which == 0 ? g : 0.0f;
    grad_in[at + 1] = which == 1 ? g : 0.0f;
    grad_in[below] = which == 2 ? g : 0.0f;
    grad_in[below + 1] = which == 3 ? g : 0.0f;
}
