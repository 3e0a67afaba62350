// shim_arb.cpp - one warp arbiter; compiled once per policy with -DARB=arb_gto and so on.
#include "shim_wave.hpp"
#define STR2(x) #x
#define STR(x) STR2(x)
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define MODEL CAT(V, ARB)
#include STR(MODEL.h)

namespace {
struct arb {
    VerilatedContext own; // unless it is traced
    MODEL top;
    arb(const char *name, wave_t *w) : top(w ? wave_context(w) : &own, name)
    {
        if (w) top.trace(wave_fst(w), 99);
    }
};

void fall(void *a)
{
    MODEL &t = static_cast<arb *>(a)->top;
    t.clk_i = 0;
    t.eval();
}

void settle(void *a, const arb_pins_t *p)
{
    MODEL &t = static_cast<arb *>(a)->top;
    t.cta_start_evt_i = p->starts;
    t.cta_start_slot_i = p->start.slot;
    t.cta_start_partner_i = p->start.partner;
    t.cta_start_kid_i = p->start.kid;
    t.cta_start_warps_i = p->start.warps;
    t.cta_end_evt_i = p->ends;
    t.cta_end_slot_i = p->end_slot & (SCHED_SLOTS_MAX - 1);
    t.valid_i = p->in.valid;
    t.ready_i = p->in.ready;
    t.longlat_i = p->in.longlat;
    t.load_i = p->in.load;
    t.victim_evt_i = p->in.victim;
    t.paused_i = p->in.paused;
    fall(a);
}

uint64_t rise(void *a)
{
    MODEL &t = static_cast<arb *>(a)->top;
    t.clk_i = 1;
    t.eval();
    return t.gnt_o;
}

void *create(const char *name, wave_t *wave)
{
    arb *a = new arb(name, wave);
    a->top.rst_ni = 0;
    const arb_pins_t quiet = {};
    settle(a, &quiet), rise(a);
    a->top.rst_ni = 1;
    return a;
}

void destroy(void *a) { delete static_cast<arb *>(a); }
} // namespace

extern "C" {
extern const arb_shim_t CAT(shim_, ARB);
const arb_shim_t CAT(shim_, ARB) = {STR(ARB), create, destroy, settle, rise, fall};
}
