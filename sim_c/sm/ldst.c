/* ldst.c - entries, the queue of the address phase, and answers. */
#include "sm/ldst_internal.h"

#include "base/ring.h"

#include <assert.h>
#include <stdlib.h>

static bool ring_init(ring_t *r, uint32_t room)
{
    r->room = room;
    return (r->at = calloc(room, sizeof *r->at)) != NULL;
}

static void ring_push(ring_t *r, uint32_t e)
{
    assert(r->used < r->room);
    r->at[ring_at(r->head, r->used++, r->room)] = (uint16_t)e;
}

static uint32_t ring_pop(ring_t *r)
{
    const uint32_t e = r->at[r->head];
    ring_drop(&r->head, r->room);
    r->used--;
    return e;
}

ldst_t *ldst_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, wheel_t *wheel, sm_counters_t *counters)
{
    const uint32_t n = cfg->inflight_loads;
    ldst_t *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->cfg = cfg;
    l->cache = ldst_cache_create(cfg, l1d, l1c, l1t, counters);
    l->wheel = wheel;
    l->st = counters;
    l->collects = sm_collects(cfg);
    l->entry = calloc(n, sizeof *l->entry);
    l->txn = calloc(n, sizeof *l->txn);
    l->entry_free = calloc(n, sizeof *l->entry_free);
    l->writing = -1;
    if (!ring_init(&l->queue, cfg->ldst_queue) || !l->entry || !l->txn || !l->entry_free || !l->cache) {
        ldst_destroy(l);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) l->entry_free[i] = (uint16_t)(n - 1 - i);
    l->entries_free = n;
    return l;
}

void ldst_destroy(ldst_t *l)
{
    if (!l) return;
    ldst_cache_destroy(l->cache);
    ldst_far_destroy(l->far);
    free(l->entry);
    free(l->txn);
    free(l->entry_free);
    free(l->queue.at);
    answers_drop(&l->answers);
    free(l);
}

uint32_t ldst_entries_free(const ldst_t *l) { return l->entries_free; }
uint32_t ldst_queue_room(const ldst_t *l) { return l->queue.room - l->queue.used; }
uint32_t ldst_queued(const ldst_t *l) { return l->queue.used; }
uint32_t ldst_before_look_up(const ldst_t *l) { return ldst_cache_waiting(l->cache); }

/* The space whose path to the caches the access takes. */
static uint8_t space_of(const sm_cfg_t *cfg, const winst_exec_t *x)
{
    return x->space == SPACE_TEXTURE && cfg->textures == TEXTURES_L1D ? SPACE_GLOBAL : x->space;
}

uint32_t ldst_prepare(ldst_t *l, uint32_t w, const winst_t *inst, const winst_exec_t *x)
{
    assert(l->entries_free);
    const uint32_t n = l->entry_free[--l->entries_free];
    entry_t *e = &l->entry[n];
    e->inst = inst;
    e->warp = (uint8_t)w;
    const bool executes = x->lanes || (l->cfg->no_lanes == NO_LANES_EXECUTED && ldst_in_banks(x->space));
    e->space = executes && inst->op != WI_FENCE ? space_of(l->cfg, x) : SPACE_NONE;
    e->op = inst->op;
    e->group = inst->op == WI_LOAD ? x->groups : 0;
    e->next = 0;
    e->remaining = 0;
    e->started = e->far_only = false;
    e->waits = x->waits;
    e->resumes = x->waits != 0;
    e->waited = l->cfg->after_atomic == ATOMIC_WAITS && winst_atomic(inst);
    e->answered = e->op == WI_LOAD || e->op == WI_ATOM || e->waited;
    e->count = 0;
    if (e->op == WI_FENCE) return n;
    if (!ldst_in_banks(x->space)) {
        e->count = ldst_txns(l->cfg, inst, x, l->txn[n]);
        l->st->mem_insts++;
        l->st->mem_txns += e->count;
        return n;
    }
    const uint32_t lanes = l->far && x->far ? ldst_far_prepare(l, n, x) : x->lanes;
    e->bank_cycles = ldst_bank_cycles(l->cfg, inst, x, lanes);
    if (x->space == SPACE_TASK || e->far_only) return n;
    l->st->smem_insts++;
    l->st->smem_conflicts += e->bank_cycles ? e->bank_cycles - 1 : 0;
    return n;
}

