/* ptx_decode_float.h - floating-point forms of mnemonics that integers share (add, mul, min, ...). */
#ifndef CTADEL_PTX_PTX_DECODE_FLOAT_H
#define CTADEL_PTX_PTX_DECODE_FLOAT_H

#include "ptx/ptx_build.h"

/* add, sub, mul, fma, div, abs, neg, min, max; the caller has already taken the type. */
bool ptx_decode_half(ptx_inst_t *in, uint8_t base, ptx_type_t t);     /* f16, bf16 and their pairs */
bool ptx_decode_float(ptx_inst_t *in, uint8_t base, ptx_type_t type); /* f32, f64 */

#endif
