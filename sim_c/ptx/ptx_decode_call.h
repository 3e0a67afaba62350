/* ptx_decode_call.h - loads and stores of .param variables of a call. */
#ifndef CTADEL_PTX_PTX_DECODE_CALL_H
#define CTADEL_PTX_PTX_DECODE_CALL_H

#include "ptx/ptx_build.h"

/* ld.param or st.param of such a variable; type and vector width are already taken. */
bool ptx_decode_area(ptx_inst_t *in, ptx_type_t t, bool writes);

#endif