static void entry_due(ldst_t *l, uint64_t cycle, uint32_t n)
{
    wheel_add(l->wheel, cycle, (event_t){.kind = EV_ENTRY, .id = (uint16_t)n});
}

void ldst_enter(ldst_t *l, uint64_t now, uint32_t n)
{
    assert(ldst_queue_room(l));
    const entry_t *e = &l->entry[n];
    const bool off = e->space == SPACE_NONE && e->op != WI_FENCE; /* predicated off everywhere: no access */
    if (off) entry_due(l, now + 1, n);
    else ring_push(&l->queue, n);
}

/* Frees the entry of an instruction that is over. */
static bool release(ldst_t *l, uint32_t n, ldst_done_t *done)
{
    const entry_t *e = &l->entry[n];
    *done = (ldst_done_t){e->inst, e->warp, e->group, e->resumes, (uint16_t)n};
    l->entry_free[l->entries_free++] = (uint16_t)n;
    return true;
}

static void task_ask(ldst_t *l, uint32_t n)
{
    const entry_t *e = &l->entry[n];
    l->task_entry[e->warp] = (uint16_t)n;
    l->task_want |= (uint64_t)e->waits << e->warp * l->cfg->warp_lanes;
}

/* Its data pass the write-back register. */
static bool passes_register(const ldst_t *l, const entry_t *e)
{
    return l->collects && e->space != SPACE_NONE && (e->inst->ndst || e->waited);
}

static void banks_step(ldst_t *l, uint64_t now, uint32_t n, ldst_cycle_t *out)
{
    entry_t *e = &l->entry[n];
    if (e->next < e->count && !ldst_far_send(l, n, out)) return;
    if (e->far_only) {
        ring_pop(&l->queue);
        if (!e->answered) out->over = release(l, n, &out->done);
        return;
    }
    if (!e->started) {
        if (l->far && !ldst_far_takes_banks(l, now)) return;
        e->started = true;
        e->ready_cycle = e->bank_cycles ? now + e->bank_cycles - 1 : now;
    }
    if (now < e->ready_cycle) return;
    if (e->op == WI_STORE && l->cfg->smem_stores == SMEM_STORE_BANKS) {
        ring_pop(&l->queue);
        out->over = release(l, n, &out->done);
        return;
    }
    if (passes_register(l, e)) {
        if (l->in_banks == l->cfg->smem_latency_cycles) return; /* the pipeline of the banks is full */
        l->in_banks++;
    }
    if (e->waits) task_ask(l, n);
    else entry_due(l, now + l->cfg->smem_latency_cycles, n);
    ring_pop(&l->queue);
}

/* Sends the instruction's next transaction; false: the cache refused it. */
static bool send(ldst_t *l, uint64_t now, uint32_t n)
{
    entry_t *e = &l->entry[n];
    const mem_txn_t *t = &l->txn[n][e->next];
    const l1_req_t req = {.addr = t->addr,
                          .bytes = t->bytes,
                          .token = e->answered ? n : LDST_STORE | e->warp,
                          .kind = e->op == WI_LOAD    ? MEM_READ
                                  : e->op == WI_STORE ? MEM_WRITE
                                                      : MEM_ATOM,
                          .warp = e->warp,
                          .lanes = t->lanes,
                          .gaps = t->gaps,
                          .bypass = e->inst->bypass_l1,
                          .local = e->space == SPACE_LOCAL};
    if (!ldst_cache_push(l->cache, now, &req, e->space)) return false;
    e->remaining += e->answered;
    e->next++;
    return true;
}

/* Banks of the L1D that a transaction takes: all of them if it goes elsewhere, of which there is one per cycle. */
static uint32_t banks_of(const ldst_t *l, const entry_t *e, const mem_txn_t *t)
{
    if (l->cfg->l1d_banks == 1) return 1;
    const bool looks = ldst_at_l1d(e->space) && !e->inst->bypass_l1 && !winst_atomic(e->inst);
    return looks ? UINT32_C(1) << ldst_cache_bank(l->cfg, t->addr) : UINT32_MAX;
}

