/* ptx_exec_int.c - executes integer arithmetic, logic, selection and moves.
 *
 * A division by zero returns all ones, as NVIDIA's division routine does. */
#include "ptx/ptx_lanes.h"

#include <float.h>

#define INT_CASES(op, e)                                                                                               \
    LANE_CASE(op, U16, e)                                                                                              \
    LANE_CASE(op, S16, e) LANE_CASE(op, U32, e) LANE_CASE(op, S32, e) LANE_CASE(op, U64, e) LANE_CASE(op, S64, e)
#define BITS_CASES(op, e) LANE_CASE(op, U16, e) LANE_CASE(op, U32, e) LANE_CASE(op, U64, e)

static inline int32_t clamp32(int64_t v)
{
    return (int32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}

static inline int64_t signed24(uint32_t v) { return (int32_t)(v << 8) >> 8; }

static inline int64_t hi_s64(int64_t x, int64_t y) { return (int64_t)(((ptx_s128)x * y) >> 64); }

static inline uint64_t hi_u64(uint64_t x, uint64_t y) { return (uint64_t)(((ptx_u128)x * y) >> 64); }

LANE_INLINE void arith(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    switch (u->op) {
        BITS_CASES(O_ADD, x + y)
        BITS_CASES(O_SUB, x - y)
        LANE_CASE(O_ADDSAT, S32, clamp32((int64_t)x + y))
        LANE_CASE(O_SUBSAT, S32, clamp32((int64_t)x - y))
        LANE_CASE(O_MUL, U16, (uint32_t)x * y)
        LANE_CASE(O_MUL, U32, x * y)
        LANE_CASE(O_MUL, U64, x * y)
        LANE_CASE(O_MAD, U16, (uint32_t)x * y + z)
        LANE_CASE(O_MAD, U32, x * y + z)
        LANE_CASE(O_MAD, U64, x * y + z)
        LANE_CASE_TO(O_MULWIDE, U16, U32, (uint32_t)x * y)
        LANE_CASE_TO(O_MULWIDE, S16, S32, x * y)
        LANE_CASE_TO(O_MULWIDE, U32, U64, (uint64_t)x * y)
        LANE_CASE_TO(O_MULWIDE, S32, S64, (int64_t)x * y)
        LANE_CASE_TO(O_MADWIDE, U16, U32, (uint32_t)x * y + z)
        LANE_CASE_TO(O_MADWIDE, S16, U32, (uint32_t)(x * y) + z)
        LANE_CASE_TO(O_MADWIDE, U32, U64, (uint64_t)x * y + z)
        LANE_CASE_TO(O_MADWIDE, S32, U64, (uint64_t)((int64_t)x * y) + z)
        LANE_CASE(O_MULHI, U16, ((uint32_t)x * y) >> 16)
        LANE_CASE(O_MULHI, S16, (x * y) >> 16)
        LANE_CASE(O_MULHI, U32, ((uint64_t)x * y) >> 32)
        LANE_CASE(O_MULHI, S32, ((int64_t)x * y) >> 32)
        LANE_CASE(O_MULHI, U64, hi_u64(x, y))
        LANE_CASE(O_MULHI, S64, hi_s64(x, y))
        LANE_CASE(O_MADHI, U16, (((uint32_t)x * y) >> 16) + z)
        LANE_CASE(O_MADHI, S16, ((x * y) >> 16) + z)
        LANE_CASE(O_MADHI, U32, (uint32_t)(((uint64_t)x * y) >> 32) + z)
        LANE_CASE(O_MADHI, S32, (uint32_t)(((int64_t)x * y) >> 32) + (uint32_t)z)
        LANE_CASE(O_MADHI, U64, hi_u64(x, y) + z)
        LANE_CASE(O_MADHI, S64, (uint64_t)hi_s64(x, y) + (uint64_t)z)
        LANE_CASE(O_MADHISAT, S32, clamp32((((int64_t)x * y) >> 32) + z))
    default: ptx_missing(u->group, u->op);
    }
}

LANE_INLINE void rare_arith(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    switch (u->op) {
        LANE_CASE(O_MUL24, U32, (uint64_t)(x & 0xffffff) * (y & 0xffffff))
        LANE_CASE(O_MUL24, S32, signed24((uint32_t)x) * signed24((uint32_t)y))
        LANE_CASE(O_MUL24HI, U32, ((uint64_t)(x & 0xffffff) * (y & 0xffffff)) >> 16)
        LANE_CASE(O_MUL24HI, S32, (signed24((uint32_t)x) * signed24((uint32_t)y)) >> 16)
        LANE_CASE(O_MAD24, U32, (uint64_t)(x & 0xffffff) * (y & 0xffffff) + z)
        LANE_CASE(O_MAD24, S32, signed24((uint32_t)x) * signed24((uint32_t)y) + z)
        LANE_CASE(O_MAD24HI, U32, (((uint64_t)(x & 0xffffff) * (y & 0xffffff)) >> 16) + z)
        LANE_CASE(O_MAD24HI, S32, ((signed24((uint32_t)x) * signed24((uint32_t)y)) >> 16) + z)
        LANE_CASE(O_MAD24SAT, S32, clamp32(((signed24((uint32_t)x) * signed24((uint32_t)y)) >> 16) + z))
        LANE_CASE(O_SAD, U16, z + (x > y ? x - y : y - x))
        LANE_CASE(O_SAD, S16, z + (x > y ? x - y : y - x))
        LANE_CASE(O_SAD, U32, z + (x > y ? x - y : y - x))
        LANE_CASE(O_SAD, S32, (uint32_t)z + (x > y ? (uint32_t)x - (uint32_t)y : (uint32_t)y - (uint32_t)x))
        LANE_CASE(O_SAD, U64, z + (x > y ? x - y : y - x))
        LANE_CASE(O_SAD, S64, (uint64_t)z + (x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x))
        LANE_CASE(O_DIV, U16, y ? x / y : -1)
        LANE_CASE(O_DIV, S16, y ? x / y : -1)
        LANE_CASE(O_DIV, U32, y ? x / y : UINT32_MAX)
        LANE_CASE(O_DIV, S32, y == 0 ? UINT32_MAX : y == -1 ? 0u - (uint32_t)x : (uint32_t)(x / y))
        LANE_CASE(O_DIV, U64, y ? x / y : UINT64_MAX)
        LANE_CASE(O_DIV, S64, y == 0 ? UINT64_MAX : y == -1 ? 0u - (uint64_t)x : (uint64_t)(x / y))
        LANE_CASE(O_REM, U16, y ? x % y : -1)
        LANE_CASE(O_REM, S16, y ? x % y : -1)
        LANE_CASE(O_REM, U32, y ? x % y : UINT32_MAX)
        LANE_CASE(O_REM, S32, y == 0 ? -1 : y == -1 ? 0 : x % y)
        LANE_CASE(O_REM, U64, y ? x % y : UINT64_MAX)
        LANE_CASE(O_REM, S64, y == 0 ? -1 : y == -1 ? 0 : x % y)
        LANE_CASE(O_ABS, S16, x < 0 ? -x : x)
        LANE_CASE(O_ABS, S32, x < 0 ? 0u - (uint32_t)x : (uint32_t)x)
        LANE_CASE(O_ABS, S64, x < 0 ? 0u - (uint64_t)x : (uint64_t)x)
        LANE_CASE(O_NEG, S16, -x)
        LANE_CASE(O_NEG, S32, 0u - (uint32_t)x)
        LANE_CASE(O_NEG, S64, 0u - (uint64_t)x)
        INT_CASES(O_MIN, x < y ? x : y)
        INT_CASES(O_MAX, x > y ? x : y)
    default: ptx_missing(u->group, u->op);
    }
}

/* Third source is a predicate (selp) or a 32-bit lane (slct), whatever the type of the others. */
#define SELECT_CASES(op, T, third_t, cond)                                                                             \
    case UOP(op, T_##T): {                                                                                             \
        ST_##T *D = d;                                                                                                 \
        const ST_##T *A = SRC(0), *B = SRC(1);                                                                         \
        const third_t *C = SRC(2);                                                                                     \
        LANES D[i] = (cond) ? A[i] : B[i];                                                                             \
        break;                                                                                                         \
    }
#define SELECT_ALL(op, third_t, cond)                                                                                  \
    SELECT_CASES(op, U16, third_t, cond) SELECT_CASES(op, U32, third_t, cond) SELECT_CASES(op, U64, third_t, cond)

LANE_INLINE void logic(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const uint32_t p = *(const lane_u32 *)SRC(2);   /* selp: predicate, a bit per lane; read before d is written */
    const float flushed = u->mod ? -FLT_MIN : 0.0f; /* slct.ftz: a negative subnormal counts as -0 */
    switch (u->op) {
        BITS_CASES(O_MOV, x)
        BITS_CASES(O_AND, x & y)
        BITS_CASES(O_OR, x | y)
        BITS_CASES(O_XOR, x ^ y)
        BITS_CASES(O_NOT, ~x)
        BITS_CASES(O_CNOT, x == 0)
        SELECT_ALL(O_SELP, lane_u32, ((void)C, p >> i & 1))
        SELECT_ALL(O_SLCT, lane_s32, C[i] >= 0)
        SELECT_ALL(O_SLCTF, lane_f32, (C[i] >= 0.0f) | (C[i] > flushed))
        LANE_CASE_SHIFT(O_SHL, U16, y > 15 ? 0 : (uint32_t)x << (y & 15))
        LANE_CASE_SHIFT(O_SHL, U32, y > 31 ? 0 : x << (y & 31))
        LANE_CASE_SHIFT(O_SHL, U64, y > 63 ? 0 : x << (y & 63))
        LANE_CASE_SHIFT(O_SHR, U16, y > 15 ? 0 : x >> (y & 15))
        LANE_CASE_SHIFT(O_SHR, U32, y > 31 ? 0 : x >> (y & 31))
        LANE_CASE_SHIFT(O_SHR, U64, y > 63 ? 0 : x >> (y & 63))
        LANE_CASE_SHIFT(O_SHR, S16, x >> (y > 15 ? 15 : y))
        LANE_CASE_SHIFT(O_SHR, S32, x >> (y > 31 ? 31 : y))
        LANE_CASE_SHIFT(O_SHR, S64, x >> (y > 63 ? 63 : y))
    default: ptx_missing(u->group, u->op);
    }
}

LANE_INLINE void body(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const uint32_t base = u->op / 16;
    if (base <= O_MADWIDE) arith(u, d, f);
    else if (base < O_MOV) rare_arith(u, d, f);
    else logic(u, d, f);
}

LANE_VARIANTS(ptx_alu_int, body)
