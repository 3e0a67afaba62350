/* kmn - k-means, assignment step: each thread finds the centroid nearest to its point.
 *
 * Features are stored point by point, so that a warp's lanes read 136 bytes apart: each line is
 * used again by the next features and the next centroid, if it is still in the L1. */
#include "kmn_centroids.h"

__constant float centroids[KMN_CLUSTERS][KMN_FEATURES] = KMN_CENTROIDS;

__kernel void kmn_assign(__global const float *features, int points, int nfeatures, int nclusters,
                         __global int *membership)
{
    int point = CTA_X * BLOCK_X + TID_X;
    if (point >= points) return;
    __global const float *row = features + (long)point * nfeatures;

    int best = 0;
    float best_dist = 3.4e38f;
    for (int c = 0; c < nclusters; c++) {
        float dist = 0.0f;
        for (int f = 0; f < nfeatures; f++) {
            float diff = row[f] - centroids[c][f];
            dist += diff * diff;
        }
        if (dist < best_dist) {
            best_dist = dist;
            best = c;
        }
    }
    membership[point] = best;
}