/* Sends transactions in order until one finds its bank taken in this cycle: it and those behind it wait for the next.
 */
static void cache_step(ldst_t *l, uint64_t now, uint32_t n, ldst_cycle_t *out)
{
    entry_t *e = &l->entry[n];
    uint32_t taken = 0;
    if (ldst_cache_stalls(l->cache)) {
        out->refused = true;
        return;
    }
    while (e->next < e->count) {
        const uint32_t banks = banks_of(l, e, &l->txn[n][e->next]);
        if (taken & banks) {
            l->st->l1d_bank_conflicts += l->cfg->l1d_banks > 1;
            return;
        }
        out->refused = !send(l, now, n);
        if (out->refused) return;
        out->stores += !e->answered;
        taken |= banks;
    }
    ring_pop(&l->queue);
    if (!e->answered) out->over = release(l, n, &out->done);
}

void ldst_step(ldst_t *l, uint64_t now, ldst_cycle_t *out)
{
    *out = (ldst_cycle_t){.warp = NO_WARP};
    if (l->cfg->l1d_wait_cycles) ldst_cache_step(l->cache, now);
    if (!l->queue.used) return;
    if (now < l->held_until) {
        l->refused = false; /* so that the SM stays awake */
        ldst_far_held(l);
        return;
    }
    const uint32_t n = l->queue.at[l->queue.head];
    out->warp = l->entry[n].warp;
    out->entry = (uint16_t)n;
    const bool banks = ldst_in_banks(l->entry[n].space);
    if (banks) banks_step(l, now, n, out);
    else cache_step(l, now, n, out);
    l->refused = !banks && out->refused;
}

bool ldst_answer(ldst_t *l, uint32_t n, ldst_done_t *done)
{
    entry_t *e = &l->entry[n];
    assert(e->remaining);
    return --e->remaining == 0 && e->next == e->count && release(l, n, done);
}

bool ldst_delivered(ldst_t *l, uint32_t n, ldst_done_t *done)
{
    entry_t *e = &l->entry[n];
    const bool counted = e->count && e->answered; /* the part of its own lanes is one of the answers */
    if (!passes_register(l, e)) return counted ? ldst_answer(l, n, done) : release(l, n, done);
    if (!counted) e->remaining = 1;
    answers_push(&l->answers, ANSWER_BANKS, (answer_t){(uint16_t)n, 0});
    return false;
}

uint64_t ldst_task_want(const ldst_t *l) { return l->task_want; }

uint64_t ldst_task_answer(ldst_t *l, uint64_t now, uint32_t context)
{
    const uint32_t n = l->task_entry[context / l->cfg->warp_lanes];
    entry_t *e = &l->entry[n];
    assert(l->task_want >> context & 1);
    l->task_want &= ~(UINT64_C(1) << context);
    e->waits &= ~(UINT32_C(1) << context % l->cfg->warp_lanes);
    if (e->waits) return UINT64_MAX;
    entry_due(l, now + l->cfg->smem_latency_cycles, n);
    return now + l->cfg->smem_latency_cycles;
}

bool ldst_still(const ldst_t *l)
{
    if (l->answers.used || l->writing >= 0) return false;
    return !l->queue.used || (l->refused && ldst_cache_refuses(l->cache));
}

bool ldst_sends(const ldst_t *l)
{
    if (!l->queue.used) return false;
    const entry_t *e = &l->entry[l->queue.at[l->queue.head]];
    return e->op != WI_FENCE && ldst_at_l1d(e->space) && (winst_atomic(e->inst) || e->inst->bypass_l1);
}

uint32_t ldst_head(const ldst_t *l) { return l->queue.used ? l->entry[l->queue.at[l->queue.head]].warp : NO_WARP; }

void ldst_slept(ldst_t *l, uint64_t cycles) { ldst_cache_slept(l->cache, cycles, l->queue.used != 0); }

void ldst_settle(ldst_t *l) { ldst_cache_settle(l->cache); }

uint64_t ldst_next_cycle(const ldst_t *l) { return ldst_cache_next_cycle(l->cache); }
