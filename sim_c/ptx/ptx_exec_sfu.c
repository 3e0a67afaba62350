/* ptx_exec_sfu.c - executes the special function unit's instructions by polynomials in double.
 *
 * The C library's functions differ between hosts in the last bit; these use only operations that IEEE 754 defines, and
 * give the same bits on every host. The relative error of an f32 result is below 2^-24, smaller than the hardware's.
 * Not modelled: the hardware's last bits. sin and cos treat |x| above 2^53 as a whole number of turns. */
#include "ptx/float_bits.h"
#include "ptx/ptx_lanes.h"

#include <math.h>
#include <string.h>

static inline double round_even(double x) /* |x| < 2^51 */
{
    const double magic = 6755399441055744.0; /* 1.5 * 2^52: pushes the fraction out */
    return (x + magic) - magic;
}

static inline double two_to(int64_t k) /* -1022..1023 */ { return f64_of((uint64_t)(k + 1023) << 52); }

/* 2^x = 2^k * e^(f ln 2), |f| <= 1/2: twelve terms leave 2^-50. */
static inline double exp2_poly(double x)
{
    x = x < -1000.0 ? -1000.0 : x;
    x = x > 1000.0 ? 1000.0 : x;
    const double k = round_even(x), t = (x - k) * 0.693147180559945309417;
    double r = 1.0 / 39916800.0;
    r = r * t + 1.0 / 3628800.0;
    r = r * t + 1.0 / 362880.0;
    r = r * t + 1.0 / 40320.0;
    r = r * t + 1.0 / 5040.0;
    r = r * t + 1.0 / 720.0;
    r = r * t + 1.0 / 120.0;
    r = r * t + 1.0 / 24.0;
    r = r * t + 1.0 / 6.0;
    r = r * t + 0.5;
    r = r * t + 1.0;
    r = r * t + 1.0;
    return r * two_to((int64_t)k);
}

static inline float ex2(float x) { return x != x ? x : (float)exp2_poly(x); }

/* x = 2^k m with m in [sqrt(1/2), sqrt(2)): log m = 2 atanh((m-1)/(m+1)). */
static inline float lg2(float x)
{
    const int64_t bits = (int64_t)f64_bits(x); /* every subnormal f32 is a normal double */
    const int64_t k = (bits - INT64_C(0x3fe6a09e667f3bcd)) >> 52;
    const double m = f64_of((uint64_t)bits - ((uint64_t)k << 52));
    const double t = (m - 1.0) / (m + 1.0), q = t * t;
    double r = 1.0 / 19.0;
    r = r * q + 1.0 / 17.0;
    r = r * q + 1.0 / 15.0;
    r = r * q + 1.0 / 13.0;
    r = r * q + 1.0 / 11.0;
    r = r * q + 1.0 / 9.0;
    r = r * q + 1.0 / 7.0;
    r = r * q + 1.0 / 5.0;
    r = r * q + 1.0 / 3.0;
    r = r * q + 1.0;
    const float y = (float)((double)k + 2.0 * 1.44269504088896340736 * t * r);
    if (x == 0.0f) return -INFINITY;
    return x < 0.0f ? NAN : x - x != 0.0f ? x : y;
}

/* sin of a turn's fraction f in [-1/2, 1/2], folded to a quarter turn; Taylor to the 19th power. */
static inline double sin_turn(double f)
{
    f = f > 0.25 ? 0.5 - f : f < -0.25 ? -0.5 - f : f;
    const double t = f * 6.28318530717958647693, q = t * t;
    double r = -1.0 / 121645100408832000.0;
    r = r * q + 1.0 / 355687428096000.0;
    r = r * q - 1.0 / 1307674368000.0;
    r = r * q + 1.0 / 6227020800.0;
    r = r * q - 1.0 / 39916800.0;
    r = r * q + 1.0 / 362880.0;
    r = r * q - 1.0 / 5040.0;
    r = r * q + 1.0 / 120.0;
    r = r * q - 1.0 / 6.0;
    return t + t * q * r;
}

static inline double turns(float x)
{
    const double t = (double)x * 0.159154943091895335769;
    return t < 2251799813685248.0 && t > -2251799813685248.0 ? t - round_even(t) : x - x;
}

static inline float sine(float x) { return (float)sin_turn(turns(x)); }

static inline float cosine(float x)
{
    const double f = turns(x) + 0.25;
    return (float)sin_turn(f > 0.5 ? f - 1.0 : f);
}

static inline float hyperbolic(float x)
{
    const double e = exp2_poly((double)x * 2.88539008177792681472); /* e^2x */
    return x != x ? x : x > 20.0f ? 1.0f : x * x < 1e-8f ? x : (float)((e - 1.0) / (e + 1.0));
}

float ptx_ex2(float x) { return ex2(x); }

float ptx_tanh(float x) { return hyperbolic(x); }

LANE_INLINE void body(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    switch (u->op) {
        LANE_CASE(O_EX2, F32, ex2(x))
        LANE_CASE(O_LG2, F32, lg2(x))
        LANE_CASE(O_SIN, F32, sine(x))
        LANE_CASE(O_COS, F32, cosine(x))
        LANE_CASE(O_TANH, F32, hyperbolic(x))
        LANE_CASE(O_RSQRT, F32, 1.0 / sqrt((double)x))
        LANE_CASE(O_RSQRT, F64, 1.0 / sqrt(x))
    default: ptx_missing(u->group, u->op);
    }
}

LANE_VARIANTS(ptx_alu_sfu, body)
