/* sm_issue.c - which warps may issue, asking the arbiters, and executing what they grant.
 *
 * A unit with fewer free pipelines than schedulers that want it is offered to as many of them as it
 * can serve, starting with its owner, who changes whenever the unit was contended: so every grant an
 * arbiter gives can be used, and no arbiter waits for another. */
#include "sm/sm_internal.h"

#include <assert.h>

static uint32_t free_pipes(const sm_t *sm, uint64_t now, uint32_t unit)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < sm->cfg.pipes[unit]; p++) n += sm->pipe_free[unit][p] <= now;
    if (unit != UNIT_LDST) return n;
    const uint32_t queue = sm->cfg.ldst_queue - sm->ldst_used;
    const uint32_t room = queue < sm->entries_free ? queue : sm->entries_free;
    return n < room ? n : room;
}

/* Candidates of each scheduler, less those whose unit is not offered to it this cycle. */
static uint64_t ready_warps(sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS])
{
    uint64_t cand[SM_SCHEDS], any = 0;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        const warp_mask_t *m = &sm->mask[i];
        cand[i] = m->have & m->clear & ~m->held;
        ready[i] = cand[i] & m->unit[UNIT_NONE];
        any |= cand[i];
    }
    if (!any) return 0;
    any = 0;
    for (uint32_t u = 0; u < UNIT_NONE; u++) {
        uint32_t want = 0;
        for (uint32_t i = 0; i < sm->scheds; i++) want += (cand[i] & sm->mask[i].unit[u]) != 0;
        if (!want) continue;
        uint32_t left = free_pipes(sm, now, u);
        const uint32_t first = sm->owner[u];
        if (left < want) sm->owner[u] = (first + 1) & (sm->scheds - 1);
        for (uint32_t k = 0; k < sm->scheds && left; k++) {
            const uint32_t i = (first + k) & (sm->scheds - 1);
            const uint64_t mine = cand[i] & sm->mask[i].unit[u];
            if (!mine) continue;
            ready[i] |= mine;
            left--;
        }
    }
    for (uint32_t i = 0; i < sm->scheds; i++) any |= ready[i];
    return any;
}

/* Cycles in which some SP pipeline is taken, each counted once. */
static void monitor_sp(monitor_t *m, uint64_t now, uint32_t interval_cycles)
{
    const uint64_t from = m->sp_until > now ? m->sp_until : now, until = now + interval_cycles;
    if (until <= from) return;
    m->sp_busy += until - from;
    m->sp_until = until;
}

static void take_pipe(sm_t *sm, uint64_t now, const winst_t *in)
{
    for (uint32_t p = 0; p < sm->cfg.pipes[in->unit]; p++)
        if (sm->pipe_free[in->unit][p] <= now) {
            sm->pipe_free[in->unit][p] = now + sm->cfg.lat[in->lat].interval_cycles;
            return;
        }
    assert(!"a pipeline was free when the warp was offered");
}

static void mark_pending(sm_t *sm, uint32_t w, const winst_t *in)
{
    pending_t *p = &sm->pending[w];
    const bool memory = in->op == WI_LOAD || in->op == WI_ATOM;
    for (uint32_t i = 0; i < in->ndst; i++) {
        bit_set(p->any, in->dst[i]);
        if (memory) bit_set(p->mem, in->dst[i]);
    }
    sm->warp[w].inflight++;
    sm->st.results_due++;
}

static void count_issue(sm_t *sm, uint64_t now, uint32_t slot, const winst_t *in, const winst_exec_t *x)
{
    sm->mon.inst[slot]++;
    if (in->unit == UNIT_SP) monitor_sp(&sm->mon, now, sm->cfg.lat[in->lat].interval_cycles);
    sm->st.warp_insts++;
    sm->st.thread_insts += (uint32_t)__builtin_popcount(x->lanes);
    sm->st.unit_insts[in->unit]++;
    if (in->unit != UNIT_NONE) sm->st.lane_ops[in->lat] += (uint32_t)__builtin_popcount(x->lanes);
    sm->st.reg_reads += in->nsrc;
    sm->st.reg_writes += in->ndst;
}

static bool issue_warp(sm_t *sm, uint64_t now, uint32_t w, err_t *err)
{
    warp_t *wp = &sm->warp[w];
    const winst_t *in = wp->head;
    const uint32_t slot = wp->slot;
    winst_exec_t x;
    if (!sm->cta[slot].launch->ops->exec(wp->fe, wp->index, &x, err)) return false;
    count_issue(sm, now, slot, in, &x);
    if (in->unit != UNIT_NONE) take_pipe(sm, now, in);
    switch ((winst_op_t)in->op) {
    case WI_ALU:
        if (in->ndst) {
            mark_pending(sm, w, in);
            wheel_add(sm->wheel, now + sm->cfg.lat[in->lat].latency_cycles,
                      (event_t){.kind = EV_RESULT, .id = (uint16_t)w, .inst = in});
        }
        break;
    case WI_BRANCH: sm->st.branches++; break;
    case WI_ATOM:
    case WI_RED: sm->st.atoms++; /* fall through */
    case WI_LOAD:
    case WI_STORE:
        mark_pending(sm, w, in);
        ldst_push(sm, now, w, in, &x);
        break;
    case WI_FENCE:
        if (wp->stores) {
            wp->fenced = true;
            sm->mask[sm_sched_of(sm, w)].held |= sm_bit_of(sm, w);
        }
        break;
    case WI_BARRIER:
    case WI_EXIT: break;
    }
    warp_advance(sm, w);
    const bool arrives = in->op == WI_BARRIER && x.lanes; /* not when predicated off everywhere */
    if (arrives && wp->head) barrier_arrive(sm, now, w);
    else if (!wp->head) barrier_check(sm, now, slot);
    return true;
}

bool sm_issue(sm_t *sm, uint64_t now, uint16_t paused, err_t *err)
{
    uint64_t ready[SM_SCHEDS];
    if (!ready_warps(sm, now, ready) && !sm->arb_events) return true;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        if (!ready[i] && !(sm->arb_events >> i & 1)) continue;
        warp_mask_t *m = &sm->mask[i];
        const arb_in_t in = {.valid = m->resident, .ready = ready[i], .paused = paused,
                             .longlat = m->resident & (m->wait_mem | m->held), .load = m->load,
                             .victim = m->victim};
        m->victim = 0;
        const uint32_t local = sm->env.sched->arb_step(sm->env.sched_self, sm->arb0 + i, &in);
        if (local == SCHED_NONE) continue;
        assert(ready[i] >> local & 1);
        sm->issued = true;
        if (!issue_warp(sm, now, local * sm->scheds + i, err)) return false;
    }
    sm->arb_events = 0;
    return true;
}
