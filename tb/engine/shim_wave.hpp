// shim_wave.hpp - what a shim needs to attach its model to a wave file: all models in one file must share one
// Verilator context, and all must exist when the first of them joins the file. Verilator from 5.03x on takes
// those of that moment and ignores later ones, so wave_open lets all join at once.
#ifndef CTADEL_TB_ENGINE_SHIM_WAVE_HPP
#define CTADEL_TB_ENGINE_SHIM_WAVE_HPP

#include "engine/shim.h"
#include "verilated_fst_c.h"

#include <functional>

typedef std::function<void(VerilatedFstC *)> wave_join_t;

VerilatedContext *wave_context(wave_t *w);
void wave_add(wave_t *w, wave_join_t join); // wave_open calls it

template <typename Model> void wave_follow(wave_t *w, Model &top)
{
    wave_add(w, [&top](VerilatedFstC *fst) { top.trace(fst, 99); });
}

#endif
