/* sm_warp.c - a warp's life in the SM: decode, scoreboard, barrier, fence, end. */
#include "sm/sm_internal.h"

#include <assert.h>

/* Looks the head's registers up in the scoreboard; sources and destinations must be free (in-order
 * issue, so this covers RAW, WAW and WAR). */
static void scoreboard_check(sm_t *sm, uint32_t w)
{
    warp_t *wp = &sm->warp[w];
    warp_mask_t *m = &sm->mask[sm_sched_of(sm, w)];
    const uint64_t bit = sm_bit_of(sm, w);
    const winst_t *in = wp->head;
    uint16_t reg = NO_REG;
    bool slow = false, mem = false;
    for (uint32_t i = in->ndst; i-- > 0;)
        if (pending_of(sm, w, in->dst[i])->any & reg_bit(in->dst[i])) reg = in->dst[i];
    for (uint32_t i = in->nsrc; i-- > 0;) {
        const pending_t *p = pending_of(sm, w, in->src[i]);
        if (p->any & reg_bit(in->src[i])) reg = in->src[i];
        slow |= (p->slow & reg_bit(in->src[i])) != 0;
    }
    if (reg != NO_REG) mem = (pending_of(sm, w, reg)->mem & reg_bit(reg)) != 0;
    wp->wait_reg = reg; /* the first of them, sources before destinations */
    m->clear = reg == NO_REG ? m->clear | bit : m->clear & ~bit;
    m->wait_mem = mem ? m->wait_mem | bit : m->wait_mem & ~bit;
    m->longlat = slow ? m->longlat | bit : m->longlat & ~bit;
}

/* A generic access has no space before it executes; nearly all of them are global. */
static bool loads_from_l1d(const winst_t *in)
{
    return in->op == WI_LOAD && !in->bypass_l1 &&
           (in->space == SPACE_GLOBAL || in->space == SPACE_LOCAL || in->space == SPACE_NONE);
}

static void head_decode(sm_t *sm, uint32_t w)
{
    const winst_t *in = sm->warp[w].head;
    warp_mask_t *m = &sm->mask[sm_sched_of(sm, w)];
    const uint64_t bit = sm_bit_of(sm, w);
    for (uint32_t u = 0; u < UNIT_COUNT; u++) m->unit[u] &= ~bit;
    m->unit[sm_unit_of(sm, in)] |= bit;
    m->load = loads_from_l1d(in) ? m->load | bit : m->load & ~bit;
    m->have |= bit;
    scoreboard_check(sm, w);
}

static void head_drop(sm_t *sm, uint32_t w)
{
    warp_mask_t *m = &sm->mask[sm_sched_of(sm, w)];
    const uint64_t keep = ~sm_bit_of(sm, w);
    m->have &= keep;
    m->clear &= keep;
    m->wait_mem &= keep;
    m->longlat &= keep;
    sm->warp[w].wait_reg = NO_REG;
}

void warp_start(sm_t *sm, uint32_t w, fe_cta_t *fe, uint32_t slot, uint32_t index)
{
    warp_t *wp = &sm->warp[w];
    wp->fe = fe;
    wp->slot = (uint8_t)slot;
    wp->index = (uint8_t)index;
    wp->head = sm->cta[slot].launch->ops->peek(fe, index);
    assert(wp->head && !wp->inflight && !wp->stores);
    wp->buffered = 0;
    wp->wait_reg = NO_REG;
    wp->fetching = wp->fenced = false;
    l1_warp_starts(sm->l1[CLIENT_L1D], w);
    sm->mask[sm_sched_of(sm, w)].resident |= sm_bit_of(sm, w);
    sm->want_fetch |= UINT64_C(1) << w;
}

void warp_decoded(sm_t *sm, uint32_t w, uint32_t count)
{
    sm->warp[w].buffered = (uint8_t)count;
    head_decode(sm, w);
}

