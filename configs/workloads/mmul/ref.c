/* Reference of mmul: rows times columns, summed in double precision. */
#include "workload/workload.h"

static void mmul_expect(workload_ref_ctx_t *ctx)
{
    const float *a = workload_ref_buf(ctx, "a");
    const float *b = workload_ref_buf(ctx, "b");
    float *c = workload_ref_buf(ctx, "c");
    int64_t h = workload_ref_param(ctx, "h"), k = workload_ref_param(ctx, "k");
    int64_t w = workload_ref_param(ctx, "w");

    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) {
            double sum = 0;
            for (int64_t i = 0; i < k; i++) sum += (double)a[y * k + i] * (double)b[i * w + x];
            c[y * w + x] = (float)sum;
        }
}

const workload_ref_t workload_ref_mmul = {.name = "mmul", .expect = mmul_expect};
