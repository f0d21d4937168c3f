/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transpose: out[x][y] = in[y][x], the forms that programs write.
 *
 * Plain statements of what each recognised kernel computes; every variant is
 * compared with them bit for bit. No arithmetic, so "right" is "the same bytes
 * in the other order".
 */

/* One item per element, nothing guarded: the range is the matrix. */
kernel void transpose_range(global float *a_t, global float *a, uint a_width, uint a_height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);

    a_t[x * a_height + y] = a[y * a_width + x];
}

/* The same through a square of local memory; BLOCK_SIZE x BLOCK_SIZE items. */
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, BLOCK_SIZE, 1)))
void transpose_range_local(global float *a_t, global float *a, uint a_width, uint a_height,
                           local float *square)
{
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * BLOCK_SIZE, y0 = get_group_id(1) * BLOCK_SIZE;

    square[ly * BLOCK_SIZE + lx] = a[(y0 + ly) * a_width + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    a_t[(x0 + ly) * a_height + y0 + lx] = square[lx * BLOCK_SIZE + ly];
}

/* Columns from `offset` on, guarded edges. */
kernel void transpose_offset(global float *to, global float *from, int offset, int width, int height)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);

    if (x + offset < width && y < height)
        to[x * height + y] = from[y * width + x + offset];
}

/* The same through local memory, one column of padding; BLOCK_DIM x BLOCK_DIM items. */
#ifndef BLOCK_DIM
#define BLOCK_DIM 16
#endif
kernel void transpose_offset_local(global float *to, global float *from, int offset, int width, int height,
                                   local float *square)
{
    const uint lx = get_local_id(0), ly = get_local_id(1);
    const uint x0 = get_group_id(0) * BLOCK_DIM, y0 = get_group_id(1) * BLOCK_DIM;

    if (x0 + lx + offset < width && y0 + ly < height)
        square[ly * (BLOCK_DIM + 1) + lx] = from[(y0 + ly) * width + x0 + lx + offset];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x0 + ly + offset < width && y0 + lx < height)
        to[(x0 + ly) * height + y0 + lx] = square[lx * (BLOCK_DIM + 1) + ly];
}

/* Sizes first, input before output, the local square is the kernel's own. */
#ifndef TRANSPOSEX
#define TRANSPOSEX 16
#endif
#ifndef TRANSPOSEY
#define TRANSPOSEY 16
#endif
kernel void transpose_sizes_first(const int width, const int height,
                                  global const float *from, global float *to)
{
    local float square[TRANSPOSEY][TRANSPOSEX];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * TRANSPOSEX, y0 = get_group_id(1) * TRANSPOSEY;

    if (x0 + lx < width && y0 + ly < height)
        square[ly][lx] = from[(y0 + ly) * width + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x0 + ly < width && y0 + lx < height)
        to[(x0 + ly) * height + y0 + lx] = square[lx][ly];
}

/* Guarded, no offset, 24-bit index products; whole blocks only. */
kernel void transpose_mul24(global float *to, global float *from, int width, int height, local float *square)
{
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = mul24((int)get_group_id(0), BLOCK_DIM), y0 = mul24((int)get_group_id(1), BLOCK_DIM);

    square[ly * (BLOCK_DIM + 1) + lx] = from[mul24(y0 + ly, width) + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    to[mul24(x0 + ly, height) + y0 + lx] = square[lx * (BLOCK_DIM + 1) + ly];
}

/* A square matrix in float4; an item moves 4 x 4 elements, a group (4n) x (4n). */
kernel void transpose_float4(global float4 *to, global float4 *from, local float4 *square)
{
    const uint pitch = get_global_size(0), n = get_local_size(0);
    const uint lx = get_local_id(0), ly = get_local_id(1);
    const uint gy = get_group_id(0), gx = (get_group_id(0) + get_group_id(1)) % get_num_groups(0);
    uint k, at = gx * n + lx + (gy * n + ly) * 4 * pitch;
    float4 r[4];

    for (k = 0; k < 4; k++)
        square[(4 * ly + k) * n + lx] = from[at + k * pitch];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (k = 0; k < 4; k++)
        r[k] = square[(4 * lx + k) * n + ly];
    at = gy * n + lx + (gx * n + ly) * 4 * pitch;
    to[at] = (float4)(r[0].x, r[1].x, r[2].x, r[3].x);
    to[at + pitch] = (float4)(r[0].y, r[1].y, r[2].y, r[3].y);
    to[at + 2 * pitch] = (float4)(r[0].z, r[1].z, r[2].z, r[3].z);
    to[at + 3 * pitch] = (float4)(r[0].w, r[1].w, r[2].w, r[3].w);
}
