/* ptx_exec_round.c - executes arithmetic under a directed rounding mode, by setting the host's rounding mode.
 *
 * Operands pass through volatiles, so that the compiler neither moves nor folds an operation across the change of mode.
 * These instructions are rare; the code is not written for speed. */
#include "ptx/ptx_round.h"

#include "ptx/ptx_lanes.h"

#include <fenv.h>
#include <math.h>

static int host_mode(uint32_t mode)
{
    switch (mode) {
    case R_RZ: return FE_TOWARDZERO;
    case R_RM: return FE_DOWNWARD;
    case R_RP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

double ptx_round_even(double x)
{
    const double down = floor(x), rest = x - down;
    const bool up = rest > 0.5 || (rest == 0.5 && fmod(down, 2.0) != 0.0);
    return copysign(up ? down + 1.0 : down, x);
}

float ptx_round_f32(double x, uint32_t mode)
{
    if (mode == R_RN) return (float)x;
    const int before = fegetround();
    volatile double in = x;
    fesetround(host_mode(mode));
    volatile float out = (float)in;
    fesetround(before);
    return out;
}

float ptx_round_int_f32(uint64_t v, bool is_signed, uint32_t mode)
{
    const int before = fegetround();
    volatile uint64_t in = v;
    if (mode != R_RN) fesetround(host_mode(mode));
    volatile float out = is_signed ? (float)(int64_t)in : (float)in;
    if (mode != R_RN) fesetround(before);
    return out;
}

double ptx_round_int_f64(uint64_t v, bool is_signed, uint32_t mode)
{
    const int before = fegetround();
    volatile uint64_t in = v;
    if (mode != R_RN) fesetround(host_mode(mode));
    volatile double out = is_signed ? (double)(int64_t)in : (double)in;
    if (mode != R_RN) fesetround(before);
    return out;
}

static float one_f32(uint32_t base, volatile float x, volatile float y, volatile float z)
{
    switch (base) {
    case O_ADD: return x + y;
    case O_SUB: return x - y;
    case O_MUL: return x * y;
    case O_FMA: return fmaf(x, y, z);
    case O_DIV: return x / y;
    case O_RCP: return 1.0f / x;
    case O_SQRT: return sqrtf(x);
    default: ptx_missing(G_ROUND, UOP(base, T_F32));
    }
}

static double one_f64(uint32_t base, volatile double x, volatile double y, volatile double z)
{
    switch (base) {
    case O_ADD: return x + y;
    case O_SUB: return x - y;
    case O_MUL: return x * y;
    case O_FMA: return fma(x, y, z);
    case O_DIV: return x / y;
    case O_RCP: return 1.0 / x;
    case O_SQRT: return sqrt(x);
    default: ptx_missing(G_ROUND, UOP(base, T_F64));
    }
}

void ptx_alu_round(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const int before = fegetround();
    const uint32_t base = u->op / 16;
    fesetround(host_mode(u->mod));
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        if (u->type == T_F32) {
            const lane_f32 *A = SRC(0), *B = SRC(1), *C = SRC(2);
            volatile float r = one_f32(base, A[i], B[i], C[i]);
            ((lane_f32 *)d)[i] = r;
        } else {
            const lane_f64 *A = SRC(0), *B = SRC(1), *C = SRC(2);
            volatile double r = one_f64(base, A[i], B[i], C[i]);
            ((lane_f64 *)d)[i] = r;
        }
    }
    fesetround(before);
}
