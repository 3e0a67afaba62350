/* mc - Monte Carlo prices of European call options: a CTA per option goes through all paths; a tree in shared memory adds
 * up its threads' sums of payoffs and of their squares. Arithmetic limits it, not memory. */
#define THREADS 256

__kernel void mc_price(__global float *value, __global float *spread, __global const float *price,
                       __global const float *strike, __global const float *years, __global const float *draws,
                       int paths, float rate, float volatility)
{
    __local float sum[THREADS], squares[THREADS];
    const int option = CTA_X, t = TID_X;
    const float s = price[option], x = strike[option], y = years[option];
    const float drift = (rate - 0.5f * volatility * volatility) * y, wide = volatility * sqrt_rn(y);
    float payoffs = 0.0f, of_squares = 0.0f;

    for (int p = t; p < paths; p += THREADS) {
        const float payoff = __builtin_fmaxf(s * exp_approx(drift + wide * draws[p]) - x, 0.0f);
        payoffs += payoff;
        of_squares += payoff * payoff;
    }
    sum[t] = payoffs;
    squares[t] = of_squares;
    for (int width = THREADS / 2; width > 0; width /= 2) {
        SYNC();
        if (t < width) {
            sum[t] += sum[t + width];
            squares[t] += squares[t + width];
        }
    }
    if (t == 0) {
        const float n = paths, discount = exp_approx(-rate * y), mean = sum[0] / n;
        value[option] = discount * mean;
        spread[option] = discount * 1.96f * sqrt_rn(__builtin_fmaxf(squares[0] / n - mean * mean, 0.0f) / n);
    }
}
