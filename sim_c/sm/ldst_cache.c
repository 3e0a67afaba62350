/* ldst_cache.c - the ring of accesses that wait for the L1D look-up. */
#include "sm/ldst_cache.h"

#include <stdlib.h>

typedef struct {
    l1_req_t req;
    uint64_t due_cycle;
} wait_t;

struct ldst_cache {
    l1_t *l1d, *l1c, *l1t;
    uint32_t wait_cycles;
    uint32_t head, used, room;
    sm_counters_t *st;
    wait_t at[]; /* ring */
};

ldst_cache_t *ldst_cache_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, sm_counters_t *counters)
{
    const uint32_t room = cfg->l1d_wait_cycles; /* a place per stage */
    ldst_cache_t *c = calloc(1, sizeof *c + room * sizeof c->at[0]);
    if (!c) return NULL;
    c->l1d = l1d;
    c->l1c = l1c;
    c->l1t = l1t;
    c->st = counters;
    c->wait_cycles = cfg->l1d_wait_cycles;
    c->room = room;
    return c;
}

void ldst_cache_destroy(ldst_cache_t *c) { free(c); }

static bool look_up(ldst_cache_t *c, const l1_req_t *req)
{
    switch (l1_access(c->l1d, req)) {
    case L1_FULL_MSHR: c->st->ldst_stall_mshr++; return false;
    case L1_FULL_QUEUE: c->st->ldst_stall_queue++; return false;
    case L1_FULL_SET: c->st->ldst_stall_set++; return false;
    case L1_ACCEPTED: break;
    }
    return true;
}

/* Looks the oldest access up once it is due. A refused access blocks those behind it. */
void ldst_cache_step(ldst_cache_t *c, uint64_t now)
{
    if (!c->used || c->at[c->head].due_cycle > now || !look_up(c, &c->at[c->head].req)) return;
    if (++c->head == c->room) c->head = 0;
    c->used--;
}

static bool wait_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req)
{
    if (c->used == c->room) {
        c->st->ldst_stall_wait++;
        return false;
    }
    uint32_t at = c->head + c->used++;
    if (at >= c->room) at -= c->room;
    c->at[at] = (wait_t){.req = *req, .due_cycle = now + c->wait_cycles};
    return true;
}

/* Constants and textures have caches of their own. Bypassing reads and atomics, which the L2 serves, skip the wait. */
bool ldst_cache_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req, uint32_t space)
{
    if (space == SPACE_CONST || space == SPACE_PARAM) return l1_access(c->l1c, req) == L1_ACCEPTED;
    if (space == SPACE_TEXTURE) return l1_access(c->l1t, req) == L1_ACCEPTED;
    const bool waits = c->wait_cycles && !req->bypass && req->kind != MEM_ATOM;
    return waits ? wait_push(c, now, req) : look_up(c, req);
}

uint64_t ldst_cache_next_cycle(const ldst_cache_t *c) { return c->used ? c->at[c->head].due_cycle : UINT64_MAX; }

uint32_t ldst_cache_waiting(const ldst_cache_t *c) { return c->used; }
