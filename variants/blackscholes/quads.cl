/* SPDX-License-Identifier: Apache-2.0 */
/*
 * price_quads: prices of European options, PER times four an item; for GPUs.
 *
 * Four options to an access, all of an item's reads before its first exp, and independent chains of arithmetic to
 * fill each other's gaps, where the original goes from read to write option by option. The functions are the
 * original's, of one number at a time, so that they give its bits.
 *
 * Range: groups of SIZE items, each 4 * PER * SIZE options in PER rounds; the last options one by one.
 */
float normal(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    const float tail =
        0.39894228040143267793994605993438f * exp(-0.5f * d * d) *
        (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));

    return d > 0 ? 1.0f - tail : tail;
}

float2 price_one(float price, float strike, float years, float rate, float volatility)
{
    const float root = sqrt(years);
    const float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = normal(d1), n2 = normal(d2), discount = exp(-rate * years);

    return (float2)(price * n1 - strike * discount * n2, strike * discount * (1.0f - n2) - price * (1.0f - n1));
}

kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void price_quads(global float *call, global float *put,
                                                                          global const float *price,
                                                                          global const float *strike,
                                                                          global const float *years, float rate,
                                                                          float volatility, int count)
{
    const uint first = (get_group_id(0) * SIZE * PER + get_local_id(0)) * 4, end = count;
    float4 p[PER], s[PER], t[PER];

#pragma unroll
    for (int k = 0; k < PER; k++) {
        const uint at = first + k * SIZE * 4;
        if (at + 4 <= end) {
            p[k] = *(global const float4 *)(price + at);
            s[k] = *(global const float4 *)(strike + at);
            t[k] = *(global const float4 *)(years + at);
        }
    }
#pragma unroll
    for (int k = 0; k < PER; k++) {
        const uint at = first + k * SIZE * 4;
        if (at + 4 <= end) {
            const float2 a = price_one(p[k].x, s[k].x, t[k].x, rate, volatility);
            const float2 b = price_one(p[k].y, s[k].y, t[k].y, rate, volatility);
            const float2 c = price_one(p[k].z, s[k].z, t[k].z, rate, volatility);
            const float2 d = price_one(p[k].w, s[k].w, t[k].w, rate, volatility);
            *(global float4 *)(call + at) = (float4)(a.x, b.x, c.x, d.x);
            *(global float4 *)(put + at) = (float4)(a.y, b.y, c.y, d.y);
        } else {
            for (uint i = at; i < min(at + 4, end); i++) {
                const float2 a = price_one(price[i], strike[i], years[i], rate, volatility);
                call[i] = a.x;
                put[i] = a.y;
            }
        }
    }
}
