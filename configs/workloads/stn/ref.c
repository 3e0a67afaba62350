/* Reference of stn: computes the stencil at every inner point, in f64. */
#include "workload/workload.h"

static void stn_expect(workload_ref_ctx_t *ctx)
{
    const double c0 = 1.0 / 6.0, c1 = 1.0 / 36.0;
    int64_t nx = workload_ref_param(ctx, "nx", 1, WORKLOAD_REF_MAX_3D);
    int64_t ny = workload_ref_param(ctx, "ny", 1, WORKLOAD_REF_MAX_3D);
    int64_t nz = workload_ref_param(ctx, "nz", 1, WORKLOAD_REF_MAX_3D), plane = nx * ny;
    const float *in = workload_ref_buf(ctx, "in", ELEM_F32, plane * nz);
    float *out = workload_ref_buf(ctx, "out", ELEM_F32, plane * nz);

    for (int64_t z = 1; z < nz - 1; z++) {
        for (int64_t y = 1; y < ny - 1; y++) {
            for (int64_t x = 1; x < nx - 1; x++) {
                const float *at = in + z * plane + y * nx + x;
                double around = (double)at[-1] + (double)at[1] + (double)at[-nx] + (double)at[nx] + (double)at[-plane] +
                                (double)at[plane];
                out[at - in] = (float)(c1 * around - c0 * (double)at[0]);
            }
        }
    }
}

const workload_ref_t workload_ref_stn = {.name = "stn", .expect = stn_expect};
