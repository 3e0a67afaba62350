/* sm_stages.c - an SM whose sub-cores have stages: joins Control and Allocate, the memory queues, the units, and the
 * issue-control units.
 *
 * A counting scoreboard (ISSUE_BY_COUNTS) releases a result at the edge that ends its write, and lets its consumers
 * issue in the next cycle: as without one they read registers, nothing is forwarded. It releases the sources at the
 * edge that begins their last read (functional_unit.cc of the simulator that the authors publish): what issues then
 * writes later. Control bits count on fixed times instead, and an instruction that has its ports cannot be overtaken:
 * its sources count as read.
 *
 * Without control bits a result releases its registers when it is written, WRITE_CYCLES after its latency: the cycles
 * in which sources are read, and one in which the register is written. With them it counts from its latency on:
 * consumers that read later get it by forwarding. A barrier issues when the LD/ST unit has taken the warp's stores, so
 * that loads behind it find what they store (assumed). Source: R. Huerta et al. (MICRO 2025), sections 4 and 5. */
#include "sm/sm_internal.h"

enum { WRITE_CYCLES = PORTS_READ_CYCLES + 1 };
enum { RETURN_CYCLES = 2 /* of a loaded register on its way to the sub-core; of two from shared memory */ };

/* The instruction goes to Control; its unit's input latch is taken for the interval. */
void sm_start_in_stages(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in, const winst_exec_t *x, uint16_t entry)
{
    const warp_t *wp = warps_at(sm->warps, w);
    const uint32_t sched = warps_place(sm->warps, w).sched, interval = units_lat(sm->cfg, in).interval_cycles;
    ports_inst_t what = {.inst = in,
                         .entry = entry,
                         .warp = (uint8_t)w,
                         .sched = (uint8_t)sched,
                         .unit = wp->executes,
                         .ticket = sm->bits ? x->ticket : 0};
    const bool queued = what.unit == UNIT_LDST || (what.unit == UNIT_DP && sm->dpq);
    const bool latch = what.unit != UNIT_NONE && !queued;
    if (what.unit == UNIT_SP && ports_full(sm->ports, now, sched) >> UNIT_SP & 1) what.unit = UNIT_INT;
    if (what.unit == UNIT_LDST) memq_reserve(sm->memq, sched);
    ports_push(sm->ports, now, what, latch ? interval : 1);
    if (latch) units_take_pipe(sm->units, now, what.unit, sched, wp->kid, interval);
    supply_issued(sm->supply, w);
    if (!sm->bits) return;
    bits_granted(sm->bits, now, w);
    if (sm->l0c) l0c_issued(sm->l0c, w);
    if (what.unit == UNIT_LDST) sm->access[entry] = (sm_access_t){.ticket = x->ticket};
}

/* The values of the sources are taken now. */
static void sample(sm_t *sm, const ports_inst_t *what)
{
    const warp_t *wp = warps_at(sm->warps, what->warp);
    if (what->ticket) wp->launch->ops->sources_read(wp->fe, wp->index, what->ticket);
}

static void sources_read(sm_t *sm, const ports_inst_t *what)
{
    if (!sm->bits) return;
    bits_read(sm->bits, what->warp, what->inst);
    sample(sm, what);
}

static void begins_to_read(sm_t *sm, uint64_t now, const ports_inst_t *what)
{
    if (!sm->bits) return;
    const uint32_t read = sm->cfg->issue_by == ISSUE_BY_COUNTS ? PORTS_READ_CYCLES - 1 : 0;
    bits_will_read(sm->bits, now + read, what->warp, what->inst);
    sample(sm, what);
}

/* Cycle in which the instruction, which enters its unit or its queue now, starts. */
static uint64_t starts(sm_t *sm, uint64_t now, const ports_inst_t *what)
{
    if (what->unit != UNIT_DP || !sm->dpq) return now;
    const uint32_t interval = units_lat(sm->cfg, what->inst).interval_cycles;
    const uint64_t cycle = units_queue(sm->units, now, UNIT_DP, warps_at(sm->warps, what->warp)->kid, interval);
    dpq_enter(sm->dpq, what->sched, cycle);
    return cycle;
}

/* Cycles from the latency of an instruction until its result is released. */
static uint32_t write_cycles(const sm_t *sm, uint32_t unit)
{
    if (ports_variable(unit) || sm->cfg->issue_by == ISSUE_BY_CONTROL_BITS) return 0;
    return sm->bits ? WRITE_CYCLES - 1 : WRITE_CYCLES; /* at an edge; before issue */
}

