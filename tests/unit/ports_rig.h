/* ports_rig.h - Control, Allocate, and register ports of sub-cores with two banks each, and no SM around them. */
#ifndef CTADEL_TESTS_PORTS_RIG_H
#define CTADEL_TESTS_PORTS_RIG_H

#include "sm/ports.h"

enum { BANKS = 2 /* of a sub-core: even and odd registers */, NO = CONTROL_NO_REG, EVERY_UNIT = (1 << UNIT_COUNT) - 1 };

typedef struct {
    ports_t *p;
    uint64_t now;
    ports_out_t out; /* of this cycle */
} rig_t;

static void start(rig_t *r, reuse_t reuse)
{
    const sm_cfg_t cfg = {.schedulers = SM_SCHEDS, .register_banks = BANKS * SM_SCHEDS, .reuse = reuse};
    *r = (rig_t){.p = ports_create(&cfg)};
    assert_non_null(r->p);
    ports_step(r->p, r->now, &r->out);
}

static void stop(rig_t *r) { ports_destroy(r->p); }

static void next(rig_t *r, uint32_t cycles)
{
    for (; cycles; cycles--) ports_step(r->p, ++r->now, &r->out);
}

/* Control words of an instruction with these registers at its operand positions. */
static inst_control_t reads(uint16_t a, uint16_t b, uint16_t c, uint8_t reuse)
{
    return (inst_control_t){.operand = {a, b, c}, .operand_regs = {1, 1, 1}, .reuse = reuse};
}

static winst_t fixed(const inst_control_t *c) { return (winst_t){.unit = UNIT_SP, .control = c}; }

static void issue_from(rig_t *r, const winst_t *in, uint32_t sched, uint32_t warp)
{
    const ports_inst_t what = {.inst = in, .warp = (uint8_t)warp, .sched = (uint8_t)sched, .unit = (uint8_t)in->unit};
    ports_push(r->p, r->now, what, 1);
}

static void issue(rig_t *r, const winst_t *in) { issue_from(r, in, 0, 0); }

/* Cycles without an instruction that leaves, between two of many that issue as early as they can. */
static uint32_t bubbles(const winst_t *in, reuse_t reuse)
{
    rig_t r;
    uint64_t left[2] = {0};
    start(&r, reuse);
    for (uint32_t count = 0; count < 16; next(&r, 1)) {
        if (!ports_full(r.p, r.now, 0)) issue(&r, in);
        if (!r.out.leaving) continue;
        left[0] = left[1];
        left[1] = r.now;
        count++;
    }
    stop(&r);
    return (uint32_t)(left[1] - left[0] - 1);
}

#endif
