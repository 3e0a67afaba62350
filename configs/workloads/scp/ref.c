/* Reference of scp: computes the scalar products in f64. */
#include "workload/workload.h"

static void scp_expect(workload_ref_ctx_t *ctx)
{
    int64_t vectors = workload_ref_param(ctx, "vectors", 1, WORKLOAD_REF_MAX);
    int64_t elements = workload_ref_param(ctx, "elements", 1, WORKLOAD_REF_MAX);
    const float *a = workload_ref_buf(ctx, "a", ELEM_F32, vectors * elements);
    const float *b = workload_ref_buf(ctx, "b", ELEM_F32, vectors * elements);
    float *result = workload_ref_buf(ctx, "result", ELEM_F32, vectors);

    for (int64_t v = 0; v < vectors; v++, a += elements, b += elements) {
        double sum = 0.0;
        for (int64_t i = 0; i < elements; i++) sum += (double)a[i] * (double)b[i];
        result[v] = (float)sum;
    }
}

const workload_ref_t workload_ref_scp = {.name = "scp", .expect = scp_expect};
