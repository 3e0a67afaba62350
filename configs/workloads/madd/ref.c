/* Reference of madd: adds element by element. */
#include "workload/workload.h"

static void madd_expect(workload_ref_ctx_t *ctx)
{
    int64_t w = workload_ref_param(ctx, "w", 1, WORKLOAD_REF_MAX);
    int64_t h = workload_ref_param(ctx, "h", 1, WORKLOAD_REF_MAX);
    const float *a = workload_ref_buf(ctx, "a", ELEM_F32, w * h);
    const float *b = workload_ref_buf(ctx, "b", ELEM_F32, w * h);
    float *c = workload_ref_buf(ctx, "c", ELEM_F32, w * h);

    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) c[y * w + x] = a[y * w + x] + b[y * w + x];
}

const workload_ref_t workload_ref_madd = {.name = "madd", .expect = madd_expect};
