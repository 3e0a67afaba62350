/* sm_monitor.c - what an SM tells the dispatcher's policies about its cycles, and how long its units are
 * busy for whom. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <string.h>

void monitor_unit(sm_t *sm, uint32_t unit, uint32_t pipe, uint32_t w, uint32_t cycles)
{
    const uint32_t kid = sm->cta[sm->warp[w].slot].kid;
    sm->st.unit_busy[unit] += cycles;
    sm->work[kid].busy[unit] += cycles;
    if (unit == UNIT_LDST) sm->mon.ldst[kid] += cycles;
    if (unit != UNIT_SP) return;
    sm->mon.sp[kid] += cycles;
    sm->mon.sp_kid[pipe] = (uint8_t)kid;
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

static uint8_t at_most(uint64_t count, uint32_t most) { return (uint8_t)(count < most ? count : most); }

/* A pipeline is taken for cycles to come: what is not over yet belongs to the next report. */
static void monitor_sp(sm_t *sm, uint64_t now, uint64_t over[SCHED_KERNELS])
{
    monitor_t *m = &sm->mon;
    uint64_t ahead[SCHED_KERNELS] = {0};
    for (uint32_t p = 0; p < sm->cfg.pipes[UNIT_SP]; p++)
        if (sm->pipe_free[UNIT_SP][p] > now) ahead[m->sp_kid[p]] += sm->pipe_free[UNIT_SP][p] - now;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) {
        over[k] = m->sp[k] - ahead[k];
        m->sp[k] = ahead[k];
    }
}

void sm_monitor(sm_t *sm, uint64_t now, uint32_t kid, disp_mon_t *mon)
{
    const uint32_t s = sm->env.id;
    monitor_t *m = &sm->mon;
    uint64_t over[SCHED_KERNELS], sp = 0, ldst = 0;
    sm_account_slept(sm, now);
    mon->active[s] = take(&m->active);
    mon->idle[s] = take(&m->idle);
    mon->mem[s] = take(&m->mem);
    monitor_sp(sm, now, over);
    mon->ldst_part[s] = (uint8_t)m->ldst[kid];
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) {
        sp += over[k];
        ldst += take(&m->ldst[k]);
    }
    mon->ldst_busy[s] = take(&ldst);
    mon->sp_busy[s] = at_most(sp, MON_SP_MOST);
    mon->sp_part[s] = at_most(over[kid], MON_SP_MOST);
    mon->issued[s] = 0;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++) mon->issued[s] = (uint8_t)(mon->issued[s] + m->inst[c]);
    memcpy(mon->inst[s], m->inst, sizeof mon->inst[s]);
    memset(m->inst, 0, sizeof m->inst);
}
