/* Reference of hst: counts the bytes by their upper six bits. */
#include "workload/workload.h"

static void hst_expect(workload_ref_ctx_t *ctx)
{
    int64_t words = 4 * workload_ref_param(ctx, "quads", 1, WORKLOAD_REF_MAX);
    const uint32_t *data = workload_ref_buf(ctx, "data", ELEM_U32, words);
    uint32_t *histogram = workload_ref_buf(ctx, "histogram", ELEM_U32, 64);

    for (int64_t i = 0; i < words; i++)
        for (uint32_t shift = 2; shift < 32; shift += 8) histogram[data[i] >> shift & 63]++;
}

const workload_ref_t workload_ref_hst = {.name = "hst", .expect = hst_expect};
