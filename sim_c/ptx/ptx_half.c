/* ptx_half.c - rounds a double to a 16-bit format in one step, and widens it back. */
#include "ptx/ptx_half.h"

#include "ptx/float_bits.h"
#include <math.h>
#include <string.h>

enum { HALF_BITS = 11, HALF_LEAST = -24, HALF_MOST = 15, BFLOAT_BITS = 8, BFLOAT_LEAST = -133, BFLOAT_MOST = 127 };
enum { NAN_BITS = 0x7fff, SIGN_BIT = 0x8000 };

typedef struct { /* a format of 16 bits */
    int bits;    /* of the significand, the hidden one included */
    int least;   /* exponent of the smallest subnormal */
    int most;    /* exponent of the largest numbers */
} format_t;

static const format_t HALF = {HALF_BITS, HALF_LEAST, HALF_MOST}, BFLOAT = {BFLOAT_BITS, BFLOAT_LEAST, BFLOAT_MOST};

static double to_integer(double x, uint32_t mode, bool negative)
{
    switch (mode) {
    case R_RZ: return floor(x);
    case R_RM: return negative ? ceil(x) : floor(x);
    case R_RP: return negative ? floor(x) : ceil(x);
    default: return x - floor(x) == 0.5 ? 2.0 * floor(x / 2.0 + 0.5) : floor(x + 0.5);
    }
}

static uint16_t narrow(double x, uint32_t mode, const format_t *f)
{
    const bool negative = signbit(x) != 0;
    const uint16_t sign = negative ? SIGN_BIT : 0;
    const uint16_t infinity = (uint16_t)((uint32_t)(2 * f->most + 1) << (f->bits - 1));
    if (x != x) return NAN_BITS;
    x = fabs(x);
    if (isinf(x)) return sign | infinity;
    if (x == 0.0) return sign;
    int exponent;
    frexp(x, &exponent); /* x = m * 2^exponent, m from 0.5 */
    const int unit = exponent - f->bits > f->least ? exponent - f->bits : f->least;
    const uint32_t units = (uint32_t)to_integer(ldexp(x, -unit), mode, negative); /* up to 2^bits */
    const uint32_t field = (uint32_t)(unit - f->least) << (f->bits - 1);
    const uint32_t bits = field + units; /* the hidden bit carries into the exponent */
    if (bits < infinity) return (uint16_t)(sign | bits);
    const bool away = mode == R_RN || (mode == R_RP && !negative) || (mode == R_RM && negative);
    return (uint16_t)(sign | (away ? infinity : infinity - 1));
}

static float widen(uint16_t v, const format_t *f)
{
    const uint32_t hidden = UINT32_C(1) << (f->bits - 1), magnitude = v & (SIGN_BIT - 1u);
    const uint32_t exponent = magnitude / hidden, rest = magnitude % hidden;
    const float sign = v & SIGN_BIT ? -1.0f : 1.0f;
    if (exponent == 2u * (uint32_t)f->most + 1) return rest ? NAN : sign * INFINITY;
    if (!exponent) return sign * (float)ldexp(rest, f->least);
    return sign * (float)ldexp(rest + hidden, f->least + (int)exponent - 1);
}

double ptx_to_odd(double a, double b)
{
    const double s = a + b;
    if (!(fabs(s) <= 1e300)) return s;
    const double part = s - a, error = (a - (s - part)) + (b - part);
    return error == 0.0 || (f64_bits(s) & 1) ? s : nextafter(s, error > 0.0 ? INFINITY : -INFINITY);
}

uint16_t ptx_bfloat_sum(uint16_t x, uint16_t y)
{
    return narrow(ptx_to_odd(widen(x, &BFLOAT), widen(y, &BFLOAT)), R_RN, &BFLOAT);
}

uint16_t ptx_half_of(double x, uint32_t mode) { return narrow(x, mode, &HALF); }
uint16_t ptx_bfloat_of(double x, uint32_t mode) { return narrow(x, mode, &BFLOAT); }
float ptx_half_to_float(uint16_t h) { return widen(h, &HALF); }
float ptx_bfloat_to_float(uint16_t b) { return widen(b, &BFLOAT); }
