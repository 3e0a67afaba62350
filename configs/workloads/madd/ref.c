/* Reference of madd: the sum, element by element. */
#include "workload/workload.h"

static void madd_expect(workload_ref_ctx_t *ctx)
{
    const float *a = workload_ref_buf(ctx, "a");
    const float *b = workload_ref_buf(ctx, "b");
    float *c = workload_ref_buf(ctx, "c");
    int64_t w = workload_ref_param(ctx, "w"), h = workload_ref_param(ctx, "h");

    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) c[y * w + x] = a[y * w + x] + b[y * w + x];
}

const workload_ref_t workload_ref_madd = {.name = "madd", .expect = madd_expect};
