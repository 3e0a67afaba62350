/* Reference of svm: computes in f64. */
#include "workload/workload.h"

#include <math.h>

static void svm_expect(workload_ref_ctx_t *ctx)
{
    const int64_t vectors = workload_ref_param(ctx, "vectors", 1, WORKLOAD_REF_MAX_3D);
    const int64_t dims = workload_ref_param(ctx, "dims", 1, 1024);
    const float *vector = workload_ref_buf(ctx, "vector", ELEM_F32, vectors * dims);
    float *kernel = workload_ref_buf(ctx, "kernel", ELEM_F32, vectors * vectors);
    for (int64_t i = 0; i < vectors; i++)
        for (int64_t j = 0; j < vectors; j++) {
            double sum = 0;
            for (int64_t d = 0; d < dims; d++)
                sum += pow((double)vector[i * dims + d] - (double)vector[j * dims + d], 2);
            kernel[i * vectors + j] = (float)exp(-0.05 * sum);
        }
}

const workload_ref_t workload_ref_svm = {.name = "svm", .expect = svm_expect};
