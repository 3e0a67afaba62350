/* ldst_cache.c - the accesses that wait for the L1D look-up, in a ring for each bank. */
#include "sm/ldst_cache.h"

#include "base/min.h"
#include "base/ring.h"

#include <stdlib.h>

typedef struct {
    l1_req_t req;
    uint64_t due_cycle;
} wait_t;

typedef struct { /* an access that a cache has refused. It is looked up again once something has changed in the cache */
    l1_t *l1;    /* NULL: none */
    const l1_next_t *next;
    uint32_t changes;
    l1_result_t answer;
    uint64_t uncounted_cycles; /* in which it was refused again */
} refusal_t;

typedef struct {
    uint32_t head, used;
    refusal_t look_up; /* of the oldest access */
    wait_t *at;        /* ring of `room` places */
} waits_t;

struct ldst_cache {
    const sm_cfg_t *cfg;
    uint32_t room, banks;
    uint32_t waiting; /* accesses in all rings */
    waits_t bank[LDST_BANKS_MAX];
    const waits_t *pushed; /* bank of the last ldst_cache_push that waits; `none`, if that went past the L1D */
    waits_t none;
    refusal_t push; /* of the access of the last ldst_cache_push, unless its ring was full */
    l1_t *l1d, *l1c, *l1t;
    sm_counters_t *st;
};

ldst_cache_t *ldst_cache_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, sm_counters_t *counters)
{
    ldst_cache_t *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->cfg = cfg;
    c->l1d = l1d;
    c->l1c = l1c;
    c->l1t = l1t;
    c->st = counters;
    c->room = cfg->l1d_wait_cycles; /* a place per stage */
    c->banks = c->room ? cfg->l1d_banks : 0;
    c->pushed = &c->bank[0];
    for (uint32_t b = 0; b < c->banks; b++)
        if (!(c->bank[b].at = calloc(c->room, sizeof *c->bank[b].at))) {
            ldst_cache_destroy(c);
            return NULL;
        }
    return c;
}

void ldst_cache_destroy(ldst_cache_t *c)
{
    if (!c) return;
    for (uint32_t b = 0; b < c->banks; b++) free(c->bank[b].at);
    free(c);
}

static void count(ldst_cache_t *c, const refusal_t *r, uint64_t cycles)
{
    if (r->l1 != c->l1d) return;
    switch (r->answer) {
    case L1_FULL_MSHR: c->st->ldst_stall_mshr += cycles; break;
    case L1_FULL_QUEUE: c->st->ldst_stall_queue += cycles; break;
    case L1_FULL_SET: c->st->ldst_stall_set += cycles; break;
    case L1_ACCEPTED: break;
    }
}

static void settle(ldst_cache_t *c, refusal_t *r)
{
    if (!r->uncounted_cycles) return;
    count(c, r, r->uncounted_cycles);
    l1_refused(r->l1, r->answer, r->uncounted_cycles);
    r->uncounted_cycles = 0;
}

void ldst_cache_settle(ldst_cache_t *c)
{
    for (uint32_t b = 0; b < c->banks; b++) settle(c, &c->bank[b].look_up);
    settle(c, &c->push);
}

static bool still_refused(const refusal_t *r) { return r->l1 && r->next->changes == r->changes; }

/* Offers an access to a cache; false: it was refused. */
static bool offer(ldst_cache_t *c, refusal_t *r, l1_t *l1, const l1_req_t *req)
{
    settle(c, r);
    r->l1 = NULL;
    const l1_result_t answer = l1_access(l1, req);
    if (answer == L1_ACCEPTED) return true;
    *r = (refusal_t){.l1 = l1, .next = l1_next(l1), .changes = l1_next(l1)->changes, .answer = answer};
    count(c, r, 1);
    return false;
}

/* Looks the bank's oldest access up once it is due. A refused access blocks those behind it. */
static void look_up(ldst_cache_t *c, waits_t *w, uint64_t now)
{
    if (!w->used || w->at[w->head].due_cycle > now) return;
    if (still_refused(&w->look_up)) {
        w->look_up.uncounted_cycles++;
        return;
    }
    if (!offer(c, &w->look_up, c->l1d, &w->at[w->head].req)) return;
    ring_drop(&w->head, c->room);
    w->used--;
    c->waiting--;
}

void ldst_cache_step(ldst_cache_t *c, uint64_t now)
{
    if (!c->waiting) return;
    for (uint32_t b = 0; b < c->banks; b++) look_up(c, &c->bank[b], now);
}

uint32_t ldst_cache_bank(const sm_cfg_t *cfg, uint64_t addr)
{
    const uint32_t bytes = cfg->l1d_bank_bytes ? cfg->l1d_bank_bytes : cfg->l1d.line_bytes; /* a power of two */
    return (uint32_t)(addr >> __builtin_ctz(bytes)) & (cfg->l1d_banks - 1);
}

static bool wait_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req)
{
    waits_t *w = &c->bank[ldst_cache_bank(c->cfg, req->addr)];
    c->pushed = w;
    if (w->used == c->room) {
        c->st->ldst_stall_wait++;
        return false;
    }
    w->at[ring_at(w->head, w->used++, c->room)] = (wait_t){.req = *req, .due_cycle = now + c->room};
    c->waiting++;
    return true;
}

/* Past the L1D. A refused access is offered again in each cycle: nothing tells when the interconnect has room. */
static bool push_past(ldst_cache_t *c, const l1_req_t *req)
{
    settle(c, &c->push);
    c->push.l1 = NULL;
    c->pushed = &c->none;
    const bool accepted = l1_push_past(c->l1d, req);
    c->st->ldst_stall_queue += !accepted;
    return accepted;
}

/* Constants and textures have caches of their own. Bypassing reads and atomics, which the L2 serves, skip the wait. */
bool ldst_cache_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req, uint32_t space)
{
    if (space == SPACE_CONST || space == SPACE_PARAM) return offer(c, &c->push, c->l1c, req);
    if (space == SPACE_TEXTURE) return offer(c, &c->push, c->l1t, req);
    const bool past = req->bypass || req->kind == MEM_ATOM;
    if (past && c->cfg->past_l1d == PAST_L1D_DIRECT) return push_past(c, req);
    return c->room && !past ? wait_push(c, now, req) : offer(c, &c->push, c->l1d, req);
}

uint64_t ldst_cache_next_cycle(const ldst_cache_t *c)
{
    uint64_t next = UINT64_MAX;
    if (!c->waiting) return next;
    for (uint32_t b = 0; b < c->banks; b++) {
        const waits_t *w = &c->bank[b];
        if (w->used && !still_refused(&w->look_up)) next = min_u64(next, w->at[w->head].due_cycle);
    }
    return next;
}

bool ldst_cache_stalls(ldst_cache_t *c)
{
    if (!still_refused(&c->push)) return false;
    c->push.uncounted_cycles++;
    return true;
}

bool ldst_cache_refuses(const ldst_cache_t *c)
{
    return c->push.l1 ? still_refused(&c->push) : c->room && c->pushed->used == c->room;
}

void ldst_cache_slept(ldst_cache_t *c, uint64_t cycles, bool offered)
{
    for (uint32_t b = 0; b < c->banks; b++)
        if (c->bank[b].look_up.l1) c->bank[b].look_up.uncounted_cycles += cycles;
    if (!offered) return;
    if (c->push.l1) c->push.uncounted_cycles += cycles;
    else c->st->ldst_stall_wait += cycles;
}

uint32_t ldst_cache_waiting(const ldst_cache_t *c) { return c->waiting; }
