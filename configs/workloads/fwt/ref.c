/* Reference of fwt: the dyadic convolution by its definition, out[i] = sum over j of
 * data[i ^ j] * filter[j], in f64. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { LOG2N_MAX = 28 }; /* a gigabyte of data */

static void fwt_init(workload_ref_ctx_t *ctx)
{
    int64_t n = INT64_C(1) << workload_ref_param(ctx, "log2n", 0, LOG2N_MAX);
    int64_t taps = workload_ref_param(ctx, "taps", 0, n);
    float *filter = workload_ref_buf(ctx, "filter", ELEM_F32, n);

    memset(filter, 0, (size_t)n * sizeof *filter);
    for (int64_t i = 0; i < taps; i++)
        filter[i] = (float)(workload_ref_random(ctx) >> 40) * 0x1p-24f; /* 0 <= value < 1 */
}

static void fwt_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = INT64_C(1) << workload_ref_param(ctx, "log2n", 0, LOG2N_MAX);
    int64_t taps = workload_ref_param(ctx, "taps", 0, n);
    float *data = workload_ref_buf(ctx, "data", ELEM_F32, n);
    const float *filter = workload_ref_buf(ctx, "filter", ELEM_F32, n);
    float *before = malloc((size_t)n * sizeof *before);
    if (!before) return; /* the comparison then fails: data still has its first contents */

    memcpy(before, data, (size_t)n * sizeof *before);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (int64_t j = 0; j < taps; j++) sum += (double)before[i ^ j] * (double)filter[j];
        data[i] = (float)sum;
    }
    free(before);
}

const workload_ref_t workload_ref_fwt = {.name = "fwt", .init = fwt_init, .expect = fwt_expect};
