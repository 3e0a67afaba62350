/* ptx_exec_cvt.c - executes cvt. Common conversions have a lane loop each; the others go through a 64-bit integer or a
 * double, which holds every source value exactly.
 *
 * Float to integer saturates. NaN converts to 0, or to 1 << (width - 1) if source or destination has 64 bits. */
#include "ptx/ptx_lanes.h"

#include "ptx/ptx_half.h"
#include "ptx/ptx_module.h"
#include "ptx/ptx_round.h"

#include <math.h>
#include <string.h>

typedef struct {
    bool is_float, is_signed, is_bfloat;
    uint32_t bits;
} kind_t;

static kind_t kind_of(ptx_type_t t)
{
    const bool is_float = t == T_F32 || t == T_F64 || t == T_F16 || t == T_BF16;
    return (kind_t){is_float, !is_float && (t & 1), t == T_BF16, 8 * ptx_type_bytes(t)};
}

/* The low bits of a lane as a 64-bit integer. */
static uint64_t extend(uint64_t v, kind_t k)
{
    const uint32_t by = 64 - k.bits;
    return k.is_signed ? (uint64_t)((int64_t)(v << by) >> by) : v << by >> by;
}

static uint64_t int_max(kind_t k) { return UINT64_MAX >> (64 - k.bits + (k.is_signed ? 1 : 0)); }

static int64_t int_min(kind_t k) { return k.is_signed ? -(int64_t)int_max(k) - 1 : 0; }

static uint64_t clamp_int(uint64_t v, kind_t from, kind_t to)
{
    if (from.is_signed && (int64_t)v < 0) return (int64_t)v < int_min(to) ? (uint64_t)int_min(to) : v;
    return v > int_max(to) ? int_max(to) : v;
}

static double to_integral(double x, uint32_t mode)
{
    switch (mode) {
    case R_RNI: return ptx_round_even(x);
    case R_RMI: return floor(x);
    case R_RPI: return ceil(x);
    default: return trunc(x);
    }
}

static uint64_t float_to_int(double x, uint32_t mode, kind_t from, kind_t to)
{
    if (x != x) return from.bits == 64 || to.bits == 64 ? UINT64_C(1) << (to.bits - 1) : 0;
    x = to_integral(x, mode);
    if (x <= (double)int_min(to)) return (uint64_t)int_min(to);
    if (x >= (double)int_max(to)) return int_max(to); /* a 64-bit maximum rounds up by one; x is clamped all the same */
    return to.is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static double saturate(double x) { return x > 0.0 ? (x > 1.0 ? 1.0 : x) : 0.0; }

static double read_float(uint64_t raw, kind_t from)
{
    float f;
    double x;
    if (from.bits == 16) return ptx_16_to_float((uint16_t)raw, from.is_bfloat);
    memcpy(&f, &raw, sizeof f);
    memcpy(&x, &raw, sizeof x);
    return from.bits == 32 ? (double)f : x;
}

/* Bits of x rounded to the type. */
static uint64_t float_bits(double x, kind_t to, uint32_t mode)
{
    uint64_t raw = 0;
    if (to.bits == 16) return to.is_bfloat ? ptx_bfloat_of(x, mode) : ptx_half_of(x, mode);
    const float f = ptx_round_f32(x, mode);
    if (to.bits == 32) memcpy(&raw, &f, sizeof f);
    else memcpy(&raw, &x, sizeof x);
    return raw;
}

/* v as a double, rounded to odd where inexact, so that a second rounding to fewer bits gives the correct result. */
static double int_to_odd(uint64_t v, kind_t from)
{
    const double x = ptx_round_int_f64(v, from.is_signed, R_RZ);
    const bool exact = from.is_signed ? (int64_t)x == (int64_t)v : (uint64_t)x == v;
    uint64_t raw;
    memcpy(&raw, &x, sizeof raw);
    raw |= !exact;
    double odd;
    memcpy(&odd, &raw, sizeof odd);
    return odd;
}

static uint64_t int_to_float(const ptx_uop_t *u, uint64_t v, kind_t from, kind_t to)
{
    const bool sat = (u->flags & UF_SAT) != 0;
    uint64_t raw = 0;
    if (to.bits == 16) {
        const double x = int_to_odd(v, from);
        return float_bits(sat ? saturate(x) : x, to, u->mod);
    }
    if (to.bits == 32) {
        float f = ptx_round_int_f32(v, from.is_signed, u->mod);
        if (sat) f = (float)saturate(f);
        memcpy(&raw, &f, sizeof f);
    } else {
        double x = ptx_round_int_f64(v, from.is_signed, u->mod);
        if (sat) x = saturate(x);
        memcpy(&raw, &x, sizeof x);
    }
    return raw;
}

static uint64_t convert(const ptx_uop_t *u, uint64_t raw, kind_t from, kind_t to)
{
    const bool sat = (u->flags & UF_SAT) != 0;
    if (!from.is_float) {
        const uint64_t v = extend(raw, from);
        if (to.is_float) return int_to_float(u, v, from, to);
        return extend(sat ? clamp_int(v, from, to) : v, to);
    }
    double x = read_float(raw, from);
    if (!to.is_float) return extend(float_to_int(x, u->mod, from, to), to);
    if (u->mod >= R_RNI) x = to_integral(x, u->mod);
    if (sat) x = saturate(x);
    return float_bits(x, to, u->mod >= R_RNI ? R_RN : u->mod);
}

static void any(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const kind_t from = kind_of((ptx_type_t)u->type), to = kind_of((ptx_type_t)(u->op % 16));
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        const uint64_t v = convert(u, ptx_lane_get(SRC(0), u->src64 & 1, i), from, to);
        ptx_lane_put(d, u->dst == DST_64, i, v);
    }
}

