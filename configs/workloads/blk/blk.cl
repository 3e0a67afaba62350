/* blk - Black-Scholes prices of European call and put options, one option per thread. */
#include "blk_price.h"

__kernel void blk_price(__global float *call, __global float *put, __global const float *price,
                        __global const float *strike, __global const float *years, float rate,
                        float volatility, int options)
{
    int i = CTA_X * BLOCK_X + TID_X;
    if (i >= options) return;
    price_option(call, put, price, strike, years, rate, volatility, i);
}
