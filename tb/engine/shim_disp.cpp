// shim_disp.cpp - a dispatcher for SMS SMs of SLOTS CTA slots and KERNELS entries of the kernel table; a machine with
// fewer uses the enable mask and the capacity registers. Compiled once per model, with -DDISP=disp_plain -DSMS=32
// -DSLOTS=16 -DKERNELS=4 and so on; POLICIES: as in shim.h.
#include "engine/shim_context.hpp"
#include "engine/shim_edge.hpp"
#include "engine/shim_mask.hpp"
#include "engine/shim_watch.hpp"
#include "engine/shim_wave.hpp"
#define STR2(x)    #x
#define STR(x)     STR2(x)
#define CAT2(a, b) a##b
#define CAT(a, b)  CAT2(a, b)
#define MODEL      CAT(V, DISP)
#include STR(MODEL.h)
#include STR(CAT(MODEL, ___024root).h)

#ifndef POLICIES
#define POLICIES nullptr
#endif

#ifndef EVERY_EDGE
#define EVERY_EDGE false // true: the model's clock is not the pin (a netlist that buffers it)
#endif

namespace
{
struct disp {
    own_context own; // unless it is traced
    MODEL top;
    write_counts counts;
    const bool every_edge;
    disp(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name), every_edge(w || EVERY_EDGE)
    {
        if (w) wave_follow(w, top);
        else top.eval(); // the clock is low before its first edge
    }
};

MODEL &model(void *d) { return static_cast<disp *>(d)->top; }

void *create(const char *name, wave_t *wave) { return new disp(name, wave); }
void destroy(void *d) { delete static_cast<disp *>(d); }
void reset(void *d, bool rst_n) { model(d).rst_ni = rst_n; }

void fall(void *d)
{
    model(d).clk_i = 0;
    model(d).eval();
}

// The model's pins have a field of that width for each SM, kernel or slot.
enum { SLOT_BITS = SCHED_BITS(SLOTS), COUNT_BITS = SCHED_BITS(SLOTS + 1) };
static_assert(SMS <= SCHED_SMS_MAX && SLOTS <= SCHED_SLOTS_MAX && KERNELS <= SCHED_KERNELS_MAX, "sizes.h");
static_assert(8 * sizeof MODEL::done_slot_i >= SMS * SLOT_BITS, "done_slot_i");
static_assert(8 * sizeof MODEL::paused_o >= SMS * SLOTS, "paused_o");
static_assert(8 * sizeof MODEL::quota_o >= KERNELS * COUNT_BITS, "quota_o");
static_assert(32 % SLOTS == 0, "paused_o: no SM's slots lie in two words");

// Field i of `bits` bits goes to bit i * bits of the wide pin. The fields are the first `each` of every `stride`.
template <typename Pin>
void pack(Pin &pin, uint32_t bits, const uint8_t *field, uint32_t rows, uint32_t each = 1, uint32_t stride = 1)
{
    uint64_t word = 0;
    uint32_t held = 0, at = 0;
    for (uint32_t r = 0; r < rows; r++, field += stride)
        for (uint32_t i = 0; i < each; i++) {
            word |= (uint64_t)field[i] << held;
            for (held += bits; held >= 32; held -= 32, word >>= 32) pin[at++] = (uint32_t)word;
        }
    if (held) pin[at] = (uint32_t)word;
}

void set_monitors(MODEL &t, const disp_mon_t *m)
{
    t.mon_evt_i = m != nullptr;
    if (!m) return;
    t.mon_cycles_i = m->cycles;
#define PER_SM(name, bits)   pack(t.mon_##name##_i, bits, m->name, SMS);
#define PER_SLOT(name, bits) pack(t.mon_##name##_i, bits, &m->name[0][0], SMS, SLOTS, SCHED_SLOTS_MAX);
    MONITORS_PER_SM(PER_SM)
    MONITORS_PER_SLOT(PER_SLOT)
#undef PER_SM
#undef PER_SLOT
}

void settle(void *d, const disp_in_t *in, const axil_t *h, sm_mask_t *ready)
{
    MODEL &t = model(d);
    t.s_axil_awvalid_i = h->awvalid, t.s_axil_wvalid_i = h->wvalid, t.s_axil_bready_i = h->bready;
    t.s_axil_arvalid_i = h->arvalid, t.s_axil_rready_i = h->rready;
    t.s_axil_awaddr_i = t.s_axil_araddr_i = h->addr & 0xfff;
    t.s_axil_wdata_i = h->wdata, t.s_axil_wstrb_i = 0xf;
    set_sms(t.issue_ready_i, in->issue_ready);
    t.why_i = in->why;
    set_sms(t.done_valid_i, in->done_valid);
    pack(t.done_slot_i, SLOT_BITS, in->done_slot, SMS);
    set_monitors(t, in->mon);
    if (static_cast<disp *>(d)->every_edge || mask_any(in->done_valid)) {
        fall(d);
        *ready = get_sms(t.done_ready_o);
    } else {
        note_fall(t, 0); // no read waits for the answer
        *ready = mask_none();
    }
}

bool watch_policy(const void *d, const char *policy, policy_regs_t *regs)
{
    return watch(*static_cast<const disp *>(d)->top.rootp, policy, *regs, 0);
}

bool why(const void *d, disp_why_t *why) { return read_why(*static_cast<const disp *>(d)->top.rootp, *why, 0); }

void rise(void *d, disp_out_t *o, axil_t *h)
{
    MODEL &t = model(d);
    t.clk_i = 1;
    t.eval();
    o->issue_valid = t.issue_valid_o;
    o->sm = t.issue_sm_o, o->slot = t.issue_slot_o, o->kid = t.issue_kid_o;
    o->x = t.issue_x_o, o->y = t.issue_y_o, o->z = t.issue_z_o, o->lid = t.issue_lid_o;
    o->block = t.issue_block_o, o->half = t.issue_half_o;
    o->irq = t.irq_o, o->sleep = t.sleep_o, o->drain = get_sms(t.drain_o), o->mon_kid = t.mon_kid_o;
    for (uint32_t k = 0; k < KERNELS; k++) o->quota[k] = watch_field(t.quota_o, COUNT_BITS, k);
    for (uint32_t s = 0, at = 0; s < SMS; s++, at += SLOTS)
        o->paused[s] = t.paused_o[at / 32] >> at % 32 & slots_below(SLOTS);
    h->bvalid = t.s_axil_bvalid_o, h->rvalid = t.s_axil_rvalid_o;
    h->error = t.s_axil_bvalid_o ? t.s_axil_bresp_o != 0 : t.s_axil_rresp_o != 0;
    h->rdata = t.s_axil_rdata_o;
}
} // namespace

extern "C" {
extern const disp_shim_t CAT(shim_, DISP);
const disp_shim_t CAT(shim_, DISP) = {STR(DISP), {SMS, SLOTS, KERNELS}, POLICIES, create, destroy, reset, settle, rise,
                                      fall,      watch_policy,          why};
}
