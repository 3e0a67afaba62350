/* engine_lockstep.c - drives rtl and c with the same inputs and compares all outputs. */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    engine_side_t rtl, c;
    uint32_t schedulers;
    disp_size_t size; /* of the dispatchers */
    uint64_t cycle, compared;
    bool steps; /* an output was compared in this cycle */
    difference_t difference;
} lockstep_t;

void *engine_lockstep_create(const engine_side_t *rtl, const engine_side_t *c, uint32_t schedulers, disp_size_t size)
{
    lockstep_t *l = calloc(1, sizeof *l);
    if (l) {
        *l = (lockstep_t){.rtl = *rtl, .c = *c, .schedulers = schedulers, .size = size};
    } else {
        rtl->ops->destroy(rtl->self);
        c->ops->destroy(c->self);
    }
    return l;
}

/* ---- registers: responses of the dispatcher's port ---- */

static void compare_register(lockstep_t *l, const char *access, uint32_t addr, const char *signal, uint64_t rtl,
                             uint64_t c)
{
    difference_t d = {.part = DIFFERENCE_DISP, .cycle = l->cycle, .rtl = rtl, .c = c};
    const char *channel = access[0] == 'w' ? "bresp_o[1:0]" : signal[0] == 'v' ? "rdata_o[31:0]" : "rresp_o[1:0]";
    if (rtl == c) return;
    snprintf(d.unit, sizeof d.unit, "%s of register 0x%03x", access, addr);
    snprintf(d.signal, sizeof d.signal, "%s", signal);
    snprintf(d.wave, sizeof d.wave, "disp.disp_top.s_axil_%s", channel);
    difference_note(&l->difference, &d);
}

static void lockstep_destroy(void *self)
{
    lockstep_t *l = self;
    if (!l) return;
    l->rtl.ops->destroy(l->rtl.self);
    l->c.ops->destroy(l->c.self);
    free(l);
}

static bool lockstep_reg_write(void *self, uint32_t addr, uint32_t value)
{
    lockstep_t *l = self;
    const bool rtl = l->rtl.ops->reg_write(l->rtl.self, addr, value);
    const bool c = l->c.ops->reg_write(l->c.self, addr, value);
    compare_register(l, "write", addr, "accepted", rtl, c);
    return rtl;
}

static bool lockstep_reg_read(void *self, uint32_t addr, uint32_t *value)
{
    lockstep_t *l = self;
    uint32_t from_c = 0;
    const bool rtl = l->rtl.ops->reg_read(l->rtl.self, addr, value);
    const bool c = l->c.ops->reg_read(l->c.self, addr, &from_c);
    compare_register(l, "read", addr, "accepted", rtl, c);
    if (rtl) compare_register(l, "read", addr, "value", *value, from_c);
    return rtl;
}

/* ---- the dispatcher ---- */

typedef struct {
    const char *name; /* output of disp_top, without _o */
    uint32_t bits;    /* of the whole output */
    difference_part_t part;
    uint64_t rtl, c;
} disp_row_t;

/* `where`: text after "dispatcher", such as ", SM 3", or "". */
static void compare_disp(lockstep_t *l, const disp_row_t *r, const char *where)
{
    difference_t d = {.part = r->part, .cycle = l->cycle, .rtl = r->rtl, .c = r->c};
    if (r->rtl == r->c) return;
    snprintf(d.unit, sizeof d.unit, "dispatcher%s", where);
    snprintf(d.signal, sizeof d.signal, "%s", r->name);
    char range[16] = "";
    if (r->bits > 1) snprintf(range, sizeof range, "[%u:0]", r->bits - 1);
    snprintf(d.wave, sizeof d.wave, "disp.disp_top.%s_o%s", r->name, range);
    difference_note(&l->difference, &d);
}

static void compare_per_kernel(lockstep_t *l, const disp_out_t *rtl, const disp_out_t *c)
{
    for (uint32_t k = 0; k < l->size.kernels; k++) {
        const disp_row_t row = {"quota", l->size.kernels * SCHED_BITS(l->size.slots + 1), DIFFERENCE_LIMIT,
                                rtl->quota[k], c->quota[k]};
        char where[32];
        snprintf(where, sizeof where, ", kernel %u", k);
        compare_disp(l, &row, where);
    }
}

static void compare_sms(lockstep_t *l, const char *name, difference_part_t part, sm_mask_t rtl, sm_mask_t c)
{
    for (uint32_t w = 0; 64 * w < l->size.sms; w++) {
        const disp_row_t row = {name, l->size.sms, part, rtl.word[w], c.word[w]};
        char where[32] = "";
        if (l->size.sms > 64) snprintf(where, sizeof where, ", SMs from %u on", 64 * w);
        compare_disp(l, &row, where);
    }
}

