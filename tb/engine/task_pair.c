/* task_pair.c - the host's accesses to the task unit: makes them to the RTL and to the golden registers, and compares.
 */
#include "engine/task_pair.h"

#include "registers_sas.h"

#include <stdio.h>
#include <string.h>

enum { POLLS_MAX = 8, OKAY = 0 }; /* reads of STATUS between the last answer to a context and the end of the loop */

void task_pair_reset(task_pair_t *p)
{
    memset(&p->difference, 0, sizeof p->difference);
    sas_regs_reset(&p->regs, SAS_SHIM_SMS, SAS_SHIM_CONTEXTS, SAS_SHIM_DEPTH);
}

/* `channel`: signal of the AXI4-Lite port, without its prefix. */
static void differ(task_pair_t *p, const char *what, uint32_t addr, const char *channel, uint32_t rtl, uint32_t c)
{
    difference_t d = {.unit = "task unit", .part = DIFFERENCE_TASK, .rtl = rtl, .c = c};
    if (rtl == c) return;
    snprintf(d.signal, sizeof d.signal, "%s 0x%03x", what, addr);
    snprintf(d.wave, sizeof d.wave, "task.sas_unit.s_axil_%s", channel);
    difference_note(&p->difference, &d);
}

void task_pair_settle(task_pair_t *p, const sas_top_in_t *in)
{
    sas_shim_settle(p->rtl, in, &p->from_rtl);
    if (p->wave.dump) p->wave.dump(p->wave.self, false);
    if (p->c) task_c_ops.settle(p->c, in, &p->from_c);
}

void task_pair_rise(task_pair_t *p, const sas_top_in_t *in)
{
    bool rest = true;
    sas_shim_rise(p->rtl);
    if (p->wave.dump) p->wave.dump(p->wave.self, true);
    if (!p->c) return;
    for (uint32_t s = 0; s < SAS_SHIM_SMS; s++) rest &= p->from_c.none[s] == (1u << SAS_SHIM_CONTEXTS) - 1;
    task_c_ops.rise(p->c, in);
    sas_regs_clock(&p->regs, rest);
}

/* A clock in which no context asks: evaluation, then the edge. */
static void quiet_settle(task_pair_t *p)
{
    const sas_top_in_t in = p->regs.in;
    task_pair_settle(p, &in);
}
static void quiet_rise(task_pair_t *p)
{
    const sas_top_in_t in = p->regs.in;
    task_pair_rise(p, &in);
    if (p->wave.end_cycle) p->wave.end_cycle(p->wave.self);
}

bool task_pair_write(task_pair_t *p, uint32_t addr, uint32_t data)
{
    sas_shim_bus_t bus = {.write = true, .addr = addr, .data = data};
    sas_shim_drive(p->rtl, &bus);
    quiet_settle(p), quiet_rise(p);
    bus.write = false;
    sas_shim_drive(p->rtl, &bus);
    const bool refused = sas_regs_refuses(&p->regs, addr, data);
    quiet_settle(p), quiet_rise(p); /* the clock in which the RTL decodes the write */
    quiet_settle(p);
    const sas_shim_answer_t answer = sas_shim_answer(p->rtl);
    if (p->c)
        differ(p, "valid and answer of the write to", addr, "bresp_o[1:0]", answer.b_valid << 2 | answer.b_resp,
               refused ? 6 : 4);
    quiet_rise(p);
    if (p->c && !refused) sas_regs_write(&p->regs, addr, data);
    return answer.b_valid && answer.b_resp == OKAY;
}

bool task_pair_read(task_pair_t *p, uint32_t addr, uint32_t *data)
{
    sas_shim_bus_t bus = {.read = true, .addr = addr};
    uint32_t expected;
    const bool there = sas_regs_read(&p->regs, addr, &expected);
    sas_shim_drive(p->rtl, &bus);
    quiet_settle(p), quiet_rise(p);
    bus.read = false;
    sas_shim_drive(p->rtl, &bus);
    quiet_settle(p);
    const sas_shim_answer_t answer = sas_shim_answer(p->rtl);
    *data = answer.r_data;
    if (p->c) {
        differ(p, "valid and answer of the read from", addr, "rresp_o[1:0]", answer.r_valid << 2 | answer.r_resp,
               there ? 4 : 6);
        differ(p, "the word read from", addr, "rdata_o[31:0]", answer.r_data, expected);
    }
    quiet_rise(p);
    return answer.r_valid && answer.r_resp == OKAY;
}

static bool write_of(void *arg, uint32_t addr, uint32_t data) { return task_pair_write(arg, addr, data); }

bool task_pair_program(task_pair_t *p, const sas_top_in_t *in)
{
    uint32_t status, polls = 0;
    do task_pair_read(p, REG_SAS_STATUS, &status);
    while ((status & REG_SAS_STATUS_BUSY) && ++polls < POLLS_MAX);
    return sas_program(in, SAS_SHIM_SMS, write_of, p);
}
