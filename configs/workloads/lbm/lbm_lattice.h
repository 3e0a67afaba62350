/* lbm_lattice.h - the D3Q19 lattice, for the kernel and the reference of lbm.
 *
 * A cell has 19 distributions: one of the fluid at rest, and one of the fluid that moves to each of the 18 neighbours
 * that share a face or an edge with it. LBM_EACH(f) lists them: number, steps in x, y and z, weight times 36, number of
 * the opposite one. */
#ifndef CTADEL_LBM_LATTICE_H
#define CTADEL_LBM_LATTICE_H

#define LBM_DIRECTIONS 19
#define LBM_OMEGA      1.95f /* relaxation rate; close to 2: a fluid of low viscosity */
#define LBM_SOLID      1u    /* flag of a solid cell */

/* clang-format off: a table */
#define LBM_EACH(f)                                                                                                    \
    f(0, 0, 0, 0, 12, 0) f(1, 0, 1, 0, 2, 2) f(2, 0, -1, 0, 2, 1) f(3, 1, 0, 0, 2, 4) f(4, -1, 0, 0, 2, 3)             \
        f(5, 0, 0, 1, 2, 6) f(6, 0, 0, -1, 2, 5) f(7, 1, 1, 0, 1, 10) f(8, -1, 1, 0, 1, 9) f(9, 1, -1, 0, 1, 8)        \
            f(10, -1, -1, 0, 1, 7) f(11, 0, 1, 1, 1, 14) f(12, 0, 1, -1, 1, 13) f(13, 0, -1, 1, 1, 12)                 \
                f(14, 0, -1, -1, 1, 11) f(15, 1, 0, 1, 1, 18) f(16, 1, 0, -1, 1, 17) f(17, -1, 0, 1, 1, 16)            \
                    f(18, -1, 0, -1, 1, 15)
/* clang-format on */

#endif
