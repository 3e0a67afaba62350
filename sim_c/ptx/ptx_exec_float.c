/* ptx_exec_float.c - executes f32 and f64 arithmetic, rounded to nearest even.
 *
 * Not modelled: the payload of a NaN result. The .approx and .full forms of rcp, sqrt and div return the correctly
 * rounded value, which is within the documented error. */
#include "ptx/ptx_lanes.h"

#include <math.h>
#include <string.h>

static inline uint32_t bits32(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline float from32(uint32_t b)
{
    float x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static inline uint64_t bits64(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline double from64(uint64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

/* If one operand is NaN, the result is the other one. min(+0, -0) is -0: the or of the bits. */
static inline float min32(float x, float y)
{
    const float r = x == y ? from32(bits32(x) | bits32(y)) : x < y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline float max32(float x, float y)
{
    const float r = x == y ? from32(bits32(x) & bits32(y)) : x > y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline double min64(double x, double y)
{
    const double r = x == y ? from64(bits64(x) | bits64(y)) : x < y ? x : y;
    return x != x ? y : y != y ? x : r;
}

static inline double max64(double x, double y)
{
    const double r = x == y ? from64(bits64(x) & bits64(y)) : x > y ? x : y;
    return x != x ? y : y != y ? x : r;
}

#define ABS32 UINT32_C(0x7fffffff)
#define ABS64 UINT64_C(0x7fffffffffffffff)

LANE_INLINE void body(const ptx_uop_t *u, void *d, const void *const s[4], uint32_t n)
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
        LANE_CASE(O_ABS, F32, from32(bits32(x) & ABS32))
        LANE_CASE(O_ABS, F64, from64(bits64(x) & ABS64))
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
        LANE_CASE(O_COPYSIGN, F32, from32((bits32(y) & ABS32) | (bits32(x) & ~ABS32)))
        LANE_CASE(O_COPYSIGN, F64, from64((bits64(y) & ABS64) | (bits64(x) & ~ABS64)))
    default: break;
    }
}

LANE_VARIANTS(ptx_alu_float, body)
