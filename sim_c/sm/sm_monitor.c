/* sm_monitor.c - the counts that an SM reports to the dispatcher's policies, and the work of a kernel's CTAs. */
#include "sm/sm_internal.h"

#include "base/min.h"

#include <assert.h>
#include <string.h>

void sm_take_work(sm_t *sm, uint32_t kid, sm_work_t *sum)
{
    sm_work_t *own = &sm->work[kid];
    sum->warp_insts += own->warp_insts;
    sum->thread_insts += own->thread_insts;
    *own = (sm_work_t){0};
    units_take_busy(sm->units, kid, sum->busy);
}

static uint8_t take(uint64_t *count)
{
    assert(*count <= MON_CYCLES);
    const uint8_t n = (uint8_t)*count;
    *count = 0;
    return n;
}

void sm_monitor(sm_t *sm, uint64_t now, uint32_t kid, disp_mon_t *mon)
{
    const uint32_t s = sm->env.id;
    monitor_t *m = &sm->mon;
    units_report_t all, part;
    assert(sm->now <= now);
    sm_account_slept(sm, now, true);
    mon->active[s] = take(&m->active);
    mon->idle[s] = take(&m->idle);
    mon->mem[s] = take(&m->mem);
    units_report(sm->units, now, warps_kernels(sm->warps), kid, &all, &part);
    mon->ldst_part[s] = (uint8_t)part.ldst;
    mon->ldst_busy[s] = take(&all.ldst);
    mon->sp_busy[s] = (uint8_t)min_u64(all.sp, MON_SP_MOST);
    mon->sp_part[s] = (uint8_t)min_u64(part.sp, MON_SP_MOST);
    mon->issued[s] = 0;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++) mon->issued[s] = (uint8_t)(mon->issued[s] + m->inst[c]);
    memcpy(mon->inst[s], m->inst, sizeof mon->inst[s]);
    memset(m->inst, 0, sizeof m->inst);
}
