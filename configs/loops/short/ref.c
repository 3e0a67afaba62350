/* Reference of short: computes the rows in order. */
#include "workload/workload.h"

static int32_t short_best(const int32_t *row, int64_t n, int64_t i)
{
    int32_t best = row[i];
    for (int64_t j = i - 1; j <= i + 1; j += 2)
        if (j >= 0 && j < n && row[j] < best) best = row[j];
    return best;
}

static void short_expect(workload_ref_ctx_t *ctx)
{
    const int64_t rows = workload_ref_param(ctx, "rows", 1, 65535), width = workload_ref_param(ctx, "width", 1, 65535);
    const int64_t steps = workload_ref_param(ctx, "steps", 1, 65535), n = rows * width;
    const int32_t *cost = workload_ref_buf(ctx, "cost", ELEM_S32, steps * n);
    int32_t *row[2] = {workload_ref_buf(ctx, "row0", ELEM_S32, n), workload_ref_buf(ctx, "row1", ELEM_S32, n)};
    for (int64_t s = 0; s < steps; s++)
        for (int64_t i = 0; i < n; i++) row[(s + 1) % 2][i] = cost[s * n + i] + short_best(row[s % 2], n, i);
}

const workload_ref_t workload_ref_short = {.name = "short", .expect = short_expect};
