// shim_wave.cpp - one FST file for any number of Verilated models. Verilator 5.032 puts into a file the models that exist
// when the first of them is traced, so all are traced when the file is opened.
#include "engine/shim_wave.hpp"

#include <vector>

struct wave {
    VerilatedContext ctx;
    VerilatedFstC fst;
    std::vector<std::function<void(VerilatedFstC *)>> models;
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
    for (auto &trace : w->models) trace(&w->fst);
    w->fst.open(path);
}
extern "C" void wave_dump(wave_t *w, uint64_t time) { w->fst.dump(time); }
extern "C" void wave_close(wave_t *w) { w->fst.close(); }
extern "C" void wave_destroy(wave_t *w) { delete w; }

VerilatedContext *wave_context(wave_t *w) { return &w->ctx; }
void wave_attach_call(wave_t *w, std::function<void(VerilatedFstC *)> trace) { w->models.push_back(std::move(trace)); }
