/* ptx_lanes.h - loops over the lanes of a warp that the compiler vectorises.
 *
 * A register is stored as 32- or 64-bit lanes. A 16-bit value occupies the low half of a 32-bit lane; every reader
 * narrows it, so the upper half may hold anything. */
#ifndef CTADEL_PTX_PTX_LANES_H
#define CTADEL_PTX_PTX_LANES_H

#include "ptx/ptx_uop.h"

#include <stdbool.h>

/* The register file is one block that instructions access as integers and as floats. */
typedef uint32_t __attribute__((may_alias)) lane_u32;
typedef int32_t __attribute__((may_alias)) lane_s32;
typedef uint64_t __attribute__((may_alias)) lane_u64;
typedef int64_t __attribute__((may_alias)) lane_s64;
typedef float __attribute__((may_alias)) lane_f32;
typedef double __attribute__((may_alias)) lane_f64;
/* A lane of a register of 64 (wide) or 32 bits. */
static inline uint64_t ptx_lane_get(const void *reg, bool wide, uint32_t lane)
{
    return wide ? ((const lane_u64 *)reg)[lane] : ((const lane_u32 *)reg)[lane];
}

static inline void ptx_lane_put(void *reg, bool wide, uint32_t lane, uint64_t v)
{
    if (wide) ((lane_u64 *)reg)[lane] = v;
    else ((lane_u32 *)reg)[lane] = (uint32_t)v;
}

__extension__ typedef unsigned __int128 ptx_u128;
__extension__ typedef __int128 ptx_s128;

/* How a type is stored (ST) and computed with (VT). */
#define ST_U16 lane_u32
#define ST_S16 lane_u32
#define ST_U32 lane_u32
#define ST_S32 lane_s32
#define ST_U64 lane_u64
#define ST_S64 lane_s64
#define ST_F32 lane_f32
#define ST_F64 lane_f64
#define VT_U16 uint16_t
#define VT_S16 int16_t
#define VT_U32 uint32_t
#define VT_S32 int32_t
#define VT_U64 uint64_t
#define VT_S64 int64_t
#define VT_F32 float
#define VT_F64 double

/* ivdep: a destination may be one of the sources, but lane i never depends on another lane. clang has no such pragma,
 * and vectorises fewer of these loops. */
#ifdef __clang__
#define LANES_INDEPENDENT
#else
#define LANES_INDEPENDENT _Pragma("GCC ivdep")
#endif
#define LANES LANES_INDEPENDENT for (uint32_t i = 0; i < PTX_LANES; i++)
/* For loops that no compiler vectorises: without it, most of their instructions would count lanes. */
#ifdef __clang__
#define LANES_UNROLLED(n, statement) _Pragma("unroll") for (uint32_t i = 0; i < (n); i++) statement;
#else
#define LANES_UNROLLED(n, statement) _Pragma("GCC unroll 32") for (uint32_t i = 0; i < (n); i++) statement;
#endif

