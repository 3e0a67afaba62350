/* Gap penalties and reference of nw3: fills the matrix row by row. */
#include "workload/workload.h"

enum { N_MAX = 20000 };

static void nw3_init(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, N_MAX), penalty = workload_ref_param(ctx, "penalty", 0, 1000);
    int32_t *score = workload_ref_buf(ctx, "score", ELEM_S32, (n + 1) * (n + 1));
    for (int64_t i = 0; i < (n + 1) * (n + 1); i++) score[i] = 0;
    for (int64_t i = 0; i <= n; i++) score[i] = score[i * (n + 1)] = (int32_t)(-i * penalty);
}

static int32_t nw3_best(int32_t a, int32_t b) { return a > b ? a : b; }

static void nw3_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, N_MAX);
    const int32_t penalty = (int32_t)workload_ref_param(ctx, "penalty", 0, 1000);
    const int32_t *match = workload_ref_buf(ctx, "match", ELEM_S32, (n + 1) * (n + 1));
    int32_t *score = workload_ref_buf(ctx, "score", ELEM_S32, (n + 1) * (n + 1));
    for (int64_t y = 1; y <= n; y++)
        for (int64_t x = 1; x <= n; x++) {
            int32_t *row = score + y * (n + 1), *above = row - (n + 1);
            const int32_t gap = nw3_best(above[x], row[x - 1]) - penalty;
            row[x] = nw3_best(above[x - 1] + match[y * (n + 1) + x], gap);
        }
}

const workload_ref_t workload_ref_nw3 = {.name = "nw3", .init = nw3_init, .expect = nw3_expect};
