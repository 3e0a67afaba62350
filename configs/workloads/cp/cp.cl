/* cp - Coulombic potential: one plane of a grid, direct sum over the atoms.
 *
 * A thread has eight points, 16 apart in x, so that a half-warp's stores are consecutive and the
 * terms in y and z are computed once for all eight. Atoms are in constant memory: all lanes read
 * the same atom. */
#include "cp_atoms.h"

#define POINTS 8
#define STEP 16 /* block width */

typedef struct {
    float x, y, dz2, charge;
} atom_t;

__constant atom_t atoms[CP_ATOMS] = CP_ATOM_TABLE;

__kernel void cp_energy(__global float *energy, int width, int natoms, float inv_spacing)
{
    int x0 = CTA_X * STEP * POINTS + TID_X;
    int y = CTA_Y * BLOCK_Y + TID_Y;
    float fx = (float)x0, fy = (float)y;
    float sum[POINTS] = {0};

    for (int a = 0; a < natoms; a++) {
        float dy = fy - atoms[a].y;
        float dyz2 = dy * dy + atoms[a].dz2;
        float dx = fx - atoms[a].x;
#pragma unroll
        for (int p = 0; p < POINTS; p++) {
            float d = dx + (float)(p * STEP);
            sum[p] += atoms[a].charge * rsqrt_approx(d * d + dyz2);
        }
    }
    __global float *out = energy + y * width + x0;
#pragma unroll
    for (int p = 0; p < POINTS; p++) out[p * STEP] += sum[p] * inv_spacing;
}
