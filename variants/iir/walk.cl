/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iir_ends, iir_walk: cascades of biquads, V walks an item, 16 samples of each at a time.
 *
 * A walk is one block of one channel's samples (BLOCKS a channel; the last block has what division leaves over).
 * On a CPU the V lanes of a vector are V walks: their samples come in by rows and are transposed in registers. 16
 * samples go through one section, then through the next, so that a section's numbers are fetched once for 16.
 * iir_ends walks from rest and keeps the state that each block ends in; iir_walk walks from where each block starts.
 * One block a channel needs no start: that is the original's own order of operations, and exact.
 *
 * BLOCKS: blocks a channel. V: 16 or 1. PARTS: 2 where samples are complex. CA, CB: coefficients of a section.
 * STATE: where the state is kept from launch to launch.
 * Range: V walks an item.
 */
#ifndef PARTS
#define PARTS 1
#endif
#define MOST 8
#define TILE 16

#if V == 16
typedef float16 lanes;
#define GET(i, p) vload16(i, p)
#define PUT(v, i, p) vstore16(v, i, p)
#else
typedef float lanes;
#define GET(i, p) ((p)[i])
#define PUT(v, i, p) ((p)[i] = (v))
#endif

#define COEFFICIENTS(channel, s)                                                                                      \
    {                                                                                                                 \
        CB(channel, s, 0), CB(channel, s, 1), CB(channel, s, 2), CA(channel, s, 1), CA(channel, s, 2)                 \
    }

/* A walk's channel, and where its first sample is. */
int channel_of(int walk)
{
    return walk / PARTS / BLOCKS;
}

size_t first_of(int walk, int samples)
{
    const int block = walk / PARTS % BLOCKS;

    return ((size_t)channel_of(walk) * samples + (size_t)block * (samples / BLOCKS)) * PARTS + walk % PARTS;
}

void load_coefficients(float *coef, int lane, int channel, int sections, global const float *a_, global const float *b_)
{
    for (int s = 0; s < sections; s++) {
        const float of[5] = COEFFICIENTS(channel, s);
        for (int k = 0; k < 5; k++)
            coef[(5 * s + k) * V + lane] = of[k];
    }
}

/* ---- 16 samples of V walks ------------------------------------------------------------------------------------ */

#if V == 16
/* Four times every pair (i, i + 8) becomes the two halves of what it is interleaved: rows become columns. */
void transpose(float16 *t)
{
    float16 u[16];

    for (int turn = 0; turn < 4; turn += 2) {
        __attribute__((opencl_unroll_hint(8))) for (int i = 0; i < 8; i++)
        {
            u[2 * i].even = t[i].lo;
            u[2 * i].odd = t[i + 8].lo;
            u[2 * i + 1].even = t[i].hi;
            u[2 * i + 1].odd = t[i + 8].hi;
        }
        __attribute__((opencl_unroll_hint(8))) for (int i = 0; i < 8; i++)
        {
            t[2 * i].even = u[i].lo;
            t[2 * i].odd = u[i + 8].lo;
            t[2 * i + 1].even = u[i].hi;
            t[2 * i + 1].odd = u[i + 8].hi;
        }
    }
}

void load_tile(lanes *tile, global const float *x, const size_t *at, int n)
{
#if PARTS == 2
    for (int i = 0; i < 16; i += 2) {
        const float16 p = vload16(0, x + at[i] + 2 * n), q = vload16(1, x + at[i] + 2 * n);
        tile[i] = (float16)(p.even, q.even);
        tile[i + 1] = (float16)(p.odd, q.odd);
    }
#else
    for (int i = 0; i < 16; i++)
        tile[i] = vload16(0, x + at[i] + n);
#endif
    transpose(tile);
}

void store_tile(lanes *tile, global float *y, const size_t *at, int n, int count)
{
    transpose(tile);
#if PARTS == 2
    for (int i = 0; i < count; i += 2) {
        float16 p, q;
        p.even = tile[i].lo;
        p.odd = tile[i + 1].lo;
        q.even = tile[i].hi;
        q.odd = tile[i + 1].hi;
        vstore16(p, 0, y + at[i] + 2 * n);
        vstore16(q, 1, y + at[i] + 2 * n);
    }
#else
    for (int i = 0; i < count; i++)
        vstore16(tile[i], 0, y + at[i] + n);
#endif
}
#else
void load_tile(lanes *tile, global const float *x, const size_t *at, int n)
{
    x += at[0] + (size_t)n * PARTS;
    __attribute__((opencl_unroll_hint(TILE))) for (int k = 0; k < TILE; k++) tile[k] = x[k * PARTS];
}

