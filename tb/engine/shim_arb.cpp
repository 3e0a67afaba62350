// shim_arb.cpp - one warp arbiter; compiled once per model, with -DARB=arb_gto_small -DPOLICY=arb_gto -DWARPS=32
// -DSLOTS=8 -DKERNELS=4 and so on.
#include "engine/shim_context.hpp"
#include "engine/shim_edge.hpp"
#include "engine/shim_wave.hpp"
#define STR2(x)    #x
#define STR(x)     STR2(x)
#define CAT2(a, b) a##b
#define CAT(a, b)  CAT2(a, b)
#define MODEL      CAT(V, ARB)
#include STR(MODEL.h)
#include STR(CAT(MODEL, ___024root).h)

static_assert((SLOTS & (SLOTS - 1)) == 0 && SLOTS <= SCHED_SLOTS_MAX && WARPS <= SCHED_WARPS_MAX &&
                  KERNELS <= SCHED_KERNELS_MAX,
              "sizes.h");
static_assert(8 * sizeof MODEL::paused_i >= SLOTS, "paused_i has a bit per CTA slot");

namespace
{
struct arb {
    own_context own; // unless it is traced
    MODEL top;
    write_counts counts;
    arb(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name)
    {
        if (w) wave_follow(w, top);
    }
};

void fall(void *a)
{
    MODEL &t = static_cast<arb *>(a)->top;
    t.clk_i = 0;
    t.eval();
}

// The pins of the model's root: those of its class are references to them.
void drive(MODEL &top, const arb_events_t *ev, const arb_in_t *in)
{
    auto &t = *top.rootp;
    t.cta_start_evt_i = ev->starts;
    if (ev->starts) {
        t.cta_start_slot_i = ev->start.slot;
        t.cta_start_partner_i = ev->start.partner;
        t.cta_start_kid_i = ev->start.kid;
        t.cta_start_warps_i = ev->start.warps;
    }
    t.cta_end_evt_i = ev->ends;
    t.cta_end_slot_i = ev->end_slot & (SLOTS - 1);
    t.scheds_i = in->scheds;
    t.valid_i = in->valid;
    t.ready_i = in->ready;
    t.longlat_i = in->longlat;
    t.load_i = in->load;
    t.victim_evt_i = in->victim;
    t.paused_i = in->paused;
    t.serve_i = in->serve;
}

void settle(void *a, const arb_events_t *ev, const arb_in_t *in)
{
    drive(static_cast<arb *>(a)->top, ev, in);
    fall(a);
}

uint32_t asks(void *a, const arb_events_t *ev, const arb_in_t *in)
{
    settle(a, ev, in);
    return static_cast<arb *>(a)->top.asks_o;
}

uint64_t rise(void *a)
{
    MODEL &t = static_cast<arb *>(a)->top;
    t.rootp->clk_i = 1;
    t.eval();
    return t.rootp->gnt_o;
}

// Verilator settles what depends on inputs before it looks for edges.
uint64_t cycle(void *a, const arb_events_t *ev, const arb_in_t *in, bool *still)
{
    MODEL &t = static_cast<arb *>(a)->top;
    drive(t, ev, in);
    const uint64_t grant = rise(a);
    *still = t.rootp->still_o;
    note_fall(t, 0);
    return grant;
}

void *create(const char *name, wave_t *wave)
{
    arb *a = new arb(name, wave);
    a->top.rst_ni = 0;
    const arb_events_t none = {};
    arb_in_t quiet = {};
    quiet.scheds = 1;
    settle(a, &none, &quiet), rise(a), fall(a);
    a->top.rst_ni = 1;
    return a;
}

void destroy(void *a) { delete static_cast<arb *>(a); }
} // namespace

extern "C" {
extern const arb_shim_t CAT(shim_, ARB);
const arb_shim_t CAT(shim_, ARB) = {STR(POLICY), WARPS, SLOTS, KERNELS, create, destroy,
                                    settle,      asks,  rise,  fall,    cycle};
}
