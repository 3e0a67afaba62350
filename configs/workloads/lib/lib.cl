/* lib - LIBOR market model: a thread simulates a path of forward rates through the years and prices a portfolio of
 * swaptions at its end. In the second kernel it also goes back along the path and computes the derivatives by the first
 * rates (adjoint mode).
 *
 * The rates, and in the second kernel the rates of all years, are arrays of the thread in local memory. They exceed any
 * L1, and a CTA has only two warps. After M. Giles' public description of the test case. */
#define FORWARDS 80 /* at most */
#define YEARS    40
#define OPTIONS  15
#define DELTA    0.25f

typedef struct {
    int forwards, years;
} model_t;

/* Advances the rates that are still to come by year n. `kept`: gets the rates before, for the way back. */
static void evolve(float *rate, model_t m, __global const float *lambda, __global const float *z, int paths, float *kept)
{
#pragma unroll 1
    for (int n = 0; n < m.years; n++) {
        const float root = 0.5f * z[n * paths]; /* sqrt(DELTA) */
        float drift = 0.0f;
#pragma unroll 1
        for (int i = n + 1; i < m.forwards; i++) {
            const float c = DELTA * lambda[i - n - 1];
            if (kept) kept[n * FORWARDS + i] = rate[i];
            drift += div_approx(c * rate[i], 1.0f + DELTA * rate[i]);
            rate[i] *= exp_approx(c * drift + lambda[i - n - 1] * (root - 0.5f * c));
        }
    }
}

/* Returns the discounted value of the swaptions that pay; `of` gets its derivatives by the last rates. */
static float portfolio(const float *rate, model_t m, __global const int *maturity, __global const float *strike, float *of)
{
    float bond = 1.0f, swap = 0.0f, value = 0.0f, discount = 1.0f;
    float bonds[FORWARDS - YEARS], swaps[FORWARDS - YEARS], back[FORWARDS - YEARS], by_swap[FORWARDS - YEARS];
    const int rest = m.forwards - m.years;

#pragma unroll 1
    for (int n = 0; n < rest; n++) {
        bond = div_approx(bond, 1.0f + DELTA * rate[m.years + n]);
        swap += DELTA * bond;
        bonds[n] = bond;
        swaps[n] = swap;
        back[n] = by_swap[n] = 0.0f;
    }
#pragma unroll 1
    for (int o = 0; o < OPTIONS; o++) {
        const int at = maturity[o] - 1;
        const float loss = bonds[at] + strike[o] * swaps[at] - 1.0f;
        if (loss < 0.0f) {
            value -= 100.0f * loss;
            back[at] -= 100.0f;
            by_swap[at] -= 100.0f * strike[o];
        }
    }
    for (int n = 0; n < m.years; n++) discount = div_approx(discount, 1.0f + DELTA * rate[n]);
    if (of) {
        float of_bond = 0.0f, of_swap = 0.0f;
#pragma unroll 1
        for (int n = rest - 1; n >= 0; n--) {
            of_swap += by_swap[n];
            of_bond += back[n] + DELTA * of_swap;
            of[m.years + n] = -div_approx(of_bond * bonds[n] * DELTA, 1.0f + DELTA * rate[m.years + n]) * discount;
            of_bond = div_approx(of_bond, 1.0f + DELTA * rate[m.years + n]);
        }
        for (int n = 0; n < m.years; n++) of[n] = -div_approx(DELTA * value * discount, 1.0f + DELTA * rate[n]);
    }
    return value * discount;
}

/* Turns the derivatives by the last rates into those by the first rates. */
static void way_back(float *of, model_t m, __global const float *lambda, __global const float *z, int paths,
                     const float *kept, const float *last)
{
#pragma unroll 1
    for (int n = m.years - 1; n >= 0; n--) {
        float by_drift = 0.0f;
#pragma unroll 1
        for (int i = m.forwards - 1; i > n; i--) {
            const float c = DELTA * lambda[i - n - 1], before = kept[n * FORWARDS + i];
            const float after = n == m.years - 1 ? last[i] : i > n + 1 ? kept[(n + 1) * FORWARDS + i] : last[i];
            const float grown = div_approx(after, before), base = 1.0f + DELTA * before;
            by_drift += of[i] * after * c;
            of[i] = of[i] * grown + div_approx(by_drift * c, base * base);
        }
    }
}

__kernel void lib_value(__global float *values, __global const float *lambda, __global const float *z,
                        __global const int *maturity, __global const float *strike, int forwards, int years, int paths)
{
    const int path = CTA_X * BLOCK_X + TID_X;
    const model_t m = {forwards, years};
    float rate[FORWARDS];
    for (int i = 0; i < forwards; i++) rate[i] = 0.05f;
    evolve(rate, m, lambda, z + path, paths, 0);
    values[path] = portfolio(rate, m, maturity, strike, 0);
}

__kernel void lib_greeks(__global float *values, __global float *greeks, __global const float *lambda,
                         __global const float *z, __global const int *maturity, __global const float *strike,
                         int forwards, int years, int paths)
{
    const int path = CTA_X * BLOCK_X + TID_X;
    const model_t m = {forwards, years};
    float rate[FORWARDS], of[FORWARDS], kept[YEARS * FORWARDS];
    for (int i = 0; i < forwards; i++) rate[i] = 0.05f;
    evolve(rate, m, lambda, z + path, paths, kept);
    values[path] = portfolio(rate, m, maturity, strike, of);
    way_back(of, m, lambda, z + path, paths, kept, rate);
    greeks[path] = of[forwards - 1]; /* by the last forward rate */
}
