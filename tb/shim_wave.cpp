// shim_wave.cpp - one FST file for any number of Verilated models.
#include "shim.h"
#include "verilated_fst_c.h"

struct wave {
    VerilatedFstC fst;
};

extern "C" wave_t *wave_create(void)
{
    Verilated::traceEverOn(true);
    return new wave;
}
extern "C" void wave_open(wave_t *w, const char *path) { w->fst.open(path); }
extern "C" void wave_dump(wave_t *w, uint64_t time) { w->fst.dump(time); }
extern "C" void wave_close(wave_t *w)
{
    if (!w) return;
    w->fst.close();
    delete w;
}
VerilatedFstC *wave_fst(wave_t *w) { return &w->fst; }
