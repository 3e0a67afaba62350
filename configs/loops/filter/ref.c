/* Reference of filter: computes the gradients as sums over 3 x 3 masks. */
#include "workload/workload.h"

#include <stdlib.h>

static int64_t filter_gradient(const int32_t *at, int64_t right, int64_t below)
{
    static const int64_t WEIGHT[3] = {1, 2, 1};
    int64_t sum = 0;
    for (int64_t i = -1; i <= 1; i++) /* along the edge, and to both sides of it */
        sum += WEIGHT[i + 1] * (at[i * below + right] - at[i * below - right]);
    return llabs(sum);
}

static void filter_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 3, WORKLOAD_REF_MAX);
    const int32_t *image = workload_ref_buf(ctx, "image", ELEM_S32, n * n);
    int32_t *edges = workload_ref_buf(ctx, "edges", ELEM_S32, n * n);
    for (int64_t y = 1; y < n - 1; y++)
        for (int64_t x = 1; x < n - 1; x++) {
            const int32_t *at = image + y * n + x;
            const int64_t size = filter_gradient(at, 1, n) + filter_gradient(at, n, 1);
            edges[y * n + x] = (int32_t)(size < 255 ? size : 255);
        }
}

const workload_ref_t workload_ref_filter = {.name = "filter", .expect = filter_expect};
