/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iir: cascades of biquads in direct form II transposed, one channel per work-item, as such programs are written.
 *
 * A section: y = b0 * x + z1; z1 = b1 * x - a1 * y + z2; z2 = b2 * x - a2 * y.
 *
 * Range: at least one item per channel.
 */

/* All channels through one filter; coef: b0, b1, b2, a1, a2 of each section. */
kernel void iir_cascade(global const float *x, global float *y, global const float *coef, int channels, int samples,
                        int sections)
{
    const int channel = get_global_id(0);
    float z[2 * 16];

    if (channel >= channels)
        return;
    for (int s = 0; s < 2 * sections; s++)
        z[s] = 0.0f;
    for (int n = 0; n < samples; n++) {
        float in = x[(size_t)channel * samples + n];
        for (int s = 0; s < sections; s++) {
            global const float *c = coef + s * 5;
            float out = c[0] * in + z[2 * s];
            z[2 * s] = c[1] * in - c[3] * out + z[2 * s + 1];
            z[2 * s + 1] = c[2] * in - c[4] * out;
            in = out;
        }
        y[(size_t)channel * samples + n] = in;
    }
}

/* A filter for each channel. */
kernel void iir_channels(global const float *x, global float *y, global const float *coef, int channels, int samples,
                         int sections)
{
    const int channel = get_global_id(0);
    float z[2 * 16];

    if (channel >= channels)
        return;
    for (int s = 0; s < 2 * sections; s++)
        z[s] = 0.0f;
    for (int n = 0; n < samples; n++) {
        float in = x[(size_t)channel * samples + n];
        for (int s = 0; s < sections; s++) {
            global const float *c = coef + ((size_t)channel * sections + s) * 5;
            float out = c[0] * in + z[2 * s];
            z[2 * s] = c[1] * in - c[3] * out + z[2 * s + 1];
            z[2 * s + 1] = c[2] * in - c[4] * out;
            in = out;
        }
        y[(size_t)channel * samples + n] = in;
    }
}

/* Complex samples, one pass over the channel for each section, from the second on in place. */
kernel void iir_complex(global const float2 *in, global float2 *out, constant float *sos, uint sections, uint points)
{
    const size_t base = (size_t)get_global_id(0) * points;

    for (uint s = 0; s < sections; s++) {
        constant float *c = sos + s * 5;
        float2 z1 = (float2)(0.0f), z2 = (float2)(0.0f);
        for (uint n = 0; n < points; n++) {
            const float2 x = s == 0 ? in[base + n] : out[base + n];
            const float2 y = c[0] * x + z1;
            z1 = c[1] * x - c[3] * y + z2;
            z2 = c[2] * x - c[4] * y;
            out[base + n] = y;
        }
    }
}

/* Five sections whose state is kept from launch to launch; coef_a: 1, a1, a2 of each, coef_b: b0, b1, b2. */
kernel void iir_streamed(global const float *x, global float *y, global float *state, global const float *coef_a,
                         global const float *coef_b, int samples)
{
    const int channel = get_global_id(0);
    global float *z = state + (size_t)channel * 10;
    global const float *a = coef_a + (size_t)channel * 15, *b = coef_b + (size_t)channel * 15;

    for (int n = 0; n < samples; n++) {
        float in = x[channel * samples + n];
        for (int s = 0; s < 5; s++) {
            float out = b[3 * s] * in + z[2 * s];
            z[2 * s] = b[3 * s + 1] * in - a[3 * s + 1] * out + z[2 * s + 1];
            z[2 * s + 1] = b[3 * s + 2] * in - a[3 * s + 2] * out;
            in = out;
        }
        y[channel * samples + n] = in;
    }
}
