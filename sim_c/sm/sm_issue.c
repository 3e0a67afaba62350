/* sm_issue.c - asks the arbiters which of the warps that may issue (sm_ready.c) do, and executes what they grant. */
#include "base/bits.h"
#include "sm/sm_internal.h"

#include <assert.h>

static void count_issue(sm_t *sm, const warp_t *wp, const winst_t *in, const winst_exec_t *x)
{
    const uint32_t lanes = bits_set(x->lanes);
    sm_work_t *work = &sm->work[wp->kid];
    sm->mon.inst[wp->slot]++;
    sm->st.warp_insts++;
    sm->st.thread_insts += lanes;
    work->warp_insts++;
    work->thread_insts += lanes;
    sm->unit_insts[wp->executes]++;
    if (in->unit != UNIT_NONE) sm->lane_ops[in->lat] += lanes;
    sm->st.reg_reads += in->nsrc;
    sm->st.reg_writes += in->ndst;
}

/* Starts an instruction that has executed. With neither collectors nor stages its operands are read now, and an
 * instruction without result and pipeline is over now. */
static void start(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in, const winst_exec_t *x)
{
    const uint32_t unit = warps_at(sm->warps, w)->executes, kid = warps_at(sm->warps, w)->kid;
    const bool memory = unit == UNIT_LDST, result = !memory && in->ndst;
    const uint32_t space = memory && x->far ? SPACE_GLOBAL : x->space; /* as slow as from outside the SM */
    if (memory || sm->opnd || sm->ports || result) warps_promise(sm->warps, w, in, space);
    const uint16_t entry = memory ? (uint16_t)ldst_prepare(sm->ldst, w, in, x) : 0;
    if (sm->opnd) {
        const issued_t what = {
            .inst = in, .entry = entry, .warp = (uint8_t)w, .kid = kid & 31, .part = sm_part(sm, w) & 7};
        opnd_push(sm->opnd, warps_at(sm->warps, w)->unit, what);
        return;
    }
    if (sm->ports) {
        sm_start_in_stages(sm, now, w, in, x, entry);
        return;
    }
    const lat_cfg_t *lat = &sm->cfg->lat[in->lat];
    if (unit != UNIT_NONE) units_take(sm->units, now, unit, kid, lat->interval_cycles);
    if (memory) ldst_enter(sm->ldst, now, entry);
    else if (result)
        wheel_add(sm->wheel, now + lat->latency_cycles, (event_t){.kind = EV_RESULT, .id = (uint16_t)w, .inst = in});
}

static inline __attribute__((always_inline)) bool issue_warp(sm_t *sm, uint64_t now, uint32_t w, err_t *err)
{
    const warp_t *wp = warps_at(sm->warps, w);
    const winst_t *in = wp->head;
    const uint32_t slot = wp->slot;
    winst_exec_t x;
    /* exec sets these only in front ends with a task window, clusters, several barriers, copies or tickets */
    x.waits = x.far = 0;
    x.barrier = x.barrier_warps = x.groups = 0;
    x.passes = x.again = x.idle = false;
    x.ticket = 0;
    x.cycle = now;
    if (!wp->launch->ops->exec(wp->fe, wp->index, &x, err)) return false;
    if (x.far && !sm_far_allowed(sm, wp, &x, err)) return false;
    count_issue(sm, wp, in, &x);
    start(sm, now, w, in, &x);
    if (x.waits) {
        warps_wait_for_work(sm->warps, w);
        return true;
    }
    switch ((winst_op_t)in->op) {
    case WI_BRANCH: sm->st.branches++; break;
    case WI_ATOM:
    case WI_RED:
        sm->st.atoms++;
        sm->watch.effects += !x.idle;
        if (x.lanes && sm->cfg->after_atomic == ATOMIC_WAITS) warps_atomic(sm->warps, w);
        break;
    case WI_STORE:
    case WI_BARRIER:
    case WI_EXIT: sm->watch.effects++; break;
    case WI_LOAD:
        if (x.groups) {
            warps_copy(sm->warps, w, x.groups);
            sm->watch.effects++;
        }
        break;
    case WI_FENCE:
        if (x.groups) warps_await(sm->warps, w, x.groups);
        else warps_fence(sm->warps, w);
        break;
    default: break;
    }
    warps_advance(sm->warps, w);
    if (x.again) warps_hold_poll(sm->warps, now, w);
    if (!wp->head) sm->watch.effects++;
    else if (sm->watch.on) sm_watch_issue(sm, w);
    const bool arrives = in->op == WI_BARRIER && (x.lanes || sm->cfg->no_lanes == NO_LANES_EXECUTED);
    if (arrives && wp->head) warps_barrier_arrive(sm->warps, now, w, &x);
    else if (!wp->head) warps_barrier_check(sm->warps, now, slot);
    return true;
}

static bool asked_the_same(const arb_in_t *a, const arb_in_t *b)
{
    return a->ready == b->ready && a->valid == b->valid && a->longlat == b->longlat && a->load == b->load &&
           a->paused == b->paused && a->serve == b->serve;
}

/* Scheduler-local number of the granted warp; SCHED_NONE: none. Skips an arbiter that reported arb_still: for the same
 * input it grants nothing again. */
