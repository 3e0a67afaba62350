/* Reference of fdtd: computes the star of radius 4 at every point of the volume, in f64. */
#include "workload/workload.h"

enum { RADIUS = 4, LINE_FLOATS = 32 };

static double star(const float *at, int64_t pitch, int64_t plane)
{
    static const double coeff[RADIUS + 1] = {0.50, 0.10, 0.05, 0.025, 0.0125};
    const int64_t axis[3] = {1, pitch, plane};
    double sum = coeff[0] * (double)at[0];

    for (int64_t r = 1; r <= RADIUS; r++)
        for (int a = 0; a < 3; a++) sum += coeff[r] * ((double)at[-r * axis[a]] + (double)at[r * axis[a]]);
    return sum;
}

static void fdtd_expect(workload_ref_ctx_t *ctx)
{
    int64_t nx = workload_ref_param(ctx, "nx", 1, WORKLOAD_REF_MAX_3D);
    int64_t ny = workload_ref_param(ctx, "ny", 1, WORKLOAD_REF_MAX_3D);
    int64_t nz = workload_ref_param(ctx, "nz", 1, WORKLOAD_REF_MAX_3D);
    int64_t pitch = (nx + 2 * RADIUS + LINE_FLOATS - 1) / LINE_FLOATS * LINE_FLOATS;
    int64_t plane = pitch * (ny + 2 * RADIUS);
    int64_t origin = LINE_FLOATS + RADIUS * pitch + RADIUS * plane;
    int64_t count = LINE_FLOATS + plane * (nz + 2 * RADIUS);
    const float *in = workload_ref_buf(ctx, "in", ELEM_F32, count);
    float *out = workload_ref_buf(ctx, "out", ELEM_F32, count);

    for (int64_t z = 0; z < nz; z++)
        for (int64_t y = 0; y < ny; y++)
            for (int64_t x = 0; x < nx; x++) {
                int64_t i = origin + z * plane + y * pitch + x;
                out[i] = (float)star(in + i, pitch, plane);
            }
}

const workload_ref_t workload_ref_fdtd = {.name = "fdtd", .expect = fdtd_expect};
