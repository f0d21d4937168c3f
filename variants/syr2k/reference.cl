/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the syr2k family recognises, plainly written: what "right" means. */

/* C = beta * C, then C += (alpha * A) * B' + (alpha * B) * A', step by step. */
kernel void syr2k_kernel(global float *a, global float *b, global float *c, float alpha, float beta, int ni, int nj)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < nj && j < nj) {
        c[i * nj + j] *= beta;
        for (int k = 0; k < ni; k++)
            c[i * nj + j] += alpha * a[i * ni + k] * b[j * ni + k] + alpha * b[i * ni + k] * a[j * ni + k];
    }
}