static uint32_t ask(sm_t *sm, uint32_t i, const arb_in_t *in)
{
    const uint32_t bit = UINT32_C(1) << i;
    if (sm->arbs.still & bit && !(sm->arbs.events & bit) && asked_the_same(in, &sm->arbs.asked[i])) return SCHED_NONE;
    const uint32_t local = sm->env.sched->arb_step(sm->env.sched_self, sm->arbs.first + i, in);
    sm->arbs.still &= ~bit;
    if (local == SCHED_NONE && sm->env.sched->arb_still(sm->env.sched_self, sm->arbs.first + i)) {
        sm->arbs.still |= bit;
        sm->arbs.asked[i] = *in;
    }
    return local;
}

static arb_in_t arb_input(const sm_t *sm, uint32_t i, uint64_t ready, slot_mask_t paused)
{
    const warp_mask_t *m = &sm->mask[i];
    return (arb_in_t){.scheds = sm->cfg->schedulers,
                      .valid = m->resident,
                      .ready = ready,
                      .paused = paused,
                      .longlat = (m->resident & (m->longlat | m->held)) | warps_absent(sm->warps),
                      .load = m->load,
                      .victim = sm->arbs.victim[i]};
}

/* Kernels that the arbiters serve in this cycle. A grant changes the input of its own scheduler only, so all inputs are
 * known before the first grant. */
static uint16_t served_kernels(sm_t *sm, const uint64_t ready[SM_SCHEDS], slot_mask_t paused)
{
    arb_in_t in[SM_SCHEDS];
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) in[i] = arb_input(sm, i, ready[i], paused);
    return sm->env.sched->arb_serve(sm->env.sched_self, sm->arbs.first, sm->cfg->schedulers, in);
}

/* The warp that scheduler i grants, NO_WARP: none. */
static inline __attribute__((always_inline)) uint32_t granted_warp(sm_t *sm, issue_t *s, uint32_t i)
{
    if (sm->cfg->issue_order == ISSUE_IN_TURN && s->granted) s->ready[i] = sm_ready_of(sm, s->now, i);
    if (!s->ready[i] && !(sm->arbs.events >> i & 1) && !sm_steps_always(sm)) return NO_WARP;
    arb_in_t in = arb_input(sm, i, s->ready[i], s->paused);
    in.serve = s->serve;
    sm->arbs.victim[i] = 0;
    const uint32_t local = ask(sm, i, &in);
    if (local == SCHED_NONE) return NO_WARP;
    assert(s->ready[i] >> local & 1);
    s->granted = true;
    sm->issued_cycle = s->now;
    sm->port_free[i] = s->now + sm->cfg->issue_cycles;
    return warps_number(sm->warps, i, local);
}

static reach_t reach_of(const sm_t *sm, uint32_t w)
{
    return launch_reach(warps_at(sm->warps, w)->launch, warps_at(sm->warps, w)->head);
}

/* The schedulers from s->k on; w: the warp that this one has granted, NO_WARP: it has not been asked. */
static sm_issue_t issue_from(sm_t *sm, issue_t *s, uint32_t w, reach_t reach, err_t *err)
{
    for (; s->k < sm->cfg->schedulers; s->k++, w = NO_WARP) {
        if (w == NO_WARP) w = granted_warp(sm, s, (s->first + s->k) & (sm->cfg->schedulers - 1));
        if (w == NO_WARP) continue;
        if (reach < REACH_WRITES && reach_of(sm, w) > reach) {
            s->warp = w;
            sm->parked = *s;
            return SM_PARKED;
        }
        if (!issue_warp(sm, s->now, w, err)) return SM_FAILED;
    }
    sm->arbs.events = 0;
    return SM_ISSUED;
}

static sm_issue_t issue_parked(sm_t *sm, reach_t reach, err_t *err)
{
    return issue_from(sm, &sm->parked, sm->parked.warp, reach, err);
}

static sm_issue_t issue(sm_t *sm, uint64_t now, slot_mask_t paused, reach_t reach, err_t *err)
{
    issue_t s;
    const bool in_turn = sm->cfg->issue_order == ISSUE_IN_TURN;
    const uint64_t any = in_turn ? sm_ready_alone(sm, now, s.ready) : sm_ready_together(sm, now, s.ready);
    sm->offered = any != 0;
    if (!any && !sm->arbs.events && !sm_steps_always(sm)) return SM_ISSUED;
    s.now = now;
    s.paused = paused;
    s.serve = sm->env.turns && any ? served_kernels(sm, s.ready, paused) : 0;
    s.granted = false;
    s.first = in_turn ? sm_first_in_turn(sm, now) : 0;
    s.k = 0;
    return issue_from(sm, &s, NO_WARP, reach, err);
}

sm_issue_t sm_issue(sm_t *sm, uint64_t now, slot_mask_t paused, reach_t reach, err_t *err)
{
    switch (sm->phase) {
    case PHASE_BEGIN:
    case PHASE_ISSUE: return issue(sm, now, paused, reach, err);
    case PHASE_GRANTED: return issue_parked(sm, reach, err);
    case PHASE_FAILED: *err = sm->failed; return SM_FAILED;
    case PHASE_SEND: break; /* it has issued */
    }
    return SM_ISSUED;
}

sm_issue_t sm_issue_rest(sm_t *sm, err_t *err) { return issue_parked(sm, REACH_WRITES, err); }
