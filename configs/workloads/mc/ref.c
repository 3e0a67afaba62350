/* Random draws and reference of mc: normal numbers by Box and Muller; sums in f64. */
#include "workload/workload.h"

#include <math.h>

static const double RATE = 0.06, VOLATILITY = 0.10, TURN = 6.283185307179586;

static double uniform(workload_ref_ctx_t *ctx) { return ((double)(workload_ref_random(ctx) >> 11) + 0.5) * 0x1p-53; }

static void mc_init(workload_ref_ctx_t *ctx)
{
    const int64_t paths = workload_ref_param(ctx, "paths", 1, WORKLOAD_REF_MAX);
    float *draws = workload_ref_buf(ctx, "draws", ELEM_F32, paths);
    for (int64_t p = 0; p < paths; p++) {
        const double radius = sqrt(-2 * log(uniform(ctx)));
        draws[p] = (float)(radius * cos(TURN * uniform(ctx)));
    }
}

static void mc_expect(workload_ref_ctx_t *ctx)
{
    const int64_t options = workload_ref_param(ctx, "options", 1, WORKLOAD_REF_MAX);
    const int64_t paths = workload_ref_param(ctx, "paths", 1, WORKLOAD_REF_MAX);
    const float *price = workload_ref_buf(ctx, "price", ELEM_F32, options);
    const float *strike = workload_ref_buf(ctx, "strike", ELEM_F32, options);
    const float *years = workload_ref_buf(ctx, "years", ELEM_F32, options);
    const float *draws = workload_ref_buf(ctx, "draws", ELEM_F32, paths);
    float *value = workload_ref_buf(ctx, "value", ELEM_F32, options);
    float *spread = workload_ref_buf(ctx, "spread", ELEM_F32, options);

    for (int64_t o = 0; o < options; o++) {
        const double y = (double)years[o], drift = (RATE - 0.5 * VOLATILITY * VOLATILITY) * y,
                     discount = exp(-RATE * y);
        double sum = 0, squares = 0;
        for (int64_t p = 0; p < paths; p++) {
            const double payoff =
                fmax((double)price[o] * exp(drift + VOLATILITY * sqrt(y) * (double)draws[p]) - (double)strike[o], 0);
            sum += payoff;
            squares += payoff * payoff;
        }
        const double n = (double)paths, mean = sum / n;
        value[o] = (float)(discount * mean);
        spread[o] = (float)(discount * 1.96 * sqrt(fmax(squares / n - mean * mean, 0) / n));
    }
}

const workload_ref_t workload_ref_mc = {.name = "mc", .init = mc_init, .expect = mc_expect};
