/* sm_ldst.c - the LD/ST unit: in order, one transaction per cycle.
 *
 * An instruction keeps the head of the queue until its last transaction is accepted by the cache (or
 * its last shared-memory bank phase is over); loads then wait in their entry for the answers. Stores
 * and reductions leave at acceptance and are counted by warp until acknowledged. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <stdlib.h>

bool ldst_create(sm_t *sm)
{
    const uint32_t n = sm->cfg.inflight_loads;
    sm->entry = calloc(n, sizeof *sm->entry);
    sm->entry_free = calloc(n, sizeof *sm->entry_free);
    sm->ldst_queue = calloc(sm->cfg.ldst_queue, sizeof *sm->ldst_queue);
    if (!sm->entry || !sm->entry_free || !sm->ldst_queue) return false;
    for (uint32_t i = 0; i < n; i++) sm->entry_free[i] = (uint16_t)(n - 1 - i);
    sm->entries_free = n;
    return true;
}

bool ldst_room(const sm_t *sm)
{
    return sm->ldst_used < sm->cfg.ldst_queue && sm->entries_free;
}

static void entry_release(sm_t *sm, uint32_t e)
{
    warp_release(sm, sm->entry[e].warp, sm->entry[e].inst);
    sm->entry_free[sm->entries_free++] = (uint16_t)e;
}

void ldst_push(sm_t *sm, uint64_t now, uint32_t w, const winst_t *inst, const winst_exec_t *x)
{
    assert(ldst_room(sm));
    const uint32_t e = sm->entry_free[--sm->entries_free];
    ldst_t *l = &sm->entry[e];
    l->inst = inst;
    l->warp = (uint8_t)w;
    l->space = x->space;
    l->op = inst->op;
    l->next = 0;
    l->remaining = 0;
    l->started = false;
    if (x->space == SPACE_SHARED) {
        const bool atom = inst->op == WI_ATOM || inst->op == WI_RED;
        l->count = 0;
        l->conflict_cycles =
            atom ? atom_conflict_cycles(x->addr, x->lanes, inst->width_bytes)
                 : smem_conflict_cycles(x->addr, x->lanes, inst->width_bytes, sm->cfg.smem_banks);
        sm->st.smem_insts++;
        sm->st.smem_conflicts += l->conflict_cycles ? l->conflict_cycles - 1 : 0;
    } else {
        const bool constant = x->space == SPACE_CONST || x->space == SPACE_PARAM;
        const cache_cfg_t *c = constant ? &sm->cfg.l1c : &sm->cfg.l1d;
        l->count = (uint16_t)coalesce(x->addr, x->lanes, inst->width_bytes, c->line_bytes,
                                      c->sector_bytes, l->txn);
        sm->st.mem_insts++;
        sm->st.mem_txns += l->count;
    }
    if (!x->lanes) { /* predicated off everywhere: passes through without an access */
        wheel_add(sm->wheel, now + 1, (event_t){.kind = EV_ENTRY, .id = (uint16_t)e});
        return;
    }
    uint32_t at = sm->ldst_head + sm->ldst_used++;
    if (at >= sm->cfg.ldst_queue) at -= sm->cfg.ldst_queue;
    sm->ldst_queue[at] = (uint16_t)e;
}

static void queue_pop(sm_t *sm)
{
    if (++sm->ldst_head == sm->cfg.ldst_queue) sm->ldst_head = 0;
    sm->ldst_used--;
}

static void shared_step(sm_t *sm, uint64_t now, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    if (!l->started) {
        l->started = true;
        l->ready_cycle = now + l->conflict_cycles - 1;
    }
    if (now < l->ready_cycle) return;
    wheel_add(sm->wheel, now + sm->cfg.smem_latency_cycles,
              (event_t){.kind = EV_ENTRY, .id = (uint16_t)e});
    queue_pop(sm);
}

static void global_step(sm_t *sm, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    const bool constant = l->space == SPACE_CONST || l->space == SPACE_PARAM;
    const bool answered = l->op == WI_LOAD || l->op == WI_ATOM; /* the others are only acknowledged */
    const mem_txn_t *t = &l->txn[l->next];
    const l1_req_t req = {
        .addr = t->addr, .bytes = t->bytes,
        .token = answered ? e : TOKEN_STORE | l->warp,
        .kind = l->op == WI_LOAD ? MEM_READ : l->op == WI_STORE ? MEM_WRITE : MEM_ATOM,
        .bypass = l->inst->bypass_l1};
    switch (l1_access(sm->l1[constant ? CLIENT_L1C : CLIENT_L1D], &req)) {
    case L1_FULL_MSHR: sm->st.ldst_stall_mshr++; return;
    case L1_FULL_QUEUE: sm->st.ldst_stall_queue++; return;
    case L1_FULL_SET: sm->st.ldst_stall_set++; return;
    case L1_ACCEPTED: break;
    }
    if (answered) {
        l->remaining++;
    } else {
        sm->warp[l->warp].stores++;
        sm->st.stores_sent++;
    }
    if (++l->next < l->count) return;
    queue_pop(sm);
    if (!answered) entry_release(sm, e);
}

void ldst_step(sm_t *sm, uint64_t now)
{
    if (!sm->ldst_used) return;
    const uint32_t e = sm->ldst_queue[sm->ldst_head];
    if (sm->entry[e].space == SPACE_SHARED)
        shared_step(sm, now, e);
    else
        global_step(sm, e);
}

void ldst_answer(sm_t *sm, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    assert(l->remaining);
    if (--l->remaining == 0 && l->next == l->count) entry_release(sm, e);
}

void ldst_shared_done(sm_t *sm, uint32_t e) { entry_release(sm, e); }
