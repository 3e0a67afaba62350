/* cp_atoms.h - the atoms, for the kernel and its reference.
 *
 * They are in constant memory, which a workload file cannot fill, so they are compiled in. Positions are in units of
 * the grid spacing, over the 1024 x 1024 points of the largest size and 1 to 16 planes away from the computed slice, so
 * that no distance is zero. */
#ifndef CTADEL_CP_ATOMS_H
#define CTADEL_CP_ATOMS_H

#define CP_ATOMS 128

#define CP_X(i)      ((float)((i)*397 % 1021))
#define CP_Y(i)      ((float)((i)*619 % 1019))
#define CP_DZ(i)     ((float)((i)*7 % 16 + 1))
#define CP_CHARGE(i) ((float)((i)*11 % 17 - 8) * 0.125f)

/* x, y, squared distance to the slice, charge, as the host of the original program prepares them per slice. */
#define CP_ATOM(i)                                                                                                     \
    {                                                                                                                  \
        CP_X(i), CP_Y(i), CP_DZ(i) * CP_DZ(i), CP_CHARGE(i)                                                            \
    }
#define CP_ATOM4(i)  CP_ATOM(i), CP_ATOM((i) + 1), CP_ATOM((i) + 2), CP_ATOM((i) + 3)
#define CP_ATOM16(i) CP_ATOM4(i), CP_ATOM4((i) + 4), CP_ATOM4((i) + 8), CP_ATOM4((i) + 12)
#define CP_ATOM64(i) CP_ATOM16(i), CP_ATOM16((i) + 16), CP_ATOM16((i) + 32), CP_ATOM16((i) + 48)
#define CP_ATOM_TABLE                                                                                                  \
    {                                                                                                                  \
        CP_ATOM64(0), CP_ATOM64(64)                                                                                    \
    }

#endif
