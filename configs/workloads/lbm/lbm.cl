/* lbm - lattice-Boltzmann flow: collide in every cell, then stream to the neighbours.
 *
 * A CTA is a row of cells along x. Distribution k of all cells is one array, `apart` elements after
 * the one before; rows are padded to `pitch`. A thread reads the 19 of its cell, which a warp does in
 * whole lines, and stores each to the cell it moves to, one array element off for steps in x. A solid
 * cell sends back what came. `in` and `out` point to cell 0; a margin before and after takes what
 * leaves the first and the last plane. */
#include "lbm_lattice.h"

#define TO(k, x, y, z)               out[k * apart + (y)*pitch + (z)*plane + (x)]
#define LOAD(k, x, y, z, w, back)    f[k] = in[k * apart];
#define REFLECT(k, x, y, z, w, back) TO(k, x, y, z) = f[back];

/* Sums begin with -0, which the compiler may drop, unlike 0. Steps are constants. */
#define ADD_STEP(sum, step, value)                                                                 \
    if (step > 0) sum += value;                                                                    \
    if (step < 0) sum -= value;
#define ADD_UP(k, x, y, z, w, back)                                                                \
    rho += f[k];                                                                                   \
    ADD_STEP(ux, x, f[k])                                                                          \
    ADD_STEP(uy, y, f[k])                                                                          \
    ADD_STEP(uz, z, f[k])
#define COLLIDE(k, x, y, z, w, back)                                                               \
    {                                                                                              \
        float along = -0.0f;                                                                       \
        ADD_STEP(along, x, ux)                                                                     \
        ADD_STEP(along, y, uy)                                                                     \
        ADD_STEP(along, z, uz)                                                                     \
        TO(k, x, y, z) = (1.0f - LBM_OMEGA) * f[k] +                                               \
                         LBM_OMEGA * (w / 36.0f) * rho * (along * (4.5f * along + 3.0f) + rest);   \
    }

__kernel void lbm_step(__global const float *in, __global float *out, __global const uint *flags,
                       int pitch, int plane, int apart)
{
    long cell = TID_X + CTA_X * pitch + CTA_Y * plane;
    float f[LBM_DIRECTIONS];
    in += cell;
    out += cell;

    LBM_EACH(LOAD)
    if (flags[cell] == LBM_SOLID) {
        LBM_EACH(REFLECT)
        return;
    }
    float rho = -0.0f, ux = -0.0f, uy = -0.0f, uz = -0.0f;
    LBM_EACH(ADD_UP)
    ux = ux / rho;
    uy = uy / rho;
    uz = uz / rho;
    float rest = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);
    LBM_EACH(COLLIDE)
}
