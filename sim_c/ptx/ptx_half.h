/* ptx_half.h - 16-bit floats: IEEE half precision and bfloat16, to and from f32, exactly. */
#ifndef CTADEL_PTX_PTX_HALF_H
#define CTADEL_PTX_PTX_HALF_H

#include "ptx/ptx_uop.h"

#include <stdbool.h>

float ptx_half_to_float(uint16_t h);
float ptx_bfloat_to_float(uint16_t b);
static inline bool ptx_is_bfloat(ptx_type_t t) { return t == T_BF16 || t == T_BF16X2; }
static inline float ptx_16_to_float(uint16_t v, bool bfloat)
{
    return bfloat ? ptx_bfloat_to_float(v) : ptx_half_to_float(v);
}
/* Rounds x once. mode: ptx_round_t, R_RN to R_RP. A value above the largest finite one rounds by the same rule, to it
 * or to infinity. NaN becomes 0x7fff. */
uint16_t ptx_half_of(double x, uint32_t mode);
uint16_t ptx_bfloat_of(double x, uint32_t mode);
uint16_t ptx_bfloat_sum(uint16_t x, uint16_t y); /* to nearest even, in one step */
enum { PTX_HALF_NAN = 0x7fff };

/* a + b, rounded to odd, so that a second rounding to fewer bits gives the correct result. */
double ptx_to_odd(double a, double b);

#endif