void store_tile(const lanes *tile, global float *y, const size_t *at, int n, int count)
{
    y += at[0] + (size_t)n * PARTS;
    __attribute__((opencl_unroll_hint(TILE))) for (int k = 0; k < TILE; k++) y[k * PARTS] = tile[k];
}
#endif

void filter_tile(lanes *tile, float *state, const float *coef, int sections)
{
    for (int s = 0; s < sections; s++) {
        const lanes b0 = GET(5 * s, coef), b1 = GET(5 * s + 1, coef), b2 = GET(5 * s + 2, coef);
        const lanes a1 = GET(5 * s + 3, coef), a2 = GET(5 * s + 4, coef);
        lanes z1 = GET(2 * s, state), z2 = GET(2 * s + 1, state);
        __attribute__((opencl_unroll_hint(TILE))) for (int k = 0; k < TILE; k++)
        {
            const lanes in = tile[k], out = b0 * in + z1;
            z1 = b1 * in - a1 * out + z2;
            z2 = b2 * in - a2 * out;
            tile[k] = out;
        }
        PUT(z1, 2 * s, state);
        PUT(z2, 2 * s + 1, state);
    }
}

/* One sample of one lane. */
float filter_one(float in, int lane, float *state, const float *coef, int sections)
{
    for (int s = 0; s < sections; s++) {
        const float *c = coef + 5 * s * V + lane;
        float *z = state + 2 * s * V + lane;
        const float out = c[0] * in + z[0];
        z[0] = c[V] * in - c[3 * V] * out + z[V];
        z[V] = c[2 * V] * in - c[4 * V] * out;
        in = out;
    }
    return in;
}

/* ---- kernels -------------------------------------------------------------------------------------------------- */

#if BLOCKS > 1
kernel void iir_ends(global const float *x, global const float *a_, global const float *b_, global float *ends,
                     int channels, int samples, int sections)
{
    const int walks = channels * BLOCKS * PARTS, first = get_global_id(0) * V, length = samples / BLOCKS;
    float coef[5 * MOST * V], state[2 * MOST * V];
    lanes tile[TILE];
    size_t at[V];
    int n = 0;

    if (first >= walks)
        return;
    for (int i = 0; i < 2 * sections * V; i++)
        state[i] = 0.0f;
    for (int i = 0; i < V; i++) {
        at[i] = first_of(min(first + i, walks - 1), samples);
        load_coefficients(coef, i, channel_of(min(first + i, walks - 1)), sections, a_, b_);
    }
    for (; n + TILE <= length; n += TILE) {
        load_tile(tile, x, at, n);
        filter_tile(tile, state, coef, sections);
    }
    for (; n < length; n++)
        for (int i = 0; i < V; i++)
            filter_one(x[at[i] + (size_t)n * PARTS], i, state, coef, sections);
    for (int s = 0; s < 2 * sections; s++)
        for (int i = 0; i < min(V, walks - first); i++)
            ends[(size_t)s * walks + first + i] = state[s * V + i];
}
#endif

kernel void iir_walk(global const float *x, global float *y, global const float *a_, global const float *b_,
#if BLOCKS > 1
                     global const float *starts,
#endif
#ifdef STATE
                     global float *kept,
#endif
                     int channels, int samples, int sections)
{
    const int walks = channels * BLOCKS * PARTS, first = get_global_id(0) * V, length = samples / BLOCKS;
    const int count = min(V, walks - first);
    float coef[5 * MOST * V], state[2 * MOST * V];
    lanes tile[TILE];
    size_t at[V];
    int n = 0;

    if (first >= walks)
        return;
    for (int i = 0; i < V; i++) {
        const int walk = min(first + i, walks - 1);
        at[i] = first_of(walk, samples);
        load_coefficients(coef, i, channel_of(walk), sections, a_, b_);
        for (int s = 0; s < 2 * sections; s++)
#if BLOCKS > 1
            state[s * V + i] = starts[(size_t)s * walks + walk];
#elif defined(STATE)
            state[s * V + i] = kept[(size_t)walk * 2 * sections + s];
#else
            state[s * V + i] = 0.0f;
#endif
    }
    for (; n + TILE <= length; n += TILE) {
        load_tile(tile, x, at, n);
        filter_tile(tile, state, coef, sections);
        store_tile(tile, y, at, n, count);
    }
    for (int i = 0; i < count; i++) {
        const bool is_last = (first + i) / PARTS % BLOCKS == BLOCKS - 1;
        const int end = length + (is_last ? samples % BLOCKS : 0);
        for (int k = n; k < end; k++) {
            const size_t to = at[i] + (size_t)k * PARTS;
            y[to] = filter_one(x[to], i, state, coef, sections);
        }
#ifdef STATE
        for (int s = 0; s < 2 * sections; s++)
            kept[(size_t)(first + i) * 2 * sections + s] = state[s * V + i];
#endif
    }
}
