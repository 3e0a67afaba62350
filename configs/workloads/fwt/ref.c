/* Reference of fwt: the dyadic convolution by its definition, out[i] = sum over j of
 * data[i ^ j] * filter[j], in f64. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

/* fwt_shared transforms the last 11 bits and each launch of fwt_radix4 two bits more. */
enum { LOG2N_MIN = 11, LOG2N_MAX = 27 }; /* data and filter together have 1 GiB */

static int64_t elements(const workload_ref_ctx_t *ctx)
{
    const int64_t log2n = workload_ref_param(ctx, "log2n", LOG2N_MIN, LOG2N_MAX);
    if (log2n % 2 == 0)
        workload_ref_refuse(ctx, "log2n", log2n, "an odd number, because its kernels transform 11 + 2 x steps bits");
    return INT64_C(1) << log2n;
}

static void fwt_init(workload_ref_ctx_t *ctx)
{
    int64_t n = elements(ctx);
    int64_t taps = workload_ref_param(ctx, "taps", 0, n);
    float *filter = workload_ref_buf(ctx, "filter", ELEM_F32, n);

    memset(filter, 0, (size_t)n * sizeof *filter);
    for (int64_t i = 0; i < taps; i++)
        filter[i] = (float)(workload_ref_random(ctx) >> 40) * 0x1p-24f; /* 0 <= value < 1 */
}

static void fwt_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = elements(ctx);
    int64_t taps = workload_ref_param(ctx, "taps", 0, n);
    float *data = workload_ref_buf(ctx, "data", ELEM_F32, n);
    const float *filter = workload_ref_buf(ctx, "filter", ELEM_F32, n);
    float *before = workload_ref_room(ctx, n, sizeof *before);

    memcpy(before, data, (size_t)n * sizeof *before);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (int64_t j = 0; j < taps; j++) sum += (double)before[i ^ j] * (double)filter[j];
        data[i] = (float)sum;
    }
}

const workload_ref_t workload_ref_fwt = {.name = "fwt", .init = fwt_init, .expect = fwt_expect};
