/* Reference of cp: adds up the potential of all atoms at every point, in f64. */
#include "cp_atoms.h"
#include "workload/workload.h"

#include <math.h>

static void cp_expect(workload_ref_ctx_t *ctx)
{
    static const struct {
        float x, y, dz2, charge;
    } atoms[CP_ATOMS] = CP_ATOM_TABLE;
    int64_t width = workload_ref_param(ctx, "width", 1, WORKLOAD_REF_MAX);
    int64_t height = workload_ref_param(ctx, "height", 1, WORKLOAD_REF_MAX);
    int64_t natoms = workload_ref_param(ctx, "atoms", 0, CP_ATOMS);
    float *energy = workload_ref_buf(ctx, "energy", ELEM_F32, width * height);

    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++) {
            double sum = 0.0;
            for (int64_t a = 0; a < natoms; a++) {
                double dx = (double)x - (double)atoms[a].x, dy = (double)y - (double)atoms[a].y;
                sum += (double)atoms[a].charge / sqrt(dx * dx + dy * dy + (double)atoms[a].dz2);
            }
            energy[y * width + x] += (float)(10.0 * sum);
        }
    }
}

const workload_ref_t workload_ref_cp = {.name = "cp", .expect = cp_expect};
