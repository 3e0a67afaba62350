/* ptx_exec_half.c - executes arithmetic on 16-bit floats, one or two per lane.
 *
 * Computes in double, in which products are exact. An inexact sum is rounded to odd, so that rounding it to 16 bits
 * gives the correct result. Not modelled: the payload of a NaN result. */
#include "ptx/ptx_lanes.h"

#include "ptx/ptx_half.h"

#include <math.h>
#include <string.h>

enum { HALF_BITS = 16, SIGN = 0x8000, MAGNITUDE = 0x7fff };

static double smaller(double x, double y)
{
    if (x != x || y != y) return x != x ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}

static double combine(uint32_t base, double x, double y, double z)
{
    switch (base) {
    case O_EX2: return ptx_ex2((float)x);
    case O_TANH: return ptx_tanh((float)x);
    case O_ADD: return ptx_to_odd(x, y);
    case O_SUB: return ptx_to_odd(x, -y);
    case O_MUL: return x * y;
    case O_FMA: return ptx_to_odd(x * y, z);
    case O_MIN: return smaller(x, y);
    case O_MAX: return -smaller(-x, -y);
    case O_MINNAN: return x != x || y != y ? NAN : smaller(x, y);
    case O_MAXNAN: return x != x || y != y ? NAN : -smaller(-x, -y);
    default: ptx_missing(G_HALF, UOP(base, T_NONE));
    }
}

static uint16_t flushed(uint16_t v, bool flush, uint16_t exponent) { return flush && !(v & exponent) ? v & SIGN : v; }

static uint16_t one(const ptx_uop_t *u, uint16_t x, uint16_t y, uint16_t z)
{
    const ptx_type_t t = (ptx_type_t)(u->op % 16);
    const uint32_t base = u->op / 16;
    const bool bfloat = ptx_is_bfloat(t), flush = (u->mod & HALF_FTZ) != 0;
    const uint16_t exponent = bfloat ? 0x7f80 : 0x7c00, xorsign = u->mod & HALF_XORSIGN ? (x ^ y) & SIGN : 0;
    x = flushed(x, flush, exponent);
    y = flushed(y, flush, exponent);
    z = flushed(z, flush, exponent);
    if (base == O_NEG) return x ^ SIGN;
    if (base == O_ABS) return x & MAGNITUDE;
    if (u->mod & HALF_XORSIGN) x &= MAGNITUDE, y &= MAGNITUDE;
    double r = combine(base, ptx_16_to_float(x, bfloat), ptx_16_to_float(y, bfloat), ptx_16_to_float(z, bfloat));
    if (u->mod & HALF_SAT) r = r > 0.0 ? (r > 1.0 ? 1.0 : r) : 0.0;
    if (u->mod & HALF_RELU) r = r < 0.0 ? 0.0 : r;
    const uint16_t v = flushed(bfloat ? ptx_bfloat_of(r, R_RN) : ptx_half_of(r, R_RN), flush, exponent);
    return r != r ? v : v | xorsign;
}

/* cvt of two f32 to a pair: the first operand becomes the upper half. */
static uint32_t pair(const ptx_uop_t *u, float high, float low)
{
    const bool bfloat = ptx_is_bfloat((ptx_type_t)(u->op % 16));
    const uint32_t h = bfloat ? ptx_bfloat_of(high, u->mod) : ptx_half_of(high, u->mod);
    return h << HALF_BITS | (bfloat ? ptx_bfloat_of(low, u->mod) : ptx_half_of(low, u->mod));
}

void ptx_alu_half(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const ptx_type_t t = (ptx_type_t)(u->op % 16);
    const bool two = t == T_F16X2 || t == T_BF16X2;
    const lane_u32 *A = SRC(0), *B = SRC(1), *C = SRC(2);
    lane_u32 *D = d;
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        const uint32_t x = A[i], y = B[i], z = C[i];
        if (u->op / 16 == O_CVT) {
            D[i] = pair(u, ((const lane_f32 *)SRC(0))[i], ((const lane_f32 *)SRC(1))[i]);
            continue;
        }
        uint32_t r = one(u, (uint16_t)x, (uint16_t)y, (uint16_t)z);
        if (two)
            r |= (uint32_t)one(u, (uint16_t)(x >> HALF_BITS), (uint16_t)(y >> HALF_BITS), (uint16_t)(z >> HALF_BITS))
                 << HALF_BITS;
        D[i] = r;
    }
}

void ptx_half_lanes(ptx_type_t t, void *d, const void *s)
{
    for (uint32_t i = 0; i < PTX_LANES; i++)
        ((lane_f32 *)d)[i] = ptx_16_to_float((uint16_t)((const lane_u32 *)s)[i], ptx_is_bfloat(t));
}
