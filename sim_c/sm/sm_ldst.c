/* sm_ldst.c - the LD/ST unit: in order, one transaction per cycle.
 *
 * An instruction keeps the head of the queue until its last transaction is accepted by the cache (or
 * its last shared-memory bank phase is over); loads then wait in their entry for the answers. Stores
 * and reductions leave at acceptance and are counted by warp until acknowledged. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 4 };

bool ldst_create(sm_t *sm)
{
    const uint32_t n = sm->cfg.inflight_loads;
    sm->entry = calloc(n, sizeof *sm->entry);
    sm->entry_free = calloc(n, sizeof *sm->entry_free);
    sm->ldst_queue = calloc(sm->cfg.ldst_queue, sizeof *sm->ldst_queue);
    sm->l1d_wait_room = sm->cfg.l1d_wait_cycles + 1;
    sm->l1d_wait = calloc(sm->l1d_wait_room, sizeof *sm->l1d_wait);
    sm->answer_room = n * LDST_TXN_MAX;
    sm->answer = calloc(sm->answer_room, sizeof *sm->answer);
    sm->writing = -1;
    if (!sm->entry || !sm->entry_free || !sm->ldst_queue || !sm->l1d_wait || !sm->answer) return false;
    for (uint32_t i = 0; i < n; i++) sm->entry_free[i] = (uint16_t)(n - 1 - i);
    sm->entries_free = n;
    return true;
}

bool ldst_queue_room(const sm_t *sm) { return sm->ldst_used < sm->cfg.ldst_queue; }

static void entry_release(sm_t *sm, uint32_t e)
{
    warp_release(sm, sm->entry[e].warp, sm->entry[e].inst);
    if (sm->entry[e].resumes) task_resume(sm, e);
    sm->entry_free[sm->entries_free++] = (uint16_t)e;
}

/* Local memory: each word of a wider access lies in a row of its own. */
static uint16_t word_by_word(const winst_exec_t *x, uint32_t width_bytes, uint32_t line_bytes, uint32_t piece_bytes,
                             mem_txn_t txn[LDST_TXN_MAX])
{
    uint64_t addr[WARP_LANES_MAX];
    uint32_t count = 0;
    memcpy(addr, x->addr, sizeof addr);
    for (uint32_t word = 0; word < width_bytes / WORD_BYTES; word++) {
        count += coalesce(addr, x->lanes, WORD_BYTES, line_bytes, piece_bytes, txn + count);
        for (uint32_t lane = 0; lane < WARP_LANES_MAX; lane++) addr[lane] += x->pitch_bytes;
    }
    return (uint16_t)count;
}

uint32_t ldst_prepare(sm_t *sm, uint32_t w, const winst_t *inst, const winst_exec_t *x)
{
    assert(sm->entries_free);
    const uint32_t e = sm->entry_free[--sm->entries_free];
    ldst_t *l = &sm->entry[e];
    l->inst = inst;
    l->warp = (uint8_t)w;
    l->space = x->lanes ? x->space : SPACE_NONE;
    l->op = inst->op;
    l->next = 0;
    l->remaining = 0;
    l->started = false;
    l->waits = x->waits;
    l->resumes = x->waits != 0;
    if (x->space == SPACE_TASK) { /* registers of the thread's own: no banks */
        l->count = 0;
        l->conflict_cycles = 1;
    } else if (x->space == SPACE_SHARED) {
        const bool atom = inst->op == WI_ATOM || inst->op == WI_RED;
        l->count = 0;
        l->conflict_cycles = atom ? atom_conflict_cycles(x->addr, x->lanes, inst->width_bytes)
                                  : smem_conflict_cycles(x->addr, x->lanes, inst->width_bytes, sm->cfg.smem_banks);
        sm->st.smem_insts++;
        sm->st.smem_conflicts += l->conflict_cycles ? l->conflict_cycles - 1 : 0;
    } else {
        const bool constant = x->space == SPACE_CONST || x->space == SPACE_PARAM;
        const cache_cfg_t *c = constant ? &sm->cfg.l1c : &sm->cfg.l1d;
        const bool looks = inst->op == WI_LOAD && !inst->bypass_l1; /* into whole sectors of the L1D */
        const uint32_t piece = looks || sm->cfg.store_bytes > c->sector_bytes ? c->sector_bytes : sm->cfg.store_bytes;
        l->count = x->space == SPACE_LOCAL && x->pitch_bytes && inst->width_bytes > WORD_BYTES
                       ? word_by_word(x, inst->width_bytes, c->line_bytes, piece, l->txn)
                       : (uint16_t)coalesce(x->addr, x->lanes, inst->width_bytes, c->line_bytes, piece, l->txn);
        sm->st.mem_insts++;
        sm->st.mem_txns += l->count;
    }
    return e;
}

void ldst_enter(sm_t *sm, uint64_t now, uint32_t e)
{
    assert(ldst_queue_room(sm));
    if (sm->entry[e].space == SPACE_NONE) { /* predicated off everywhere: passes without an access */
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
    if (l->waits) task_ask(sm, e);
    else wheel_add(sm->wheel, now + sm->cfg.smem_latency_cycles, (event_t){.kind = EV_ENTRY, .id = (uint16_t)e});
    queue_pop(sm);
}

/* Lost locality is an event of the warp's arbiter, clocked in the same cycle. */
static void tell_lost(sm_t *sm)
{
    for (uint64_t left = l1_lost(sm->l1[CLIENT_L1D]); left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left), i = sm_sched_of(sm, w);
        sm->mask[i].victim |= sm_bit_of(sm, w);
        sm->arb_events |= UINT32_C(1) << i;
    }
}