static void leaves(sm_t *sm, uint64_t now, const ports_inst_t *what)
{
    if (what->unit == UNIT_LDST) {
        memq_push(sm->memq, now, what);
        if (!memq_keeps_sources(what->inst)) warps_keep(sm->warps, what->warp);
        return;
    }
    begins_to_read(sm, now, what);
    const uint64_t start = starts(sm, now, what);
    if (!what->inst->ndst) {
        warps_release(sm->warps, what->warp, what->inst);
        return;
    }
    const bool fixed = !ports_variable(what->unit);
    const uint64_t latency_cycles = units_lat(sm->cfg, what->inst).latency_cycles;
    if (sm->bits && fixed) sm_fixed_result(sm, now, what, now + latency_cycles + WRITE_CYCLES);
    wheel_add(sm->wheel, start + latency_cycles + write_cycles(sm, what->unit),
              (event_t){.kind = EV_RESULT, .id = what->warp, .inst = what->inst, .ticket = what->ticket});
}

/* Memory is read and written when the LD/ST unit takes the instruction. */
static void access_memory(sm_t *sm, const ports_inst_t *what)
{
    const warp_t *wp = warps_at(sm->warps, what->warp);
    if (what->ticket) wp->launch->ops->memory_accessed(wp->fe, wp->index, what->ticket);
    ldst_enter(sm->ldst, sm->now, what->entry);
}

static void memory_step(sm_t *sm, uint64_t now)
{
    memq_out_t memory;
    memq_step(sm->memq, now, ldst_queue_room(sm->ldst) != 0, &memory);
    for (uint32_t i = 0; i < memory.reads; i++) {
        sources_read(sm, &memory.read[i]);
        warps_let_go(sm->warps, memory.read[i].warp);
    }
    if (memory.takes) access_memory(sm, &memory.taken);
}

void sm_stages_step(sm_t *sm, uint64_t now)
{
    ports_out_t out;
    memory_step(sm, now);
    ports_step(sm->ports, now, &out);
    for (uint32_t i = 0; i < out.leaving; i++) leaves(sm, now, &out.inst[i]);
    if (sm->bits) bits_look(sm->bits, memq_storing(sm->memq));
}

void sm_value_written(sm_t *sm, uint32_t w, const winst_t *in, uint32_t ticket)
{
    const warp_t *wp = warps_at(sm->warps, w);
    if (ticket) wp->launch->ops->result_written(wp->fe, wp->index, ticket);
    if (memq_keeps_sources(in)) bits_read(sm->bits, w, in);
    bits_written(sm->bits, w, in);
}

void sm_accesses(sm_t *sm, uint64_t now, uint32_t entry)
{
    sm_access_t *a = &sm->access[entry];
    if (!a->first_cycle) a->first_cycle = now;
    a->last_cycle = now;
}

/* Cycles from the first data of a load to its write: on the link to the sub-core, or into shared memory. */
static uint32_t link_cycles(const sm_cfg_t *cfg, const winst_t *in)
{
    const uint32_t regs = memq_data_regs(in);
    if (in->copies) return cfg->copy_cycles;
    if (in->space == SPACE_CONST) return cfg->ldc.return_cycles;
    return RETURN_CYCLES * regs / (in->space == SPACE_SHARED && regs > 1 ? 2 : 1);
}

/* Cycles from the last data of a load to its write. Data goes back while the address phase of the rest goes on. */
static uint32_t return_cycles(const sm_cfg_t *cfg, const winst_t *in, const sm_access_t *a)
{
    const uint64_t link = link_cycles(cfg, in), apart_cycles = a->last_cycle - a->first_cycle;
    return link > apart_cycles + 1 ? (uint32_t)(link - apart_cycles) : 1;
}

void sm_loaded(sm_t *sm, const ldst_done_t *done)
{
    const sm_access_t *a = &sm->access[done->entry];
    const event_t result = {.kind = EV_RESULT, .id = done->warp, .inst = done->inst, .ticket = a->ticket};
    if (done->inst->ndst || done->inst->copies) {
        wheel_add(sm->wheel, sm->now + return_cycles(sm->cfg, done->inst, a), result);
        return;
    }
    sm_value_written(sm, done->warp, done->inst, a->ticket);
    warps_release(sm->warps, done->warp, done->inst);
}

/* f32 may go to INT as well. */
uint32_t sm_stages_without_room(const sm_t *sm, uint64_t now, uint32_t i)
{
    uint32_t full = ports_full(sm->ports, now, i);
    if (sm->cfg->fp_units == FP_AT_EITHER && !(full >> UNIT_INT & 1)) full &= ~(UINT32_C(1) << UNIT_SP);
    const bool room = ldst_entries_free(sm->ldst) && memq_room(sm->memq, now, i);
    full |= (uint32_t)!room << UNIT_LDST;
    if (sm->dpq && !dpq_room(sm->dpq, now, i)) full |= UINT32_C(1) << UNIT_DP;
    return full;
}

bool sm_stages_still(const sm_t *sm, uint64_t now)
{
    return !ports_inside(sm->ports) && !memq_inside(sm->memq) && supply_still(sm->supply) &&
           (!sm->bits || bits_still(sm->bits, now));
}
