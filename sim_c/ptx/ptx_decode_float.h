/* ptx_decode_float.h - the float side of mnemonics that integers have, too. */
#ifndef CTADEL_PTX_PTX_DECODE_FLOAT_H
#define CTADEL_PTX_PTX_DECODE_FLOAT_H

#include "ptx/ptx_build.h"

/* add, sub, mul, fma, div, abs, neg, min, max of .f32 or .f64; the type is already taken. */
bool ptx_decode_half(ptx_inst_t *in, uint8_t base, ptx_type_t t); /* 16-bit floats, one or two */
bool ptx_decode_float(ptx_inst_t *in, uint8_t base, ptx_type_t type);

#endif
