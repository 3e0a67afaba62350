/* Matrix and reference of lu: decomposes row by row, in f64. */
#include "workload/workload.h"

enum { N_MAX = 20000 };

static void lu_init(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, N_MAX);
    float *a = workload_ref_buf(ctx, "a", ELEM_F32, n * n);
    for (int64_t i = 0; i < n * n; i++) {
        a[i] = (float)(workload_ref_random(ctx) >> 40) / (float)(1 << 24);
        if (i % (n + 1) == 0) a[i] += (float)(2 * n);
    }
}

static void lu_row(double *a, int64_t n, int64_t i)
{
    for (int64_t k = 0; k < i; k++) {
        a[i * n + k] /= a[k * n + k];
        for (int64_t j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

static void lu_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, N_MAX);
    float *a = workload_ref_buf(ctx, "a", ELEM_F32, n * n);
    double *exact = workload_ref_room(ctx, n * n, sizeof *exact);
    for (int64_t i = 0; i < n * n; i++) exact[i] = (double)a[i];
    for (int64_t i = 1; i < n; i++) lu_row(exact, n, i);
    for (int64_t i = 0; i < n * n; i++) a[i] = (float)exact[i];
}

const workload_ref_t workload_ref_lu = {.name = "lu", .init = lu_init, .expect = lu_expect};
