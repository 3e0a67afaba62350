/* ptx_decode_float.h - floating-point forms of mnemonics that integers share (add, mul, min, ...). */
#ifndef CTADEL_PTX_PTX_DECODE_FLOAT_H
#define CTADEL_PTX_PTX_DECODE_FLOAT_H

#include "ptx/ptx_build.h"

/* add, sub, mul, fma, div, abs, neg, min, max; the caller has already taken the type. */
bool ptx_decode_half(ptx_inst_t *in, uint8_t base, ptx_type_t t);     /* f16, bf16 and their pairs */
bool ptx_decode_float(ptx_inst_t *in, uint8_t base, ptx_type_t type); /* f32, f64 */

bool ptx_is_small(const ptx_inst_t *in); /* cvt: ptx_decode_small decodes it */
bool ptx_decode_small(ptx_inst_t *in);
/* add, sub, min, max of pairs of 16-bit integers, and min, max with .relu; *taken false: another form, nothing done. */
bool ptx_decode_pairs(ptx_inst_t *in, bool *taken);
/* add, sub, mul, fma of .f32x2, and of .f32 with 16-bit operands; *taken false: another form, nothing done. */
bool ptx_decode_mixed(ptx_inst_t *in, bool *taken);

#endif
