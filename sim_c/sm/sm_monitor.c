/* sm_monitor.c - what an SM tells the dispatcher's policies about its cycles. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <string.h>

/* Cycles in which some SP pipeline is taken, each counted once. */
void monitor_sp(monitor_t *m, uint64_t now, uint32_t interval_cycles)
{
    const uint64_t from = m->sp_until > now ? m->sp_until : now, until = now + interval_cycles;
    if (until <= from) return;
    m->sp_busy += until - from;
    m->sp_until = until;
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
    memcpy(mon->inst[s], m->inst, sizeof mon->inst[s]);
    memset(m->inst, 0, sizeof m->inst);
}
