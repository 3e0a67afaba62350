/* sm_task.c - loads of word 0 of the task window, which wait for the next piece of work as for a cache miss: the
 * warp stands still until each of its lanes that read the word has its answer. */
#include "sm/sm_internal.h"

#include <assert.h>

void task_hold(sm_t *sm, uint32_t w)
{
    warp_mask_t *m = &sm->mask[sm_sched_of(sm, w)];
    m->held |= sm_bit_of(sm, w);
    m->wait_mem |= sm_bit_of(sm, w);
}

void task_ask(sm_t *sm, uint32_t entry)
{
    const ldst_t *l = &sm->entry[entry];
    sm->task_entry[l->warp] = (uint16_t)entry;
    sm->task_want |= (uint64_t)l->waits << l->warp * sm->cfg.warp_lanes;
}

void task_resume(sm_t *sm, uint32_t entry)
{
    const uint32_t w = sm->entry[entry].warp;
    const warp_t *wp = &sm->warp[w];
    winst_exec_t x;
    err_t err = {""};
    const bool done = sm->cta[wp->slot].launch->ops->exec(wp->fe, wp->index, &x, &err) && !x.waits;
    assert(done); /* it has been looked at when it began to wait */
    (void)done;
    sm->mask[sm_sched_of(sm, w)].held &= ~sm_bit_of(sm, w);
    warp_advance(sm, w);
}

uint64_t sm_task_want(const sm_t *sm) { return sm->task_want; }

void sm_task_answer(sm_t *sm, uint64_t now, uint32_t context, const uint32_t word[TASK_WORDS])
{
    const uint32_t w = context / sm->cfg.warp_lanes, lane = context % sm->cfg.warp_lanes;
    const warp_t *wp = &sm->warp[w];
    ldst_t *l = &sm->entry[sm->task_entry[w]];
    assert(sm->task_want >> context & 1);
    sm->task_want &= ~(UINT64_C(1) << context);
    l->waits &= ~(UINT32_C(1) << lane);
    sm->cta[wp->slot].launch->ops->task_give(wp->fe, wp->index, lane, word);
    if (l->waits) return;
    const uint64_t due_cycle = now + sm->cfg.smem_latency_cycles;
    wheel_add(sm->wheel, due_cycle, (event_t){.kind = EV_ENTRY, .id = sm->task_entry[w]});
    if (sm->asleep && due_cycle < sm->wake_cycle) sm->wake_cycle = due_cycle;
}