static bool l1d_look_up(sm_t *sm, const l1_req_t *req)
{
    switch (l1_access(sm->l1[CLIENT_L1D], req)) {
    case L1_FULL_MSHR: sm->st.ldst_stall_mshr++; return false;
    case L1_FULL_QUEUE: sm->st.ldst_stall_queue++; return false;
    case L1_FULL_SET: sm->st.ldst_stall_set++; return false;
    case L1_ACCEPTED: break;
    }
    tell_lost(sm);
    return true;
}

/* The oldest access that has waited its time looks into the L1D; refused, it holds up the others. */
static void l1d_wait_step(sm_t *sm, uint64_t now)
{
    if (!sm->l1d_wait_used) return;
    const l1d_wait_t *first = &sm->l1d_wait[sm->l1d_wait_head];
    if (first->due_cycle > now || !l1d_look_up(sm, &first->req)) return;
    if (++sm->l1d_wait_head == sm->l1d_wait_room) sm->l1d_wait_head = 0;
    sm->l1d_wait_used--;
}

static bool l1d_wait_push(sm_t *sm, uint64_t now, const l1_req_t *req)
{
    if (sm->l1d_wait_used == sm->l1d_wait_room) {
        sm->st.ldst_stall_wait++;
        return false;
    }
    uint32_t at = sm->l1d_wait_head + sm->l1d_wait_used++;
    if (at >= sm->l1d_wait_room) at -= sm->l1d_wait_room;
    sm->l1d_wait[at] = (l1d_wait_t){.req = *req, .due_cycle = now + sm->cfg.l1d_wait_cycles};
    return true;
}

/* Constants have their own cache, and what the L2 serves anyhow need not wait for a look-up. */
static bool accepted(sm_t *sm, uint64_t now, const l1_req_t *req, bool constant)
{
    if (constant) return l1_access(sm->l1[CLIENT_L1C], req) == L1_ACCEPTED;
    const bool waits = sm->cfg.l1d_wait_cycles && !req->bypass && req->kind != MEM_ATOM;
    return waits ? l1d_wait_push(sm, now, req) : l1d_look_up(sm, req);
}

/* The next transaction of an instruction; false: refused. */
static bool send(sm_t *sm, uint64_t now, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    const bool constant = l->space == SPACE_CONST || l->space == SPACE_PARAM;
    const bool answered = l->op == WI_LOAD || l->op == WI_ATOM; /* the others are only acknowledged */
    const mem_txn_t *t = &l->txn[l->next];
    const l1_req_t req = {.addr = t->addr,
                          .bytes = t->bytes,
                          .token = answered ? e : TOKEN_STORE | l->warp,
                          .kind = l->op == WI_LOAD    ? MEM_READ
                                  : l->op == WI_STORE ? MEM_WRITE
                                                      : MEM_ATOM,
                          .warp = l->warp,
                          .lanes = t->lanes,
                          .bypass = l->inst->bypass_l1};
    if (!accepted(sm, now, &req, constant)) return false;
    if (answered) {
        l->remaining++;
    } else {
        sm->warp[l->warp].stores++;
        sm->st.stores_sent++;
    }
    l->next++;
    return true;
}

/* As many transactions as follow each other in different banks; the first one whose bank is taken waits for the
 * next cycle, and those behind it with it. */
static void global_step(sm_t *sm, uint64_t now, uint32_t e)
{
    const uint32_t banks = sm->cfg.l1d_banks, line_bytes = sm->cfg.l1d.line_bytes;
    ldst_t *l = &sm->entry[e];
    uint32_t taken = 0;
    while (l->next < l->count) {
        const uint32_t bank = UINT32_C(1) << (l->txn[l->next].addr / line_bytes & (banks - 1));
        if (taken & bank) {
            sm->st.l1d_bank_conflicts += banks > 1;
            return;
        }
        if (!send(sm, now, e)) return;
        taken |= bank;
    }
    queue_pop(sm);
    if (l->op != WI_LOAD && l->op != WI_ATOM) entry_release(sm, e);
}

void ldst_step(sm_t *sm, uint64_t now)
{
    l1d_wait_step(sm, now);
    if (!sm->ldst_used) return;
    const uint32_t e = sm->ldst_queue[sm->ldst_head];
    monitor_unit(sm, UNIT_LDST, 0, sm->entry[e].warp, 1);
    if (sm->entry[e].space == SPACE_SHARED || sm->entry[e].space == SPACE_TASK) shared_step(sm, now, e);
    else global_step(sm, now, e);
}

void ldst_answer(sm_t *sm, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    assert(l->remaining);
    if (--l->remaining == 0 && l->next == l->count) entry_release(sm, e);
}

void ldst_shared_done(sm_t *sm, uint32_t e)
{
    ldst_t *l = &sm->entry[e];
    if (!sm->opnd || l->space == SPACE_NONE || !l->inst->ndst) {
        entry_release(sm, e);
        return;
    }
    l->remaining = 1;
    load_arrived(sm, e);
}
