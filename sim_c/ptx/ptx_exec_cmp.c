/* ptx_exec_cmp.c - executes comparisons; the result has a bit per lane. */
#include "ptx/ptx_lanes.h"

#include "isa/winst.h"
#include "ptx/ptx_module.h"

#include <float.h>
#include <math.h>

/* The bit of each lane, in the width of the compared type, so that the compiler vectorises the loop. */
#define BITS8(t, k)                                                                                                    \
    (t)1 << (k), (t)1 << ((k) + 1), (t)1 << ((k) + 2), (t)1 << ((k) + 3), (t)1 << ((k) + 4), (t)1 << ((k) + 5),        \
        (t)1 << ((k) + 6), (t)1 << ((k) + 7)
static const uint32_t BIT_32[PTX_LANES] = {BITS8(uint32_t, 0), BITS8(uint32_t, 8), BITS8(uint32_t, 16),
                                           BITS8(uint32_t, 24)};
static const uint64_t BIT_64[PTX_LANES] = {BITS8(uint64_t, 0), BITS8(uint64_t, 8), BITS8(uint64_t, 16),
                                           BITS8(uint64_t, 24)};

#define CMP_CASE(op, T, width, e)                                                                                      \
    case UOP(op, T_##T): {                                                                                             \
        const ST_##T *A = SRC(0), *B = SRC(1);                                                                         \
        uint##width##_t mask = 0;                                                                                      \
        for (uint32_t i = 0; i < PTX_LANES; i++) {                                                                     \
            const VT_##T x = (VT_##T)A[i], y = (VT_##T)B[i];                                                           \
            (void)y;                                                                                                   \
            mask |= (e) ? BIT_##width[i] : 0;                                                                          \
        }                                                                                                              \
        return (uint32_t)mask;                                                                                         \
    }
#define UNSIGNED_CASES(op, e) CMP_CASE(op, U16, 32, e) CMP_CASE(op, U32, 32, e) CMP_CASE(op, U64, 64, e)
#define SIGNED_CASES(op, e)   CMP_CASE(op, S16, 32, e) CMP_CASE(op, S32, 32, e) CMP_CASE(op, S64, 64, e)
#define FLOAT_CASES(op, e)    CMP_CASE(op, F32, 32, e) CMP_CASE(op, F64, 64, e)
#define ORDER_CASES(op, e)    UNSIGNED_CASES(op, e) SIGNED_CASES(op, e) FLOAT_CASES(op, e)

static bool has_property(double x, ptx_testp_t what, double least_normal)
{
    const double size = fabs(x);
    switch (what) {
    case TP_FINITE: return size <= DBL_MAX;
    case TP_INFINITE: return size > DBL_MAX;
    case TP_NUMBER: return x == x;
    case TP_NAN: return x != x;
    case TP_NORMAL: return size >= least_normal && size <= DBL_MAX;
    case TP_SUBNORMAL: return size < least_normal && size > 0.0;
    }
    return false;
}

static bool is_space(uint64_t address, space_t space)
{
    const uint64_t window = address >> PTX_WINDOW_SHIFT;
    switch (space) {
    case SPACE_SHARED: return window == PTX_WINDOW_SHARED;
    case SPACE_LOCAL: return window == PTX_WINDOW_LOCAL;
    case SPACE_CONST: return window == PTX_WINDOW_CONST;
    case SPACE_PARAM: return window == PTX_WINDOW_PARAM;
    case SPACE_GLOBAL: return address >= GMEM_BASE;
    default: ptx_missing(G_CMP, UOP(O_ISSPACEP, T_NONE));
    }
}

LANE_INLINE uint32_t body(const ptx_uop_t *u, const ptx_files_t *f)
{
    switch (u->op) {
        UNSIGNED_CASES(C_EQ, x == y)
        FLOAT_CASES(C_EQ, x == y)
        UNSIGNED_CASES(C_NE, x != y)
        FLOAT_CASES(C_NE, x < y || x > y) /* false for NaN, unlike != */
        ORDER_CASES(C_LT, x < y)
        ORDER_CASES(C_LE, x <= y)
        ORDER_CASES(C_GT, x > y)
        ORDER_CASES(C_GE, x >= y)
        FLOAT_CASES(C_EQU, !(x < y || x > y))
        FLOAT_CASES(C_NEU, x != y)
        FLOAT_CASES(C_LTU, !(x >= y))
        FLOAT_CASES(C_LEU, !(x > y))
        FLOAT_CASES(C_GTU, !(x <= y))
        FLOAT_CASES(C_GEU, !(x < y))
        FLOAT_CASES(C_NUM, x == x && y == y)
        FLOAT_CASES(C_NAN, x != x || y != y)
        CMP_CASE(O_TESTP, F32, 32, has_property(x, (ptx_testp_t)u->mod, FLT_MIN))
        CMP_CASE(O_TESTP, F64, 64, has_property(x, (ptx_testp_t)u->mod, DBL_MIN))
        CMP_CASE(O_ISSPACEP, U64, 64, is_space(x, (space_t)u->mod))
    default: ptx_missing(u->group, u->op);
    }
}

uint32_t ptx_compare(const ptx_uop_t *u, const ptx_files_t *f) { return body(u, f); }

LANE_TARGET uint32_t ptx_compare_avx2(const ptx_uop_t *u, const ptx_files_t *f) { return body(u, f); }
