/* Reference of merge: sorts each run of both lengths by itself. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

static int merge_order(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void merge_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    const int64_t block = workload_ref_param(ctx, "block", 1, 65536), passes = workload_ref_param(ctx, "passes", 0, 30);
    const int32_t *input = workload_ref_buf(ctx, "input", ELEM_S32, n);
    int32_t *out[2] = {workload_ref_buf(ctx, "a", ELEM_S32, n), workload_ref_buf(ctx, "b", ELEM_S32, n)};
    for (int64_t pass = passes; pass >= 0 && pass >= passes - 1; pass--) {
        int32_t *to = out[pass % 2];
        memcpy(to, input, (size_t)n * sizeof *to);
        for (int64_t at = 0; at < n; at += block << pass) {
            const int64_t left = n - at, run = block << pass;
            qsort(to + at, (size_t)(left < run ? left : run), sizeof *to, merge_order);
        }
    }
}

const workload_ref_t workload_ref_merge = {.name = "merge", .expect = merge_expect};
