/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the dct8x8 family recognises, plainly written: what "right" means. */

/* Blocks of 8 x 8: the transform of the columns, kept transposed, then that of the rows. */
kernel void DCT(global float *output, global float *input, global float *dct8x8, local float *inter, uint width,
                uint blockWidth, uint inverse)
{
    uint i = get_local_id(0), j = get_local_id(1), n = blockWidth;
    global const float *block = input + get_group_id(1) * n * width + get_group_id(0) * n;
    float acc = 0;

    for (uint k = 0; k < n; k++)
        acc += dct8x8[inverse ? i * n + k : k * n + i] * block[k * width + j];
    inter[j * n + i] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    acc = 0;
    for (uint k = 0; k < n; k++)
        acc += inter[i * n + k] * dct8x8[inverse ? j * n + k : k * n + j];
    output[get_global_id(1) * width + get_global_id(0)] = acc;
}
