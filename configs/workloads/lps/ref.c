/* Reference of lps: the mean of the six neighbours, in f64; the surface is kept. */
#include "workload/workload.h"

static void lps_expect(workload_ref_ctx_t *ctx)
{
    const float *in = workload_ref_buf(ctx, "in");
    float *out = workload_ref_buf(ctx, "out");
    int64_t nx = workload_ref_param(ctx, "nx"), ny = workload_ref_param(ctx, "ny");
    int64_t nz = workload_ref_param(ctx, "nz"), plane = nx * ny;

    for (int64_t i = 0; i < plane * nz; i++) {
        int64_t x = i % nx, y = i / nx % ny, z = i / plane;
        if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1)
            out[i] = in[i];
        else
            out[i] = (float)(((double)in[i - 1] + (double)in[i + 1] + (double)in[i - nx] +
                              (double)in[i + nx] + (double)in[i - plane] +
                              (double)in[i + plane]) / 6.0);
    }
}

const workload_ref_t workload_ref_lps = {.name = "lps", .expect = lps_expect};
