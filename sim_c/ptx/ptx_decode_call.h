/* ptx_decode_call.h - ld.param and st.param of the variables that pass arguments and results of a call. */
#ifndef CTADEL_PTX_PTX_DECODE_CALL_H
#define CTADEL_PTX_PTX_DECODE_CALL_H

#include "ptx/ptx_build.h"

/* Decodes such a load (writes false) or store; the caller has already taken type and vector width. */
bool ptx_decode_area(ptx_inst_t *in, ptx_type_t t, bool writes);

#endif
