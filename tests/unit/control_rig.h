/* control_rig.h - short programs for the assignment of control bits, on the core of a6000. */
#ifndef CTADEL_TESTS_CONTROL_RIG_H
#define CTADEL_TESTS_CONTROL_RIG_H

#include "config/config.h"
#include "control/assign.h"
#include "control/timing.h"

#include <string.h>

enum { RIG_INSTS = 64, RIG_REGS = 32, NONE = RIG_REGS /* no register */ };

typedef struct {
    machine_t m;
    winst_t w[RIG_INSTS];
    frontend_inst_t code[RIG_INSTS];
    inst_control_t out[RIG_INSTS];
    uint32_t count;
} rig_t;

static void start(rig_t *r)
{
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    if (!machine_load("configs/machines/a6000.yaml", &r->m, &err)) fail_msg("%s", err.text);
}

static uint32_t add(rig_t *r, winst_t w, uint32_t dst, uint32_t a, uint32_t b)
{
    winst_t *in = &r->w[r->count];
    assert_true(r->count < RIG_INSTS);
    *in = w;
    if (dst != NONE) in->dst[in->ndst++] = (uint16_t)dst;
    if (a != NONE) in->src[in->nsrc++] = (uint16_t)a;
    if (b != NONE) in->src[in->nsrc++] = (uint16_t)b;
    in->line = r->count + 1;
    winst_note_regs(in);
    r->code[r->count].inst = in;
    return r->count++;
}

static uint32_t alu(rig_t *r, uint32_t dst, uint32_t a, uint32_t b)
{
    return add(r, (winst_t){.unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU}, dst, a, b);
}

static uint32_t sfu(rig_t *r, uint32_t dst, uint32_t a)
{
    return add(r, (winst_t){.unit = UNIT_SFU, .lat = LAT_SFU, .op = WI_ALU}, dst, a, NONE);
}

static uint32_t load(rig_t *r, uint32_t dst, uint32_t address)
{
    return add(r, (winst_t){.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4}, dst, address,
               NONE);
}

static uint32_t store(rig_t *r, uint32_t address, uint32_t data)
{
    return add(r, (winst_t){.unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_GLOBAL, .width_bytes = 4}, NONE, address,
               data);
}

static uint32_t jump(rig_t *r)
{
    const uint32_t at = add(r, (winst_t){.unit = UNIT_SP, .lat = LAT_INT, .op = WI_BRANCH}, NONE, NONE, NONE);
    r->code[at].leaves = true;
    return at;
}

/* The next instruction is one to which warps jump. */
static void label(rig_t *r) { r->code[r->count].entered = true; }

static void assign(rig_t *r)
{
    err_t err = {{0}};
    if (!control_assign(&r->m.sm, r->code, r->count, RIG_REGS, r->out, &err)) fail_msg("%s", err.text);
}

#endif
