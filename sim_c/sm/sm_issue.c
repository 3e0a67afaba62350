/* sm_issue.c - which warps may issue, asking the arbiters, and executing what they grant.
 *
 * A unit with fewer free pipelines than schedulers that want it is offered to as many of them as it
 * can serve, starting with its owner, who changes whenever the unit was contended: so every grant an
 * arbiter gives can be used, and no arbiter waits for another. */
#include "sm/sm_internal.h"

#include <assert.h>

static uint32_t free_pipes(const sm_t *sm, uint64_t now, uint32_t unit)
{
    if (sm->opnd) {
        const uint32_t room = opnd_room(sm, unit);
        return unit == UNIT_LDST && sm->entries_free < room ? sm->entries_free : room;
    }
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

static void take_pipe(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in)
{
    const uint32_t cycles = sm->cfg.lat[in->lat].interval_cycles;
    for (uint32_t p = 0; p < sm->cfg.pipes[in->unit]; p++)
        if (sm->pipe_free[in->unit][p] <= now) {
            sm->pipe_free[in->unit][p] = now + cycles;
            if (in->unit != UNIT_LDST) monitor_unit(sm, in->unit, p, w, cycles);
            return;
        }
    assert(!"a pipeline was free when the warp was offered");
}

static void mark_pending(sm_t *sm, uint32_t w, const winst_t *in, uint32_t space)
{
    const bool memory = in->op == WI_LOAD || in->op == WI_ATOM;
    const bool slow = memory && space != SPACE_SHARED && space != SPACE_CONST && space != SPACE_TASK;
    for (uint32_t i = 0; i < in->ndst; i++) {
        pending_t *p = pending_of(sm, w, in->dst[i]);
        const uint64_t bit = reg_bit(in->dst[i]);
        p->any |= bit;
        if (memory) p->mem |= bit;
        if (slow) p->slow |= bit;
    }
    sm->warp[w].inflight++;
    sm->st.results_due++;
}

static void count_issue(sm_t *sm, uint32_t slot, const winst_t *in, const winst_exec_t *x)
{
    const uint32_t lanes = (uint32_t)__builtin_popcount(x->lanes);
    sm_work_t *work = &sm->work[sm->cta[slot].kid];
    sm->mon.inst[slot]++;
    sm->st.warp_insts++;
    sm->st.thread_insts += lanes;
    work->warp_insts++;
    work->thread_insts += lanes;
    sm->st.unit_insts[in->unit]++;
    if (in->unit != UNIT_NONE) sm->st.lane_ops[in->lat] += lanes;
    sm->st.reg_reads += in->nsrc;
    sm->st.reg_writes += in->ndst;
}

/* Without collectors the operands are read at issue, and what has no result and no pipeline is
 * over with it. */
static void start(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in, const winst_exec_t *x)
{
    const bool memory = in->unit == UNIT_LDST;
    if (memory || sm->opnd || (in->op == WI_ALU && in->ndst)) mark_pending(sm, w, in, x->space);
    const uint16_t entry = memory ? (uint16_t)ldst_prepare(sm, w, in, x) : 0;
    if (sm->opnd) {
        opnd_push(sm, sm_unit_of(sm, in), (issued_t){.inst = in, .entry = entry, .warp = (uint8_t)w});
        return;
    }
    if (in->unit != UNIT_NONE) take_pipe(sm, now, w, in);
    if (memory) ldst_enter(sm, now, entry);
    else if (in->op == WI_ALU && in->ndst)
        wheel_add(sm->wheel, now + sm->cfg.lat[in->lat].latency_cycles,
                  (event_t){.kind = EV_RESULT, .id = (uint16_t)w, .inst = in});
}

static bool issue_warp(sm_t *sm, uint64_t now, uint32_t w, err_t *err)
{
    warp_t *wp = &sm->warp[w];
    const winst_t *in = wp->head;
    const uint32_t slot = wp->slot;
    winst_exec_t x;
    x.waits = 0; /* only front ends with a task window say more */
    if (!sm->cta[slot].launch->ops->exec(wp->fe, wp->index, &x, err)) return false;
    count_issue(sm, slot, in, &x);
    start(sm, now, w, in, &x);
    if (x.waits) {
        task_hold(sm, w);
        return true;
    }
    switch ((winst_op_t)in->op) {
    case WI_BRANCH: sm->st.branches++; break;
    case WI_ATOM:
    case WI_RED: sm->st.atoms++; break;
    case WI_FENCE:
        if (wp->stores) {
            wp->fenced = true;
            sm->mask[sm_sched_of(sm, w)].held |= sm_bit_of(sm, w);
        }
        break;
    default: break;
    }
    warp_advance(sm, w);
    const bool arrives = in->op == WI_BARRIER && x.lanes; /* not when predicated off everywhere */
    if (arrives && wp->head) barrier_arrive(sm, now, w);
    else if (!wp->head) barrier_check(sm, now, slot);
    return true;
}

static bool asked_the_same(const arb_in_t *a, const arb_in_t *b)
{
    return a->ready == b->ready && a->valid == b->valid && a->longlat == b->longlat && a->load == b->load &&
           a->paused == b->paused && a->serve == b->serve;
}

/* Local number of the warp granted. An arbiter that said it would not change its mind is not asked
 * the same again. */
static uint32_t ask(sm_t *sm, uint32_t i, const arb_in_t *in)
{
    const uint32_t bit = UINT32_C(1) << i;
    if (sm->arb_still & bit && !(sm->arb_events & bit) && asked_the_same(in, &sm->asked[i])) return SCHED_NONE;
    const uint32_t local = sm->env.sched->arb_step(sm->env.sched_self, sm->arb0 + i, in);
    sm->arb_still &= ~bit;
    if (local == SCHED_NONE && sm->env.sched->arb_still(sm->env.sched_self, sm->arb0 + i)) {
        sm->arb_still |= bit;
        sm->asked[i] = *in;
    }
    return local;
}

static arb_in_t arb_input(const sm_t *sm, uint32_t i, uint64_t ready, uint16_t paused)
{
    const warp_mask_t *m = &sm->mask[i];
    return (arb_in_t){.valid = m->resident,
                      .ready = ready,
                      .paused = paused,
                      .longlat = (m->resident & (m->longlat | m->held)) | sm->absent,
                      .load = m->load,
                      .victim = m->victim};
}

/* What a grant changes is its own scheduler's: what all of them ask can be known before the first one grants. */
static uint8_t served_kernels(sm_t *sm, const uint64_t ready[SM_SCHEDS], uint16_t paused)
{
    arb_in_t in[SM_SCHEDS];
    for (uint32_t i = 0; i < sm->scheds; i++) in[i] = arb_input(sm, i, ready[i], paused);
    return sm->env.sched->arb_serve(sm->env.sched_self, sm->arb0, sm->scheds, in);
}

bool sm_issue(sm_t *sm, uint64_t now, uint16_t paused, err_t *err)
{
    uint64_t ready[SM_SCHEDS];
    const uint64_t any = ready_warps(sm, now, ready);
    if (!any && !sm->arb_events) return true;
    const uint8_t serve = sm->env.turns && any ? served_kernels(sm, ready, paused) : 0;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        if (!ready[i] && !(sm->arb_events >> i & 1)) continue;
        arb_in_t in = arb_input(sm, i, ready[i], paused);
        in.serve = serve;
        sm->mask[i].victim = 0;
        const uint32_t local = ask(sm, i, &in);
        if (local == SCHED_NONE) continue;
        assert(ready[i] >> local & 1);
        sm->issued = true;
        if (!issue_warp(sm, now, sm_warp_of(sm, i, local), err)) return false;
    }
    sm->arb_events = 0;
    return true;
}
