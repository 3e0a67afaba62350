/* Points and reference of kmeans3: assigns each point to its nearest centroid, and moves the centroids. */
#include "workload/workload.h"

enum { CENTRES = 5, APART = 40, NOISE = 9, DIMS_MAX = 1024 };

static void kmeans3_init(workload_ref_ctx_t *ctx)
{
    const int64_t points = workload_ref_param(ctx, "points", CENTRES, WORKLOAD_REF_MAX_3D);
    const int64_t dims = workload_ref_param(ctx, "dims", 1, DIMS_MAX);
    float *point = workload_ref_buf(ctx, "point", ELEM_F32, points * dims);
    float *centre = workload_ref_buf(ctx, "centre", ELEM_F32, CENTRES * dims);
    for (int64_t i = 0; i < points; i++)
        for (int64_t d = 0; d < dims; d++)
            point[i * dims + d] = (float)(APART * (i % CENTRES) + (int64_t)(workload_ref_random(ctx) % NOISE));
    for (int64_t i = 0; i < CENTRES * dims; i++) centre[i] = point[i];
}

static int32_t kmeans3_nearest(const float *p, const double *centre, int64_t dims)
{
    double least = 0;
    int32_t best = -1;
    for (int32_t c = 0; c < CENTRES; c++) {
        double sum = 0;
        for (int64_t d = 0; d < dims; d++) {
            const double apart = (double)p[d] - centre[c * dims + d];
            sum += apart * apart;
        }
        if (best < 0 || sum < least) least = sum, best = c;
    }
    return best;
}

static void kmeans3_means(const float *point, const int32_t *nearest, double *centre, int64_t points, int64_t dims)
{
    for (int64_t c = 0; c < CENTRES; c++)
        for (int64_t d = 0; d < dims; d++) {
            double sum = 0;
            int64_t members = 0;
            for (int64_t i = 0; i < points; i++)
                if (nearest[i] == c) sum += (double)point[i * dims + d], members++;
            if (members) centre[c * dims + d] = sum / (double)members;
        }
}

static void kmeans3_expect(workload_ref_ctx_t *ctx)
{
    const int64_t points = workload_ref_param(ctx, "points", CENTRES, WORKLOAD_REF_MAX_3D);
    workload_ref_param(ctx, "centres", CENTRES, CENTRES);
    const int64_t dims = workload_ref_param(ctx, "dims", 1, DIMS_MAX);
    const int64_t rounds = workload_ref_param(ctx, "rounds", 0, 1000);
    const float *point = workload_ref_buf(ctx, "point", ELEM_F32, points * dims);
    float *centre = workload_ref_buf(ctx, "centre", ELEM_F32, CENTRES * dims);
    int32_t *nearest = workload_ref_buf(ctx, "nearest", ELEM_S32, points);
    double *exact = workload_ref_room(ctx, CENTRES * dims, sizeof *exact);
    for (int64_t i = 0; i < CENTRES * dims; i++) exact[i] = (double)centre[i];
    for (int64_t r = 0; r < rounds; r++) {
        for (int64_t i = 0; i < points; i++) nearest[i] = kmeans3_nearest(point + i * dims, exact, dims);
        kmeans3_means(point, nearest, exact, points, dims);
    }
    for (int64_t i = 0; i < CENTRES * dims; i++) centre[i] = (float)exact[i];
}

const workload_ref_t workload_ref_kmeans3 = {.name = "kmeans3", .init = kmeans3_init, .expect = kmeans3_expect};
