/* SPDX-License-Identifier: Apache-2.0 */
/* blackscholes: prices of European options, one at a time, in steps of the range. Range: any. */

/* The normal distribution by a rational approximation. */
float normal(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    const float tail =
        0.39894228040143267793994605993438f * exp(-0.5f * d * d) *
        (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));

    return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global float *call, global float *put, global float *price, global float *strike,
                          global float *years, float rate, float volatility, uint count)
{
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        const float root = sqrt(years[i]);
        const float d1 = (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) /
                         (volatility * root);
        const float d2 = d1 - volatility * root;
        const float n1 = normal(d1), n2 = normal(d2), discount = exp(-rate * years[i]);

        call[i] = price[i] * n1 - strike[i] * discount * n2;
        put[i] = strike[i] * discount * (1.0f - n2) - price[i] * (1.0f - n1);
    }
}
