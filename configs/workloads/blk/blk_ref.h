/* blk_ref.h - the reference of blk and blks: the formula in f64, with the error function for the normal distribution.
 * Both grids price every option once. */
#ifndef CTADEL_BLK_REF_H
#define CTADEL_BLK_REF_H

#include "workload/workload.h"

#include <math.h>

static double cnd(double d) { return 0.5 * erfc(-d / sqrt(2.0)); }

static void blk_expect(workload_ref_ctx_t *ctx)
{
    const double rate = 0.02, volatility = 0.3;
    int64_t options = workload_ref_param(ctx, "options", 1, WORKLOAD_REF_MAX);
    const float *price = workload_ref_buf(ctx, "price", ELEM_F32, options);
    const float *strike = workload_ref_buf(ctx, "strike", ELEM_F32, options);
    const float *years = workload_ref_buf(ctx, "years", ELEM_F32, options);
    float *call = workload_ref_buf(ctx, "call", ELEM_F32, options);
    float *put = workload_ref_buf(ctx, "put", ELEM_F32, options);

    for (int64_t i = 0; i < options; i++) {
        double s = (double)price[i], x = (double)strike[i], t = (double)years[i];
        double spread = volatility * sqrt(t);
        double d1 = (log(s / x) + (rate + 0.5 * volatility * volatility) * t) / spread;
        double d2 = d1 - spread, discounted = x * exp(-rate * t);
        call[i] = (float)(s * cnd(d1) - discounted * cnd(d2));
        put[i] = (float)(discounted * cnd(-d2) - s * cnd(-d1));
    }
}

#endif
