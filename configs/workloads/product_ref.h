/* product_ref.h - reference of workloads that multiply matrices: rows by columns, summed in f64. */
#ifndef CTADEL_CONFIGS_WORKLOADS_PRODUCT_REF_H
#define CTADEL_CONFIGS_WORKLOADS_PRODUCT_REF_H

#include "workload/workload.h"

/* Buffers a (h x k), b (k x w), c (h x w) of f32; parameters h, k, w. */
static inline void product_expect(workload_ref_ctx_t *ctx)
{
    int64_t h = workload_ref_param(ctx, "h", 1, WORKLOAD_REF_MAX);
    int64_t k = workload_ref_param(ctx, "k", 1, WORKLOAD_REF_MAX);
    int64_t w = workload_ref_param(ctx, "w", 1, WORKLOAD_REF_MAX);
    const float *a = workload_ref_buf(ctx, "a", ELEM_F32, h * k);
    const float *b = workload_ref_buf(ctx, "b", ELEM_F32, k * w);
    float *c = workload_ref_buf(ctx, "c", ELEM_F32, h * w);

    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) {
            double sum = 0;
            for (int64_t i = 0; i < k; i++) sum += (double)a[y * k + i] * (double)b[i * w + x];
            c[y * w + x] = (float)sum;
        }
}

#endif
