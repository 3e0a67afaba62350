/* blks - Black-Scholes prices of European call and put options by a grid that strides over them: a
 * thread takes every option whose number is its own plus a multiple of the number of threads. */
#include "../blk/blk_price.h"

__kernel void blks_price(__global float *call, __global float *put, __global const float *price,
                         __global const float *strike, __global const float *years, float rate,
                         float volatility, int options)
{
    int threads = GRID_X * BLOCK_X;
#pragma unroll 1
    for (int i = CTA_X * BLOCK_X + TID_X; i < options; i += threads)
        price_option(call, put, price, strike, years, rate, volatility, i);
}
