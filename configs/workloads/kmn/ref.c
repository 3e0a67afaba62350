/* Reference of kmn: finds the nearest centroid of every point, in f64, which is exact for whole numbers. */
#include "kmn_centroids.h"
#include "workload/workload.h"

#include <math.h>

static void kmn_expect(workload_ref_ctx_t *ctx)
{
    static const int32_t centroids[KMN_CLUSTERS][KMN_FEATURES] = KMN_CENTROIDS;
    int64_t points = workload_ref_param(ctx, "points", 1, WORKLOAD_REF_MAX);
    int64_t features = workload_ref_param(ctx, "features", 1, KMN_FEATURES);
    int64_t clusters = workload_ref_param(ctx, "clusters", 1, KMN_CLUSTERS);
    const float *rows = workload_ref_buf(ctx, "rows", ELEM_F32, points * features);
    int32_t *membership = workload_ref_buf(ctx, "membership", ELEM_S32, points);

    for (int64_t p = 0; p < points; p++) {
        double best_dist = INFINITY;
        for (int64_t c = 0; c < clusters; c++) {
            double dist = 0;
            for (int64_t f = 0; f < features; f++) {
                double diff = (double)rows[p * features + f] - centroids[c][f];
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
