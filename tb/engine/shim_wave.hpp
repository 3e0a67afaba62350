// shim_wave.hpp - what a shim needs to attach its model to a wave file: all models in one file must
// share one Verilator context.
#ifndef CTADEL_TB_ENGINE_SHIM_WAVE_HPP
#define CTADEL_TB_ENGINE_SHIM_WAVE_HPP

#include "engine/shim.h"
#include "verilated_fst_c.h"

VerilatedFstC *wave_fst(wave_t *w);
VerilatedContext *wave_context(wave_t *w);

#endif
