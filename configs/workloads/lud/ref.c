/* Matrix and reference of lud: Doolittle's algorithm in f64, row by row. */
#include "workload/workload.h"

enum { BLOCK = 16, BLOCKS_MAX = 256 };

static int64_t side(workload_ref_ctx_t *ctx) { return BLOCK * workload_ref_param(ctx, "blocks", 1, BLOCKS_MAX); }

static void lud_init(workload_ref_ctx_t *ctx)
{
    const int64_t n = side(ctx);
    float *m = workload_ref_buf(ctx, "m", ELEM_F32, n * n);
    for (int64_t i = 0; i < n * n; i++) {
        m[i] = (float)((double)(workload_ref_random(ctx) >> 40) * 0x1p-24);
        if (i / n == i % n) m[i] += (float)n;
    }
}

static void lud_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = side(ctx);
    float *m = workload_ref_own(ctx, "m", ELEM_F32, n * n);
    double *lu = workload_ref_room(ctx, n * n, sizeof *lu);
    for (int64_t i = 0; i < n * n; i++) lu[i] = (double)m[i];
    for (int64_t y = 0; y < n; y++)
        for (int64_t k = 0; k < y; k++) {
            const double factor = lu[y * n + k] /= lu[k * n + k];
            for (int64_t x = k + 1; x < n; x++) lu[y * n + x] -= factor * lu[k * n + x];
        }
    for (int64_t i = 0; i < n * n; i++) m[i] = (float)lu[i];
}

const workload_ref_t workload_ref_lud = {.name = "lud", .init = lud_init, .expect = lud_expect};
