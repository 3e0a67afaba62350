/* Reference of kmn: the nearest centroid of every point, in whole numbers. */
#include "kmn_centroids.h"
#include "workload/workload.h"

static void kmn_expect(workload_ref_ctx_t *ctx)
{
    static const int32_t centroids[KMN_CLUSTERS][KMN_FEATURES] = KMN_CENTROIDS;
    const float *rows = workload_ref_buf(ctx, "rows");
    int32_t *membership = workload_ref_buf(ctx, "membership");
    int64_t points = workload_ref_param(ctx, "points");
    int64_t features = workload_ref_param(ctx, "features");
    int64_t clusters = workload_ref_param(ctx, "clusters");

    for (int64_t p = 0; p < points; p++) {
        int64_t best_dist = INT64_MAX;
        for (int64_t c = 0; c < clusters; c++) {
            int64_t dist = 0;
            for (int64_t f = 0; f < features; f++) {
                int64_t diff = (int64_t)rows[p * features + f] - centroids[c][f];
                dist += diff * diff;
            }
            if (dist < best_dist) {
                best_dist = dist;
                membership[p] = (int32_t)c;
            }
        }
    }
}

const workload_ref_t workload_ref_kmn = {.name = "kmn", .expect = kmn_expect};
