/* sm_task.c - loads of word 0 of the task window. They wait for the next piece of work as for a cache miss: the warp
 * stalls until each lane that reads the word has its answer. */
#include "sm/sm_internal.h"

#include <assert.h>

void sm_task_resume(sm_t *sm, uint32_t w)
{
    const warp_t *wp = warps_at(sm->warps, w);
    winst_exec_t x;
    err_t err = {""};
    x.cycle = sm->now;
    const bool done = wp->launch->ops->exec(wp->fe, wp->index, &x, &err) && !x.waits;
    assert(done); /* the first exec, before the wait, checked its addresses */
    (void)done;
    warps_resume(sm->warps, w);
    if (sm->bits) bits_moved_on(sm->bits, w);
}

uint64_t sm_task_want(const sm_t *sm) { return ldst_task_want(sm->ldst); }

void sm_task_answer(sm_t *sm, uint64_t now, uint32_t context, const uint32_t word[TASK_WORDS])
{
    const uint32_t w = context / sm->cfg->warp_lanes, lane = context % sm->cfg->warp_lanes;
    const warp_t *wp = warps_at(sm->warps, w);
    wp->launch->ops->task_give(wp->fe, wp->index, lane, word);
    const uint64_t over_cycle = ldst_task_answer(sm->ldst, now, context);
    if (sm->sleep.asleep && over_cycle < sm->due) sm->due = over_cycle;
}
