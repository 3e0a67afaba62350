// shim_wave.cpp - one FST file for any number of Verilated models.
#include "engine/shim_wave.hpp"

#include <vector>

struct wave {
    VerilatedContext ctx;
    VerilatedFstC fst;
    std::vector<wave_join_t> joins; // of the models, in the order of their scopes
};

extern "C" wave_t *wave_create(void)
{
    wave_t *w = new wave;
    w->ctx.threads(1); // see shim_context.hpp
    w->ctx.traceEverOn(true);
    w->fst.set_time_unit("1ps");
    w->fst.set_time_resolution("1ps");
    return w;
}

extern "C" void wave_open(wave_t *w, const char *path)
{
    for (const wave_join_t &join : w->joins) join(&w->fst);
    w->fst.open(path);
}

extern "C" void wave_dump(wave_t *w, uint64_t time) { w->fst.dump(time); }
extern "C" void wave_close(wave_t *w) { w->fst.close(); }
extern "C" void wave_destroy(wave_t *w) { delete w; }

void wave_add(wave_t *w, wave_join_t join) { w->joins.push_back(std::move(join)); }
VerilatedContext *wave_context(wave_t *w) { return &w->ctx; }
