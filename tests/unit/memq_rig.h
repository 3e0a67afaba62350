/* memq_rig.h - memory queues with the sizes of Table 1, without sub-cores and LD/ST unit around them. */
#ifndef CTADEL_TESTS_MEMQ_RIG_H
#define CTADEL_TESTS_MEMQ_RIG_H

#include "sm/memq.h"

enum { QUEUE = 5, ADDRESS = 4, INTERVAL = 2 /* Table 1 */, LDC_ADDRESS = 6, CYCLES = 200 };

static const inst_control_t UNIFORM = {.operand = {CONTROL_NO_REG, CONTROL_NO_REG, CONTROL_NO_REG}};
static const inst_control_t REG_32 = {.operand = {2, CONTROL_NO_REG, CONTROL_NO_REG}, .operand_regs = {1}};
static const inst_control_t REG_64 = {.operand = {2, CONTROL_NO_REG, CONTROL_NO_REG}, .operand_regs = {2}};
static const inst_control_t TWO_ADDRESSES = {.operand = {2, 4, CONTROL_NO_REG}, .operand_regs = {1, 2}};
static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .width_bytes = 4, .control = &REG_64};
static const winst_t STORE = {.unit = UNIT_LDST, .op = WI_STORE, .width_bytes = 4, .control = &REG_64};
static const winst_t STORE_128 = {.unit = UNIT_LDST, .op = WI_STORE, .width_bytes = 16, .control = &REG_64};

static const sm_cfg_t CFG = {.schedulers = SM_SCHEDS,
                             .memory_queue = QUEUE,
                             .address_cycles = ADDRESS,
                             .memory_interval_cycles = INTERVAL,
                             .ldc.address_cycles = LDC_ADDRESS};

static memq_t *start(void)
{
    memq_t *m = memq_create(&CFG);
    assert_non_null(m);
    return m;
}

/* Leaves Control in this cycle, with a place that it took at issue. */
static void push(memq_t *m, uint64_t now, const winst_t *in, uint32_t sched, uint32_t entry)
{
    const ports_inst_t what = {.inst = in, .entry = (uint16_t)entry, .sched = (uint8_t)sched, .unit = UNIT_LDST};
    memq_push(m, now, &what);
}

static void issue(memq_t *m, const winst_t *in, uint32_t sched, uint32_t entry)
{
    assert_true(memq_room(m, 0, sched));
    memq_reserve(m, sched);
    push(m, 1, in, sched, entry);
}

/* The cycle in which the LD/ST unit takes the next instruction, from `now` on. */
static uint64_t next_taken(memq_t *m, uint64_t now, ports_inst_t *taken)
{
    memq_out_t out;
    for (; now < CYCLES; now++) {
        memq_step(m, now, true, &out);
        if (!out.takes) continue;
        *taken = out.taken;
        break;
    }
    return now;
}

#endif
