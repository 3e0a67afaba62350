// shim_wave.cpp - one FST file for any number of Verilated models, and the scope core, which the harness drives.
#include "engine/shim_wave.hpp"
#include "Vcore.h"

#include <memory>
#include <vector>

struct wave {
    VerilatedContext ctx;
    VerilatedFstC fst;
    std::vector<wave_join_t> joins; // of the models, in the order of their scopes
    std::unique_ptr<Vcore> core;
    struct {
        uint32_t kernel, cta;
    } held[SCHED_SMS_MAX][SCHED_SLOTS_MAX] = {};
    wave()
    {
        ctx.threads(1); // see shim_context.hpp
        ctx.traceEverOn(true);
        core.reset(new Vcore(&ctx, "core"));
        core->begun_kernel_i = core->begun_cta_i = core->ended_kernel_i = core->ended_cta_i = SCHED_NONE;
    }
};

extern "C" wave_t *wave_create(void)
{
    wave_t *w = new wave;
    wave_follow(w, *w->core);
    w->fst.set_time_unit("1ps");
    w->fst.set_time_resolution("1ps");
    return w;
}

extern "C" void wave_open(wave_t *w, const char *path)
{
    for (const wave_join_t &join : w->joins) join(&w->fst);
    w->fst.open(path);
}

extern "C" void wave_cycle(wave_t *w, uint64_t cycle)
{
    w->core->cycle_i = cycle;
    w->core->eval();
}

extern "C" void wave_cta_begun(wave_t *w, uint32_t sm, uint32_t slot, uint32_t kernel, uint32_t cta)
{
    w->held[sm][slot] = {kernel, cta};
    w->core->begun_kernel_i = kernel, w->core->begun_cta_i = cta;
    w->core->eval();
}

extern "C" void wave_cta_ended(wave_t *w, uint32_t sm, uint32_t slot)
{
    w->core->ended_kernel_i = w->held[sm][slot].kernel, w->core->ended_cta_i = w->held[sm][slot].cta;
    w->core->eval();
}

extern "C" void wave_dump(wave_t *w, uint64_t time) { w->fst.dump(time); }
extern "C" void wave_close(wave_t *w) { w->fst.close(); }
extern "C" void wave_destroy(wave_t *w) { delete w; }

void wave_add(wave_t *w, wave_join_t join) { w->joins.push_back(std::move(join)); }
VerilatedContext *wave_context(wave_t *w) { return &w->ctx; }
