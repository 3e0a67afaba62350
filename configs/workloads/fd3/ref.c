/* Reference of fd3: computes every cell from the 25 cells of its star, itself included. */
#include "workload/workload.h"

enum { RADIUS = 4 };
static const float C[RADIUS + 1] = {64, 16, 8, 4, 2};

static void fd3_expect(workload_ref_ctx_t *ctx)
{
    const int64_t nx = workload_ref_param(ctx, "nx", 1, WORKLOAD_REF_MAX_3D / 2);
    const int64_t ny = workload_ref_param(ctx, "ny", 1, WORKLOAD_REF_MAX_3D / 2);
    const int64_t nz = workload_ref_param(ctx, "nz", 1, WORKLOAD_REF_MAX_3D / 2);
    const int64_t row = nx + 2 * RADIUS, plane = row * (ny + 2 * RADIUS), cells = plane * (nz + 2 * RADIUS);
    const float *before = workload_ref_buf(ctx, "before", ELEM_F32, cells);
    float *after = workload_ref_buf(ctx, "after", ELEM_F32, cells);

    for (int64_t z = RADIUS; z < nz + RADIUS; z++)
        for (int64_t y = RADIUS; y < ny + RADIUS; y++)
            for (int64_t x = RADIUS; x < nx + RADIUS; x++) {
                const int64_t i = z * plane + y * row + x;
                float sum = C[0] * before[i];
                for (int64_t r = 1; r <= RADIUS; r++)
                    sum += C[r] * (before[i - r] + before[i + r] + before[i - r * row] + before[i + r * row] +
                                   before[i - r * plane] + before[i + r * plane]);
                after[i] = sum;
            }
}

const workload_ref_t workload_ref_fd3 = {.name = "fd3", .expect = fd3_expect};
