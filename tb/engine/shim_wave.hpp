// shim_wave.hpp - what a shim needs to attach its model to a wave file: all models in one file share one Verilator
// context.
#ifndef CTADEL_TB_ENGINE_SHIM_WAVE_HPP
#define CTADEL_TB_ENGINE_SHIM_WAVE_HPP

#include "engine/shim.h"
#include "verilated_fst_c.h"

#include <functional>

VerilatedContext *wave_context(wave_t *w);
// `trace` is called when the file is opened.
void wave_attach_call(wave_t *w, std::function<void(VerilatedFstC *)> trace);

template <typename Model> void wave_attach(wave_t *w, Model &top)
{
    wave_attach_call(w, [&top](VerilatedFstC *fst) { top.trace(fst, 99); });
}

#endif
