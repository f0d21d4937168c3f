/* SPDX-License-Identifier: Apache-2.0 */
/* What the variants share: the type of the elements, and how an element of x is
 * read. */
#ifndef T
#define T float
#endif

#ifdef IMAGE
#define X read_only image2d_t x
#define AT(i) element(x, i)
constant sampler_t NEAREST = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

static inline T element(read_only image2d_t x, int i)
{
    return read_imagef(x, NEAREST, (int2)(i % IMAGE_WIDTH, i / IMAGE_WIDTH)).x;
}
#else
#define X global const T *restrict x
#define AT(i) x[i]
#endif