static void compare_per_sm(lockstep_t *l, const disp_out_t *rtl, const disp_out_t *c)
{
    for (uint32_t s = 0; s < l->size.sms; s++) {
        const disp_row_t row = {"paused", l->size.sms * l->size.slots, DIFFERENCE_LIMIT, rtl->paused[s], c->paused[s]};
        char where[32];
        snprintf(where, sizeof where, ", SM %u", s);
        compare_disp(l, &row, where);
    }
}

/* `reg`: a register of disp_why, of so many bits. */
static void compare_answers(lockstep_t *l, const char *unit, const char *signal, const char *reg, uint32_t bits,
                            uint32_t rtl, uint32_t c)
{
    difference_t d = {.part = DIFFERENCE_DISP, .cycle = l->cycle, .rtl = rtl, .c = c};
    if (rtl == c) return;
    snprintf(d.unit, sizeof d.unit, "%s", unit);
    snprintf(d.signal, sizeof d.signal, "%s", signal);
    snprintf(d.wave, sizeof d.wave, "disp.disp_top.g_why.u_why.%s[%u:0]", reg, bits - 1);
    difference_note(&l->difference, &d);
}

/* Of a kernel just launched the RTL may know answers a clock earlier (disp_why.v). */
static void compare_why(lockstep_t *l, bool asleep)
{
    disp_why_t rtl, c;
    if (!l->rtl.ops->disp_why(l->rtl.self, &rtl) || !l->c.ops->disp_why(l->c.self, &c)) return;
    const uint32_t kernels = l->size.kernels, bits = l->size.sms * kernels * WHY_CAUSE_COUNT;
    if (asleep) compare_answers(l, "dispatcher", "kernels asked about", "known_q", kernels, rtl.known, c.known);
    for (uint32_t s = 0; s < l->size.sms; s++)
        for (uint32_t k = 0; k < kernels; k++) {
            char unit[48];
            if (!(rtl.known & c.known & 1U << k) || rtl.cause[s][k] == c.cause[s][k]) continue;
            snprintf(unit, sizeof unit, "dispatcher, SM %u, kernel %u", s, k);
            compare_answers(l, unit, "why it gets no CTA", "cause_q", bits, rtl.cause[s][k], c.cause[s][k]);
        }
}

static void lockstep_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    lockstep_t *l = self;
    disp_out_t c;
    l->steps = true;
    l->rtl.ops->disp_step(l->rtl.self, in, out);
    l->c.ops->disp_step(l->c.self, in, &c);
    const bool issue = out->issue_valid && c.issue_valid; /* the payload is compared only while valid */
    const disp_row_t always[] = {
        {"issue_valid", 1, DIFFERENCE_DISP, out->issue_valid, c.issue_valid},
        {"irq", 1, DIFFERENCE_DISP, out->irq, c.irq},
    };
    const disp_row_t payload[] = {
        {"issue_sm", SCHED_BITS(l->size.sms), DIFFERENCE_PLACE, out->sm, c.sm},
        {"issue_slot", SCHED_BITS(l->size.slots), DIFFERENCE_DISP, out->slot, c.slot},
        {"issue_kid", SCHED_BITS(l->size.kernels), DIFFERENCE_PLACE, out->kid, c.kid},
        {"issue_x", 24, DIFFERENCE_PLACE, out->x, c.x},
        {"issue_y", 16, DIFFERENCE_PLACE, out->y, c.y},
        {"issue_z", 16, DIFFERENCE_PLACE, out->z, c.z},
        {"issue_lid", 32, DIFFERENCE_PLACE, out->lid, c.lid},
        {"issue_block", 1, DIFFERENCE_PLACE, out->block, c.block},
        {"issue_half", 2, DIFFERENCE_DISP, out->half, c.half},
    };
    const disp_row_t last[] = {
        {"sleep", 1, DIFFERENCE_DISP, out->sleep, c.sleep},
        {"mon_kid", SCHED_BITS(l->size.kernels), DIFFERENCE_LIMIT, out->mon_kid, c.mon_kid},
    };
    compare_sms(l, "done_ready", DIFFERENCE_DISP, out->done_ready, c.done_ready);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) compare_disp(l, &always[i], "");
    for (size_t i = 0; issue && i < sizeof payload / sizeof payload[0]; i++) compare_disp(l, &payload[i], "");
    compare_sms(l, "drain", DIFFERENCE_GATE, out->drain, c.drain);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) compare_disp(l, &last[i], "");
    compare_per_kernel(l, out, &c);
    compare_per_sm(l, out, &c);
    if (in->why) compare_why(l, out->sleep && c.sleep);
}

/* If the RTL is a netlist, which hides its registers, those of the golden model. */
static bool lockstep_disp_watch(void *self, const char *policy, policy_regs_t *regs)
{
    lockstep_t *l = self;
    return l->rtl.ops->disp_watch(l->rtl.self, policy, regs) || l->c.ops->disp_watch(l->c.self, policy, regs);
}