void warp_advance(sm_t *sm, uint32_t w)
{
    warp_t *wp = &sm->warp[w];
    const kernel_launch_t *launch = sm->cta[wp->slot].launch;
    const uint64_t old_pc = wp->head->pc_bytes;
    wp->head = launch->ops->peek(wp->fe, wp->index);
    if (!wp->head) {
        head_drop(sm, w);
        sm->mask[sm_sched_of(sm, w)].resident &= ~sm_bit_of(sm, w);
        sm->cta[wp->slot].live--;
        warp_finish_check(sm, w);
        return;
    }
    wp->buffered--;
    const bool next = wp->head->pc_bytes == old_pc + launch->inst_bytes;
    if (wp->buffered && (next || sm->cfg.fetch == FETCH_PATH)) {
        head_decode(sm, w);
        return;
    }
    wp->buffered = 0; /* used up, or a jump: what was fetched behind it is dropped */
    head_drop(sm, w);
    sm->want_fetch |= UINT64_C(1) << w;
}

void warp_release(sm_t *sm, uint32_t w, const winst_t *inst)
{
    warp_t *wp = &sm->warp[w];
    const bool slow_ends = inst->op == WI_ALU || sm->cfg.longlat == LONGLAT_PENDING;
    bool recheck = false;
    for (uint32_t i = 0; i < inst->ndst; i++) {
        pending_t *p = pending_of(sm, w, inst->dst[i]);
        const uint64_t bit = reg_bit(inst->dst[i]);
        p->any &= ~bit;
        p->mem &= ~bit;
        recheck |= wp->wait_reg == inst->dst[i] || (slow_ends && (p->slow & bit));
        if (slow_ends) p->slow &= ~bit;
    }
    assert(wp->inflight);
    wp->inflight--;
    sm->st.results_done++;
    if (recheck && sm->mask[sm_sched_of(sm, w)].have & sm_bit_of(sm, w)) scoreboard_check(sm, w);
    if (!wp->head) warp_finish_check(sm, w);
}

void warp_store_acked(sm_t *sm, uint32_t w)
{
    warp_t *wp = &sm->warp[w];
    assert(wp->stores);
    sm->st.stores_acked++;
    if (--wp->stores) return;
    if (wp->fenced) {
        wp->fenced = false;
        sm->mask[sm_sched_of(sm, w)].held &= ~sm_bit_of(sm, w);
    }
    if (!wp->head) warp_finish_check(sm, w);
}

void warp_finish_check(sm_t *sm, uint32_t w)
{
    warp_t *wp = &sm->warp[w];
    if (wp->head || wp->inflight || wp->stores) return;
    cta_t *cta = &sm->cta[wp->slot];
    assert(cta->unfinished);
    if (--cta->unfinished == 0) sm->finished |= UINT32_C(1) << wp->slot;
}

void barrier_arrive(sm_t *sm, uint64_t now, uint32_t w)
{
    const uint32_t slot = sm->warp[w].slot;
    sm->mask[sm_sched_of(sm, w)].held |= sm_bit_of(sm, w);
    sm->cta[slot].arrived++;
    sm->st.barriers++;
    barrier_check(sm, now, slot);
}

void barrier_check(sm_t *sm, uint64_t now, uint32_t slot)
{
    cta_t *cta = &sm->cta[slot];
    if (!cta->arrived || cta->arrived != cta->live) return;
    cta->arrived = 0; /* nobody can arrive again before the barrier opens: all are held */
    wheel_add(sm->wheel, now + sm->cfg.barrier_cycles, (event_t){.kind = EV_BARRIER, .id = (uint16_t)slot});
}

void barrier_open(sm_t *sm, uint32_t slot)
{
    for (uint64_t left = sm->cta[slot].warps; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        if (sm->warp[w].head && !sm->warp[w].fenced) sm->mask[sm_sched_of(sm, w)].held &= ~sm_bit_of(sm, w);
    }
}
