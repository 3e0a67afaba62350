/* ptx_round.h - rounds single values. mode: ptx_round_t, R_RN to R_RP (.rn .rz .rm .rp). */
#ifndef CTADEL_PTX_PTX_ROUND_H
#define CTADEL_PTX_PTX_ROUND_H

#include "ptx/ptx_uop.h"

#include <stdbool.h>

double ptx_round_even(double x); /* to an integer, ties to even */
float ptx_round_f32(double x, uint32_t mode);
float ptx_round_int_f32(uint64_t v, bool is_signed, uint32_t mode);
double ptx_round_int_f64(uint64_t v, bool is_signed, uint32_t mode);

#endif