/* case: d = e(x, y, z), all of type T. */
#define LANE_CASE(op, T, e)                                                                                            \
    case UOP(op, T_##T): {                                                                                             \
        ST_##T *D = d;                                                                                                 \
        const ST_##T *A = SRC(0), *B = SRC(1), *C = SRC(2);                                                            \
        LANES                                                                                                          \
        {                                                                                                              \
            const VT_##T x = (VT_##T)A[i], y = (VT_##T)B[i], z = (VT_##T)C[i];                                         \
            (void)x, (void)y, (void)z;                                                                                 \
            D[i] = (ST_##T)(VT_##T)(e);                                                                                \
        }                                                                                                              \
        break;                                                                                                         \
    }
/* case: d = e(x, y, w): x of type T, y and w 32-bit. */
#define LANE_CASE_SHIFT(op, T, e)                                                                                      \
    case UOP(op, T_##T): {                                                                                             \
        ST_##T *D = d;                                                                                                 \
        const ST_##T *A = SRC(0);                                                                                      \
        const lane_u32 *B = SRC(1), *C = SRC(2);                                                                       \
        LANES                                                                                                          \
        {                                                                                                              \
            const VT_##T x = (VT_##T)A[i];                                                                             \
            const uint32_t y = B[i], w = C[i];                                                                         \
            (void)w;                                                                                                   \
            D[i] = (ST_##T)(VT_##T)(e);                                                                                \
        }                                                                                                              \
        break;                                                                                                         \
    }
/* case: d of type TD = e(x, y, z): x, y of type T, z of type TD. */
#define LANE_CASE_TO(op, T, TD, e)                                                                                     \
    case UOP(op, T_##T): {                                                                                             \
        ST_##TD *D = d;                                                                                                \
        const ST_##T *A = SRC(0), *B = SRC(1);                                                                         \
        const ST_##TD *C = SRC(2);                                                                                     \
        LANES                                                                                                          \
        {                                                                                                              \
            const VT_##T x = (VT_##T)A[i], y = (VT_##T)B[i];                                                           \
            const VT_##TD z = (VT_##TD)C[i];                                                                           \
            (void)y, (void)z;                                                                                          \
            D[i] = (ST_##TD)(VT_##TD)(e);                                                                              \
        }                                                                                                              \
        break;                                                                                                         \
    }

/* Where operands lie: by the top bit of an operand, UREF_POOL. */
typedef struct {
    const uint8_t *file[2]; /* registers of the warp, constant pool of the launch */
} ptx_files_t;

static inline const void *ptx_operand(const ptx_files_t *f, uint32_t ref)
{
    return f->file[ref >> 31] + (ref & ~UREF_POOL);
}
#define SRC(i) ptx_operand(f, u->s[i])

/* One operation for all lanes: d = result. Lanes outside the warp are computed, too: a register always has PTX_LANES.
 */
typedef void ptx_alu_fn(const ptx_uop_t *u, void *d, const ptx_files_t *f);
typedef uint32_t ptx_cmp_fn(const ptx_uop_t *u, const ptx_files_t *f);

/* Compiles the body twice: for any x86-64, and for hosts with AVX2 and FMA. Both give the same bits; without the FMA
 * instruction fma is slow. */
#if defined(__x86_64__)
#define LANE_TARGET __attribute__((target("avx2,fma")))
#else
#define LANE_TARGET
#endif
#define LANE_INLINE static inline __attribute__((always_inline))
#define LANE_VARIANTS(name, body)                                                                                      \
    void name(const ptx_uop_t *u, void *d, const ptx_files_t *f) { body(u, d, f); }                                    \
    LANE_TARGET void name##_avx2(const ptx_uop_t *u, void *d, const ptx_files_t *f) { body(u, d, f); }

ptx_alu_fn ptx_alu_int, ptx_alu_float, ptx_alu_sfu, ptx_alu_bits, ptx_alu_cvt, ptx_alu_round, ptx_alu_half,
    ptx_alu_video, ptx_alu_small;
ptx_alu_fn ptx_alu_int_avx2, ptx_alu_float_avx2, ptx_alu_sfu_avx2, ptx_alu_bits_avx2, ptx_alu_cvt_avx2;

/* New value in the lanes of mask, old one elsewhere. */
LANE_INLINE void ptx_blend_lanes(void *d, const void *from, bool wide, uint32_t mask)
{
    if (wide) {
        lane_u64 *D = d;
        const lane_u64 *S = from;
        LANES D[i] = mask & UINT32_C(1) << i ? S[i] : D[i];
    } else {
        lane_u32 *D = d;
        const lane_u32 *S = from;
        LANES D[i] = mask & UINT32_C(1) << i ? S[i] : D[i];
    }
}
typedef void ptx_blend_fn(void *d, const void *from, bool wide, uint32_t mask);
ptx_blend_fn ptx_blend, ptx_blend_avx2;

float ptx_ex2(float x);
float ptx_tanh(float x);
/* Widens 16-bit floats to f32. */
void ptx_half_lanes(ptx_type_t t, void *d, const void *s);
ptx_cmp_fn ptx_compare, ptx_compare_avx2;

#endif
