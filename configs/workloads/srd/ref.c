/* Reference of srd: computes the exponential of every pixel, in f64. */
#include "workload/workload.h"

#include <math.h>

static void srd_expect(workload_ref_ctx_t *ctx)
{
    int64_t cols = workload_ref_param(ctx, "cols", 1, WORKLOAD_REF_MAX);
    int64_t rows = workload_ref_param(ctx, "rows", 1, WORKLOAD_REF_MAX), pixels = cols * rows;
    float *image = workload_ref_buf(ctx, "image", ELEM_F32, pixels);

    for (int64_t i = 0; i < pixels; i++) image[i] = (float)exp((double)image[i] / 255.0);
}

const workload_ref_t workload_ref_srd = {.name = "srd", .expect = srd_expect};
