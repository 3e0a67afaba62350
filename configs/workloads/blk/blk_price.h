/* blk_price.h - Black-Scholes: the prices of one option, for the kernels of blk and blks. */
#ifndef CTADEL_BLK_PRICE_H
#define CTADEL_BLK_PRICE_H

/* Cumulative normal distribution, polynomial of Abramowitz and Stegun 26.2.17 (error < 7.5e-8). */
static float cnd(float d)
{
    float k = div_approx(1.0f, 1.0f + 0.2316419f * __builtin_fabsf(d));
    float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float upper = 0.39894228f * exp_approx(-0.5f * d * d) * poly;
    return d > 0.0f ? 1.0f - upper : upper;
}

/* Option i: the right to buy or sell at strike[i] in years[i] what costs price[i] now. */
static void price_option(__global float *call, __global float *put, __global const float *price,
                         __global const float *strike, __global const float *years, float rate, float volatility, int i)
{
    float s = price[i], x = strike[i], t = years[i];

    float sqrt_t = div_approx(1.0f, rsqrt_approx(t));
    float d1 =
        div_approx(log_approx(div_approx(s, x)) + (rate + 0.5f * volatility * volatility) * t, volatility * sqrt_t);
    float d2 = d1 - volatility * sqrt_t;
    float cnd1 = cnd(d1), cnd2 = cnd(d2);
    float discounted = x * exp_approx(-rate * t);
    call[i] = s * cnd1 - discounted * cnd2;
    put[i] = discounted * (1.0f - cnd2) - s * (1.0f - cnd1);
}

#endif
