/* sequence_value.c - the functions of the ALU opcodes, of one lane. A special function is rounded once from double; the
 * hardware's last bits are not modelled. */
#include "sequence/sequence_opcode.h"

#include "ptx/float_bits.h"
#include "ptx/ptx_half.h"

#include <math.h>

enum { HALF_BITS = 16 };
#define HALF_SIGNS UINT64_C(0x80008000)
#define F32_SIGN   UINT64_C(0x80000000)
#define F64_SIGN   (UINT64_C(1) << 63)
#define F32_NAN    UINT32_C(0x7fffffff)
#define F64_NAN    UINT64_C(0x7ff8000000000000)
#define TURN       6.283185307179586476925

static uint32_t integer(sequence_fn_t fn, uint32_t a, uint32_t b, uint32_t c)
{
    switch (fn) {
    case FN_ADD3: return a + b + c;
    case FN_FMA: return a * b + c;
    default: return a;
    }
}

static float special(sequence_fn_t fn, double x)
{
    switch (fn) {
    case FN_RCP: return (float)(1.0 / x);
    case FN_RSQ: return (float)(1.0 / sqrt(x));
    case FN_SQRT: return (float)sqrt(x);
    case FN_EX2: return (float)exp2(x);
    case FN_LG2: return (float)log2(x);
    case FN_SIN: return (float)sin(remainder(x, 1.0) * TURN);
    default: return (float)cos(remainder(x, 1.0) * TURN);
    }
}

static uint32_t single(sequence_fn_t fn, float a, float b, float c)
{
    float r;
    switch (fn) {
    case FN_ADD: r = a + b; break;
    case FN_MUL: r = a * b; break;
    case FN_FMA: r = fmaf(a, b, c); break;
    default: r = special(fn, a); break;
    }
    return r != r ? F32_NAN : f32_bits(r);
}

static uint64_t real(sequence_fn_t fn, double a, double b, double c)
{
    double r;
    switch (fn) {
    case FN_ADD: r = a + b; break;
    case FN_MUL: r = a * b; break;
    default: r = fma(a, b, c); break;
    }
    return r != r ? F64_NAN : f64_bits(r);
}

/* a * b is exact in double; the sum is rounded to odd, so that rounding it to 16 bits is right. */
static uint32_t half(uint64_t a, uint64_t b, uint64_t c)
{
    const double x = ptx_half_to_float((uint16_t)a), y = ptx_half_to_float((uint16_t)b);
    return ptx_half_of(ptx_to_odd(x * y, ptx_half_to_float((uint16_t)c)), R_RN);
}

uint64_t sequence_value(const sequence_opcode_t *op, uint64_t a, uint64_t b, uint64_t c)
{
    const sequence_fn_t fn = (sequence_fn_t)op->fn;
    switch ((sequence_type_t)op->type) {
    case TYPE_F32: return single(fn, f32_of((uint32_t)a), f32_of((uint32_t)b), f32_of((uint32_t)c));
    case TYPE_F64: return real(fn, f64_of(a), f64_of(b), f64_of(c));
    case TYPE_HALF2: return half(a, b, c) | half(a >> HALF_BITS, b >> HALF_BITS, c >> HALF_BITS) << HALF_BITS;
    case TYPE_INT: break;
    }
    return integer(fn, (uint32_t)a, (uint32_t)b, (uint32_t)c);
}

uint64_t sequence_negated(const sequence_opcode_t *op, uint64_t v)
{
    switch ((sequence_type_t)op->type) {
    case TYPE_F32: return v ^ F32_SIGN;
    case TYPE_F64: return v ^ F64_SIGN;
    case TYPE_HALF2: return v ^ HALF_SIGNS;
    case TYPE_INT: break;
    }
    return (uint32_t)-v;
}
