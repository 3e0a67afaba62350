/* sm_monitor.c - what an SM tells the dispatcher's policies about its cycles, and how long its units are
 * busy for whom. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <string.h>

/* Cycles in which some SP pipeline is taken, each counted once. */
static void monitor_sp(monitor_t *m, uint64_t now, uint32_t interval_cycles)
{
    const uint64_t from = m->sp_until > now ? m->sp_until : now, until = now + interval_cycles;
    if (until <= from) return;
    m->sp_busy += until - from;
    m->sp_until = until;
}

void monitor_unit(sm_t *sm, uint64_t now, uint32_t unit, uint32_t w, uint32_t cycles)
{
    sm->st.unit_busy[unit] += cycles;
    sm->work[sm->cta[sm->warp[w].slot].kid].busy[unit] += cycles;
    if (unit == UNIT_SP) monitor_sp(&sm->mon, now, cycles);
}

void sm_take_work(sm_t *sm, uint32_t kid, sm_work_t *sum)
{
    sm_work_t *own = &sm->work[kid];
    sum->warp_insts += own->warp_insts;
    sum->thread_insts += own->thread_insts;
    for (uint32_t u = 0; u < UNIT_NONE; u++) sum->busy[u] += own->busy[u];
    *own = (sm_work_t){0};
}

static uint8_t take(uint64_t *count)
{
    assert(*count <= MON_CYCLES);
    const uint8_t n = (uint8_t)*count;
    *count = 0;
    return n;
}

void sm_monitor(sm_t *sm, uint64_t now, disp_mon_t *mon)
{
    const uint32_t s = sm->env.id;
    monitor_t *m = &sm->mon;
    sm_account_slept(sm, now);
    mon->active[s] = take(&m->active);
    mon->idle[s] = take(&m->idle);
    mon->mem[s] = take(&m->mem);
    mon->ldst_busy[s] = take(&m->ldst_busy);
    /* A pipeline is taken for cycles to come: what is not over yet belongs to the next report. */
    const uint64_t ahead = m->sp_until > now ? m->sp_until - now : 0;
    uint64_t sp = m->sp_busy - ahead;
    mon->sp_busy[s] = take(&sp);
    m->sp_busy = ahead;
    mon->issued[s] = 0;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++) mon->issued[s] = (uint8_t)(mon->issued[s] + m->inst[c]);
    memcpy(mon->inst[s], m->inst, sizeof mon->inst[s]);
    memset(m->inst, 0, sizeof m->inst);
}
