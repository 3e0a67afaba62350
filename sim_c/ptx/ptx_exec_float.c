/* ptx_exec_float.c - executes f32 and f64 arithmetic, rounded to nearest even.
 *
 * Not modelled: the payload of a NaN result. The .approx and .full forms of rcp, sqrt and div return the correctly
 * rounded value, which is within the documented error. */
#include "ptx/float_bits.h"
#include "ptx/ptx_lanes.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* If one operand is NaN, the result is the other one. min(+0, -0) is -0: the or of the bits. */
static inline float min32(float x, float y)
{
    const float r = x == y ? f32_of(f32_bits(x) | f32_bits(y)) : x < y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline float max32(float x, float y)
{
    const float r = x == y ? f32_of(f32_bits(x) & f32_bits(y)) : x > y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline double min64(double x, double y)
{
    const double r = x == y ? f64_of(f64_bits(x) | f64_bits(y)) : x < y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline double max64(double x, double y)
{
    const double r = x == y ? f64_of(f64_bits(x) & f64_bits(y)) : x > y ? x : y;
    return x != x ? y : y != y ? x : r;
}

#define ABS32 UINT32_C(0x7fffffff)
#define ABS64 UINT64_C(0x7fffffffffffffff)

static inline float magnitude(float x, uint32_t mode) { return mode & MIN_ABS ? f32_of(f32_bits(x) & 0x7fffffff) : x; }

/* The least (sign 0) or the largest of three; max(a, b) is -min(-a, -b). */
static inline float of_three(float x, float y, float z, uint32_t mode, bool most)
{
    if (mode & MIN_NAN && (x != x || y != y || z != z)) return f32_of(0x7fffffff);
    x = magnitude(x, mode), y = magnitude(y, mode), z = magnitude(z, mode);
    const float r = most ? max32(max32(x, y), z) : min32(min32(x, y), z);
    return r != r ? f32_of(0x7fffffff) : r;
}

/* .xorsign.abs: of the magnitudes, with the product of the signs. */
static inline float signed_extreme(float x, float y, uint32_t mode, bool most)
{
    const uint32_t sign = (f32_bits(x) ^ f32_bits(y)) & 0x80000000;
    const float r = of_three(x, y, y, mode | MIN_ABS, most);
    return r != r ? r : f32_of(f32_bits(r) | sign);
}

LANE_INLINE void body(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    switch (u->op) {
        LANE_CASE(O_ADD, F32, x + y)
        LANE_CASE(O_ADD, F64, x + y)
        LANE_CASE(O_SUB, F32, x - y)
        LANE_CASE(O_SUB, F64, x - y)
        LANE_CASE(O_MUL, F32, x * y)
        LANE_CASE(O_MUL, F64, x * y)
        LANE_CASE(O_FMA, F32, __builtin_fmaf(x, y, z))
        LANE_CASE(O_FMA, F64, __builtin_fma(x, y, z))
        LANE_CASE(O_DIV, F32, x / y)
        LANE_CASE(O_DIV, F64, x / y)
        LANE_CASE(O_RCP, F32, 1.0f / x)
        LANE_CASE(O_RCP, F64, 1.0 / x)
        LANE_CASE(O_SQRT, F32, sqrtf(x))
        LANE_CASE(O_SQRT, F64, sqrt(x))
        LANE_CASE(O_ABS, F32, f32_of(f32_bits(x) & ABS32))
        LANE_CASE(O_ABS, F64, f64_of(f64_bits(x) & ABS64))
        LANE_CASE(O_NEG, F32, -x)
        LANE_CASE(O_NEG, F64, -x)
        LANE_CASE(O_MIN, F32, min32(x, y))
        LANE_CASE(O_MIN, F64, min64(x, y))
        LANE_CASE(O_MAX, F32, max32(x, y))
        LANE_CASE(O_MAX, F64, max64(x, y))
        LANE_CASE(O_MINNAN, F32, x != x || y != y ? x + y : min32(x, y))
        LANE_CASE(O_MINNAN, F64, x != x || y != y ? x + y : min64(x, y))
        LANE_CASE(O_MAXNAN, F32, x != x || y != y ? x + y : max32(x, y))
        LANE_CASE(O_MAXNAN, F64, x != x || y != y ? x + y : max64(x, y))
        LANE_CASE(O_MIN3, F32, of_three(x, y, z, u->mod, false))
        LANE_CASE(O_MAX3, F32, of_three(x, y, z, u->mod, true))
        LANE_CASE(O_MINX, F32, signed_extreme(x, y, u->mod, false))
        LANE_CASE(O_MAXX, F32, signed_extreme(x, y, u->mod, true))
        LANE_CASE(O_COPYSIGN, F32, f32_of((f32_bits(y) & ABS32) | (f32_bits(x) & ~ABS32)))
        LANE_CASE(O_COPYSIGN, F64, f64_of((f64_bits(y) & ABS64) | (f64_bits(x) & ~ABS64)))
    default: ptx_missing(u->group, u->op);
    }
}

LANE_VARIANTS(ptx_alu_float, body)
