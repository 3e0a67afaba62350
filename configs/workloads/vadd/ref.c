/* Reference of vadd: the sum, element by element. */
#include "workload/workload.h"

static void vadd_expect(workload_ref_ctx_t *ctx)
{
    const float *a = workload_ref_buf(ctx, "a");
    const float *b = workload_ref_buf(ctx, "b");
    float *c = workload_ref_buf(ctx, "c");
    int64_t n = workload_ref_param(ctx, "n");

    for (int64_t i = 0; i < n; i++) c[i] = a[i] + b[i];
}

const workload_ref_t workload_ref_vadd = {.name = "vadd", .expect = vadd_expect};
