/* Reference of lps: replaces every inner point by the mean of its six neighbours, in f64. */
#include "workload/workload.h"

static void lps_expect(workload_ref_ctx_t *ctx)
{
    int64_t nx = workload_ref_param(ctx, "nx", 1, WORKLOAD_REF_MAX_3D);
    int64_t ny = workload_ref_param(ctx, "ny", 1, WORKLOAD_REF_MAX_3D);
    int64_t nz = workload_ref_param(ctx, "nz", 1, WORKLOAD_REF_MAX_3D), plane = nx * ny;
    const float *in = workload_ref_buf(ctx, "in", ELEM_F32, plane * nz);
    float *out = workload_ref_buf(ctx, "out", ELEM_F32, plane * nz);

    for (int64_t i = 0; i < plane * nz; i++) {
        int64_t x = i % nx, y = i / nx % ny, z = i / plane;
        if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) out[i] = in[i];
        else
            out[i] = (float)(((double)in[i - 1] + (double)in[i + 1] + (double)in[i - nx] + (double)in[i + nx] +
                              (double)in[i - plane] + (double)in[i + plane]) /
                             6.0);
    }
}

const workload_ref_t workload_ref_lps = {.name = "lps", .expect = lps_expect};
