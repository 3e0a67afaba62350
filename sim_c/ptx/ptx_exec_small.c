/* ptx_exec_small.c - executes cvt to and from formats of 4 to 8 bits and tf32, and cvt to 16 bits with .relu or
 * .satfinite.
 *
 * NaN becomes the format's canonical NaN, and the largest number in a format that has none. */
#include "ptx/ptx_lanes.h"

#include "ptx/ptx_half.h"
#include "ptx/ptx_small.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
    int bits;      /* of the significand, the hidden one included */
    int least;     /* exponent of the smallest subnormal */
    uint32_t most; /* code of the largest number */
    uint32_t nan;  /* code of NaN; most: the format has none */
    uint32_t sign;
    uint32_t field; /* bits that a value of a pair takes */
} small_t;

static const small_t FORMATS[] = {[SMALL_F32] = {24, -149, 0x7f7fffff, 0x7fffffff, 0x80000000, 32},
                                  [SMALL_TF32] = {11, -136, 0x3fbff, 0x3ffff, 0x40000, 32},
                                  [SMALL_F16] = {11, -24, 0x7bff, 0x7fff, 0x8000, 16},
                                  [SMALL_BF16] = {8, -133, 0x7f7f, 0x7fff, 0x8000, 16},
                                  [SMALL_E4M3] = {4, -9, 0x7e, 0x7f, 0x80, 8},
                                  [SMALL_E5M2] = {3, -16, 0x7b, 0x7f, 0x80, 8},
                                  [SMALL_E2M1] = {2, -1, 0x7, 0x7, 0x8, 4},
                                  [SMALL_E2M3] = {4, -3, 0x1f, 0x1f, 0x20, 8},
                                  [SMALL_E3M2] = {3, -4, 0x1f, 0x1f, 0x20, 8},
                                  [SMALL_UE8M0] = {1, -127, 0xfe, 0xff, 0, 8}};

static double rounded(double x, uint32_t mode) /* x >= 0 */
{
    const double down = floor(x), rest = x - down;
    if (mode == R_RZ) return down;
    if (rest == 0.5) return mode == SMALL_AWAY || fmod(down, 2.0) != 0.0 ? down + 1.0 : down;
    return rest > 0.5 ? down + 1.0 : down;
}

static uint32_t narrow(double x, const small_t *f, uint32_t mode, bool satfinite)
{
    const uint32_t sign = signbit(x) ? f->sign : 0, infinity = f->most + 1;
    int exponent;
    if (x != x) return f->nan;
    x = fabs(x);
    if (isinf(x)) return sign | (satfinite ? f->most : infinity);
    if (x == 0.0) return sign;
    frexp(x, &exponent);
    const int unit = exponent - f->bits > f->least ? exponent - f->bits : f->least;
    const uint64_t code = ((uint64_t)(unit - f->least) << (f->bits - 1)) + (uint64_t)rounded(ldexp(x, -unit), mode);
    if (code <= f->most) return sign | (uint32_t)code;
    return sign | (satfinite || mode == R_RZ ? f->most : infinity);
}

static double widen(uint32_t v, const small_t *f)
{
    const uint32_t hidden = UINT32_C(1) << (f->bits - 1), size = v & (f->sign - 1);
    const double sign = v & f->sign ? -1.0 : 1.0;
    if (size > f->most) return size == f->most + 1 && f->most + 1 != f->nan ? sign * INFINITY : NAN;
    const uint32_t exponent = size / hidden, rest = size % hidden;
    return sign * (exponent ? ldexp(rest + hidden, f->least + (int)exponent - 1) : ldexp(rest, f->least));
}

/* A power of two without a sign: the exponent of |x|, rounded to zero or up. What is smaller than all is the smallest.
 */
static uint32_t exponent_of(double x, bool up, bool satfinite)
{
    const small_t *f = &FORMATS[SMALL_UE8M0];
    int exponent;
    if (x != x) return f->nan;
    x = fabs(x);
    if (isinf(x)) return satfinite ? f->most : f->nan;
    const double significand = frexp(x, &exponent); /* x = significand * 2^exponent, from 0.5 up */
    if (x <= ldexp(1.0, f->least)) return 0;
    const uint32_t code = (uint32_t)(exponent - 1 - f->least) + (up && significand > 0.5);
    return code > f->most && satfinite ? f->most : code;
}

static uint32_t one(const ptx_uop_t *u, uint32_t v)
{
    const small_t *to = &FORMATS[u->mod];
    if (u->mod2 == SMALL_UE8M0)
        return v == FORMATS[u->mod2].nan ? to->nan : v ? v << 7 : 0x40; /* 2^-127 is subnormal */
    if (u->mod == SMALL_UE8M0) return exponent_of(widen(v, &FORMATS[u->mod2]), u->imm == R_RP, u->flags & UF_SAT);
    double x = widen(v, &FORMATS[u->mod2]);
    if ((u->flags & UF_NOT) && !(x > 0.0) && x == x) x = 0.0; /* .relu */
    const uint32_t r = narrow(x, to, (uint32_t)u->imm, (u->flags & UF_SAT) != 0);
    if (u->mod != SMALL_TF32) return r;
    return r == to->nan ? FORMATS[SMALL_F32].nan : r << 13; /* an f32 whose low bits are 0 */
}

void ptx_alu_small(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const lane_u32 *A = SRC(0), *B = SRC(1);
    const bool two = u->vec == 2, floats = u->mod2 == SMALL_F32;
    const uint32_t from = FORMATS[u->mod2].field, to = FORMATS[u->mod].field;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << from) - 1);
    lane_u32 *D = d;
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        const uint32_t high = floats ? A[i] : A[i] >> (from & 31) & ones, low = floats ? B[i] : A[i] & ones;
        D[i] = two ? one(u, high) << to | one(u, low) : one(u, A[i]);
    }
}
