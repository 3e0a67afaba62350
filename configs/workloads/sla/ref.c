/* Reference of sla: adds up the elements in order. */
#include "workload/workload.h"

enum { PER_CTA = 1024 };

static void sla_expect(workload_ref_ctx_t *ctx)
{
    const int64_t ctas = workload_ref_param(ctx, "ctas", 1, WORKLOAD_REF_MAX_3D);
    const uint32_t *in = workload_ref_buf(ctx, "in", ELEM_U32, PER_CTA * ctas);
    uint32_t *out = workload_ref_buf(ctx, "out", ELEM_U32, PER_CTA * ctas), sum = 0;
    uint32_t *totals = workload_ref_buf(ctx, "totals", ELEM_U32, ctas);
    for (int64_t i = 0; i < PER_CTA * ctas; i++) {
        if (i % PER_CTA == 0) totals[i / PER_CTA] = sum;
        out[i] = sum;
        sum += in[i];
    }
}

const workload_ref_t workload_ref_sla = {.name = "sla", .expect = sla_expect};
