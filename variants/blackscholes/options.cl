/* SPDX-License-Identifier: Apache-2.0 */
/*
 * price_options: prices of European options, 16 in a vector; for CPUs.
 *
 * The original steps through the options one by one, with a call of exp and log for each. Every lane does what the
 * original does, in its order.
 *
 * Range: PER vectors an item; the rest one by one.
 */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

/* Written once for 16 options and once for one. */
#define PRICE_FUNCTIONS(T, INT)                                                                                       \
    T JOIN(normal_, T)(T d)                                                                                           \
    {                                                                                                                 \
        const T k = 1.0f / (1.0f + 0.2316419f * fabs(d));                                                             \
        const T tail =                                                                                                \
            0.39894228040143267793994605993438f * exp(-0.5f * d * d) *                                                \
            (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));  \
        return select(tail, 1.0f - tail, (INT)(d > 0));                                                               \
    }                                                                                                                 \
    void JOIN(price_, T)(T price, T strike, T years, float rate, float volatility, T *call, T *put)                   \
    {                                                                                                                 \
        const T root = sqrt(years);                                                                                   \
        const T d1 =                                                                                                  \
            (log(price / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);            \
        const T d2 = d1 - volatility * root;                                                                          \
        const T n1 = JOIN(normal_, T)(d1), n2 = JOIN(normal_, T)(d2), discount = exp(-rate * years);                  \
        *call = price * n1 - strike * discount * n2;                                                                  \
        *put = strike * discount * (1.0f - n2) - price * (1.0f - n1);                                                 \
    }
PRICE_FUNCTIONS(float16, int16)
PRICE_FUNCTIONS(float, int)

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void price_options(global float *call, global float *put,
                                                                         global const float *price,
                                                                         global const float *strike,
                                                                         global const float *years, float rate,
                                                                         float volatility, int count)
{
    const int first = get_global_id(0) * PER * 16, end = min(first + PER * 16, count);
    int i = first;

    for (; i + 16 <= end; i += 16) {
        float16 a, b;
        price_float16(vload16(0, price + i), vload16(0, strike + i), vload16(0, years + i), rate, volatility, &a, &b);
        vstore16(a, 0, call + i);
        vstore16(b, 0, put + i);
    }
    for (; i < end; i++) {
        float a, b;
        price_float(price[i], strike[i], years[i], rate, volatility, &a, &b);
        call[i] = a;
        put[i] = b;
    }
}
