/* ptx_lanes.h - loops over the lanes of a warp that the compiler vectorises.
 *
 * A register is stored as 32- or 64-bit lanes. A 16-bit value occupies the low half of a 32-bit lane; every reader
 * narrows it, so the upper half may hold anything. */
#ifndef CTADEL_PTX_PTX_LANES_H
#define CTADEL_PTX_PTX_LANES_H

#include "ptx/ptx_uop.h"

#include <assert.h>
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
#define LANES LANES_INDEPENDENT for (uint32_t i = 0; i < n; i++)
/* 8, 16 or 32 lanes; the mask tells the compiler that vector loops need no remainder. */
#define LANES_N(n) ((n)&0x38u)

/* case: d = e(x, y, z), all of type T. */
#define LANE_CASE(op, T, e)                                                                                            \
    case UOP(op, T_##T): {                                                                                             \
        ST_##T *D = d;                                                                                                 \
        const ST_##T *A = s[0], *B = s[1], *C = s[2];                                                                  \
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
        const ST_##T *A = s[0];                                                                                        \
        const lane_u32 *B = s[1], *C = s[2];                                                                           \
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
        const ST_##T *A = s[0], *B = s[1];                                                                             \
        const ST_##TD *C = s[2];                                                                                       \
        LANES                                                                                                          \
        {                                                                                                              \
            const VT_##T x = (VT_##T)A[i], y = (VT_##T)B[i];                                                           \
            const VT_##TD z = (VT_##TD)C[i];                                                                           \
            (void)y, (void)z;                                                                                          \
            D[i] = (ST_##TD)(VT_##TD)(e);                                                                              \
        }                                                                                                              \
        break;                                                                                                         \
    }

/* An operation that a decoder lets through and no executor has must not pass in silence. */
#define LANE_MISSING assert(!"an executor for every decoded operation")

typedef void ptx_alu_fn(const ptx_uop_t *u, void *d, const void *const s[4], uint32_t n);
typedef uint32_t ptx_cmp_fn(const ptx_uop_t *u, const void *const s[4], uint32_t n);

/* Compiles the body twice: for any x86-64, and for hosts with AVX2 and FMA. Both give the same bits; without the FMA
 * instruction fma is slow. */
#if defined(__x86_64__)
#define LANE_TARGET __attribute__((target("avx2,fma")))
#else
#define LANE_TARGET
#endif
#define LANE_INLINE static inline __attribute__((always_inline))
#define LANE_VARIANTS(name, body)                                                                                      \
    void name(const ptx_uop_t *u, void *d, const void *const s[4], uint32_t n) { body(u, d, s, LANES_N(n)); }          \
    LANE_TARGET void name##_avx2(const ptx_uop_t *u, void *d, const void *const s[4], uint32_t n)                      \
    {                                                                                                                  \
        body(u, d, s, LANES_N(n));                                                                                     \
    }

ptx_alu_fn ptx_alu_int, ptx_alu_float, ptx_alu_sfu, ptx_alu_bits, ptx_alu_cvt, ptx_alu_round, ptx_alu_half,
    ptx_alu_video, ptx_alu_small;
ptx_alu_fn ptx_alu_int_avx2, ptx_alu_float_avx2, ptx_alu_sfu_avx2, ptx_alu_bits_avx2, ptx_alu_cvt_avx2;
float ptx_ex2(float x);
float ptx_tanh(float x);
/* Widens 16-bit floats to f32. */
void ptx_half_lanes(ptx_type_t t, void *d, const void *s, uint32_t n);
ptx_cmp_fn ptx_compare, ptx_compare_avx2;

#endif
