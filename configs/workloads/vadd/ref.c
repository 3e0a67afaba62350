/* Reference of vadd: adds element by element. */
#include "workload/workload.h"

static void vadd_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    const float *a = workload_ref_buf(ctx, "a", ELEM_F32, n);
    const float *b = workload_ref_buf(ctx, "b", ELEM_F32, n);
    float *c = workload_ref_buf(ctx, "c", ELEM_F32, n);

    for (int64_t i = 0; i < n; i++) c[i] = a[i] + b[i];
}

const workload_ref_t workload_ref_vadd = {.name = "vadd", .expect = vadd_expect};