static bool lockstep_disp_why(void *self, disp_why_t *why)
{
    lockstep_t *l = self;
    return l->rtl.ops->disp_why(l->rtl.self, why) || l->c.ops->disp_why(l->c.self, why);
}

/* ---- the warp arbiters ---- */

/* `signal`: name in the message; `wave`: output of arb_top. */
static void compare_arb(lockstep_t *l, uint32_t arb, const char *signal, const char *wave, uint64_t rtl, uint64_t c)
{
    difference_t d = {.part = DIFFERENCE_ARB,
                      .sm = arb / l->schedulers,
                      .scheduler = arb % l->schedulers,
                      .cycle = l->cycle,
                      .rtl = rtl,
                      .c = c};
    if (rtl == c) return;
    snprintf(d.unit, sizeof d.unit, "SM %u, scheduler %u", d.sm, d.scheduler);
    snprintf(d.signal, sizeof d.signal, "%s", signal);
    snprintf(d.wave, sizeof d.wave, "sm%u_arb%u.arb_top.%s", d.sm, d.scheduler, wave);
    difference_note(&l->difference, &d);
}

static void lockstep_arb_cta_start(void *self, uint32_t arb, const arb_cta_t *cta)
{
    lockstep_t *l = self;
    l->rtl.ops->arb_cta_start(l->rtl.self, arb, cta);
    l->c.ops->arb_cta_start(l->c.self, arb, cta);
}

static void lockstep_arb_cta_end(void *self, uint32_t arb, uint32_t slot)
{
    lockstep_t *l = self;
    l->rtl.ops->arb_cta_end(l->rtl.self, arb, slot);
    l->c.ops->arb_cta_end(l->c.self, arb, slot);
}

static uint16_t lockstep_arb_serve(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in)
{
    lockstep_t *l = self;
    const uint16_t rtl = l->rtl.ops->arb_serve(l->rtl.self, arb0, schedulers, in);
    const uint16_t c = l->c.ops->arb_serve(l->c.self, arb0, schedulers, in);
    difference_t d = {.part = DIFFERENCE_ARB,
                      .sm = arb0 / schedulers,
                      .cycle = l->cycle,
                      .rtl = rtl,
                      .c = c,
                      .signal = "served kernel"};
    if (rtl != c) {
        snprintf(d.unit, sizeof d.unit, "SM %u", d.sm);
        snprintf(d.wave, sizeof d.wave, "sm%u_turn.arb_sm.serve_o[%d:0]", d.sm, SCHED_KERNELS_MAX - 1);
        difference_note(&l->difference, &d);
    }
    return rtl;
}

static uint32_t lockstep_arb_step(void *self, uint32_t arb, const arb_in_t *in)
{
    lockstep_t *l = self;
    l->steps = true;
    const uint32_t rtl = l->rtl.ops->arb_step(l->rtl.self, arb, in);
    const uint32_t c = l->c.ops->arb_step(l->c.self, arb, in);
    compare_arb(l, arb, "granted warp", "gnt_o[63:0]", rtl, c);
    return rtl;
}

/* The golden model compares its whole state, so whenever the RTL reports still, the golden model must, too. */
static bool lockstep_arb_still(void *self, uint32_t arb)
{
    lockstep_t *l = self;
    const bool rtl = l->rtl.ops->arb_still(l->rtl.self, arb);
    const bool c = l->c.ops->arb_still(l->c.self, arb);
    if (rtl && !c) compare_arb(l, arb, "still", "still_o", rtl, c);
    return rtl;
}

void *engine_lockstep_rtl(void *self) { return ((lockstep_t *)self)->rtl.self; }
void *engine_lockstep_c(void *self) { return ((lockstep_t *)self)->c.self; }

void engine_lockstep_cycle(void *self, uint64_t cycle)
{
    lockstep_t *l = self;
    l->cycle = cycle;
    l->compared += l->steps;
    l->steps = false;
}

uint64_t engine_lockstep_compared(const void *self) { return ((const lockstep_t *)self)->compared; }
const difference_t *engine_lockstep_difference(const void *self) { return &((const lockstep_t *)self)->difference; }

const sched_ops_t engine_lockstep_ops = {
    .destroy = lockstep_destroy,
    .reg_write = lockstep_reg_write,
    .reg_read = lockstep_reg_read,
    .disp_step = lockstep_disp_step,
    .disp_watch = lockstep_disp_watch,
    .disp_why = lockstep_disp_why,
    .arb_cta_start = lockstep_arb_cta_start,
    .arb_cta_end = lockstep_arb_cta_end,
    .arb_serve = lockstep_arb_serve,
    .arb_step = lockstep_arb_step,
    .arb_still = lockstep_arb_still,
};