/* Clamps before it converts: an out-of-range conversion is undefined in C. Both steps vectorise. */
static inline int32_t trunc_s32(float x)
{
    const float low = x > -2147483648.0f ? x : -2147483648.0f;
    const int32_t r = (int32_t)(low < 2147483520.0f ? low : 2147483520.0f);
    return x != x ? 0 : x >= 2147483648.0f ? INT32_MAX : r;
}

#define FAST(to, from) ((to)*16 + (from))
#define FAST_CASE(TO, FROM, e)                                                                                         \
    case FAST(T_##TO, T_##FROM): {                                                                                     \
        ST_##TO *D = d;                                                                                                \
        const ST_##FROM *A = SRC(0);                                                                                   \
        LANES                                                                                                          \
        {                                                                                                              \
            const VT_##FROM x = (VT_##FROM)A[i];                                                                       \
            D[i] = (ST_##TO)(e);                                                                                       \
        }                                                                                                              \
        return;                                                                                                        \
    }

LANE_INLINE void body(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const uint32_t to = u->op % 16, from = u->type;
    const bool plain = !(u->flags & UF_SAT) && (u->mod == R_RN || u->mod == R_RZI);
    const bool as_declared = (u->dst == DST_64) == (ptx_type_bytes((ptx_type_t)to) == 8) &&
                             (u->src64 & 1) == (ptx_type_bytes((ptx_type_t)from) == 8);
    if (plain && as_declared) {
        switch (FAST(to, from)) {
            FAST_CASE(U64, U32, x)
            FAST_CASE(S64, U32, x)
            FAST_CASE(U64, S32, (int64_t)x)
            FAST_CASE(S64, S32, x)
            FAST_CASE(U32, U64, x)
            FAST_CASE(S32, U64, (uint32_t)x)
            FAST_CASE(U32, S64, x)
            FAST_CASE(S32, S64, (uint32_t)x)
            FAST_CASE(U32, U16, x)
            FAST_CASE(S32, S16, x)
            FAST_CASE(F32, S32, x)
            FAST_CASE(F64, S32, x)
            FAST_CASE(F64, F32, x)
            FAST_CASE(F32, F64, x)
        default: break;
        }
    }
    if (plain && as_declared && FAST(to, from) == FAST(T_S32, T_F32) && u->mod == R_RZI) {
        lane_s32 *D = d;
        const lane_f32 *A = SRC(0);
        LANES D[i] = trunc_s32(A[i]);
        return;
    }
    any(u, d, f);
}

LANE_VARIANTS(ptx_alu_cvt, body)
