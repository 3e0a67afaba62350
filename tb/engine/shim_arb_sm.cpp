// shim_arb_sm.cpp - the kernel in turn of an SM, between the schedulers of a policy whose kernels take turns.
#include "engine/shim_context.hpp"
#include "engine/shim_wave.hpp"
#include "Varb_sm.h"
#include "Varb_sm___024root.h"

struct sm_shim {
    own_context own; // unless it is traced
    Varb_sm top;
    write_counts counts;
    sm_shim(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name)
    {
        if (w) wave_follow(w, top);
    }
};

extern "C" void sm_shim_fall(sm_shim_t *s)
{
    s->top.clk_i = 0;
    s->top.eval();
}

extern "C" void sm_shim_rise(sm_shim_t *s)
{
    s->top.clk_i = 1;
    s->top.eval();
}

extern "C" uint16_t sm_shim_settle(sm_shim_t *s, uint64_t asks)
{
    s->top.asks_i = asks;
    sm_shim_fall(s);
    return s->top.serve_o;
}

extern "C" sm_shim_t *sm_shim_create(const char *name, wave_t *wave)
{
    sm_shim_t *s = new sm_shim(name, wave);
    s->top.rst_ni = 0;
    sm_shim_settle(s, 0), sm_shim_rise(s), sm_shim_fall(s);
    s->top.rst_ni = 1;
    return s;
}

extern "C" void sm_shim_destroy(sm_shim_t *s) { delete s; }
