/* ldst_far.c - parts of an instruction by SM; requests of other SMs that wait for the banks, and their answers. */
#include "sm/ldst_far.h"

#include "base/bits.h"
#include "base/ring.h"
#include "isa/frontend.h"
#include "sm/ldst_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { ADDRESS_BYTES = 4 };

typedef struct { /* of an instruction: the lanes that access one SM */
    uint8_t sm, lanes;
    uint16_t bank_cycles;
} part_t;

typedef part_t parts_t[CLUSTER_CTAS_MAX];

typedef struct {
    sm_message_t msg;
    uint64_t due_cycle; /* of an answer */
} waiting_t;

typedef struct { /* first in, first out */
    waiting_t *at;
    uint32_t head, used, depth;
} waitings_t;

struct ldst_far {
    sm_network_cfg_t cfg;
    sm_network_t *network;
    uint32_t sm;
    parts_t *part;       /* by entry */
    waitings_t requests; /* wait for the banks */
    waitings_t answers;  /* in the pipeline of the banks, or wait for the network */
    uint64_t banks_free; /* cycle from which the banks are free of the last request */
    bool own_next;       /* an own access that waits for the banks goes first */
    far_counters_t st;
};

static bool waitings_init(waitings_t *w, uint32_t depth)
{
    w->depth = depth;
    return (w->at = calloc(depth, sizeof *w->at)) != NULL;
}

static void waitings_push(waitings_t *w, const sm_message_t *msg, uint64_t due_cycle)
{
    assert(w->used < w->depth);
    w->at[ring_at(w->head, w->used++, w->depth)] = (waiting_t){*msg, due_cycle};
}

static void waitings_drop(waitings_t *w)
{
    ring_drop(&w->head, w->depth);
    w->used--;
}

bool ldst_connect(ldst_t *l, const sm_network_cfg_t *cfg, sm_network_t *network, uint32_t sm)
{
    ldst_far_t *f = l->far = calloc(1, sizeof *f);
    if (!f) return false;
    f->cfg = *cfg;
    f->network = network;
    f->sm = sm;
    f->part = calloc(l->cfg->inflight_loads, sizeof *f->part);
    const bool ok = waitings_init(&f->requests, sm_network_most_requests(cfg));
    return waitings_init(&f->answers, l->cfg->smem_latency_cycles) && ok && f->part;
}

void ldst_far_destroy(ldst_far_t *f)
{
    if (!f) return;
    free(f->part);
    free(f->requests.at);
    free(f->answers.at);
    free(f);
}

const far_counters_t *ldst_far_counters(const ldst_t *l) { return &l->far->st; }

/* Of the lanes `among`, those that access the SM. */
static uint32_t lanes_of(const winst_exec_t *x, uint32_t among, uint32_t sm)
{
    uint32_t lanes = 0;
    for (uint32_t left = among; left; left &= left - 1)
        if (x->far_sm[__builtin_ctz(left)] == sm) lanes |= left & -left;
    return lanes;
}

__attribute__((noinline)) uint32_t ldst_far_prepare(ldst_t *l, uint32_t n, const winst_exec_t *x)
{
    entry_t *e = &l->entry[n];
    part_t *part = l->far->part[n];
    const uint32_t far = x->far & x->lanes, same_sm = lanes_of(x, far, l->far->sm);
    for (uint32_t left = far & ~same_sm, lanes; left; left &= ~lanes) {
        const uint8_t sm = x->far_sm[__builtin_ctz(left)];
        lanes = lanes_of(x, left, sm);
        assert(e->count < CLUSTER_CTAS_MAX);
        part[e->count++] =
            (part_t){sm, (uint8_t)bits_set(lanes), (uint16_t)ldst_bank_cycles(l->cfg, e->inst, x, lanes)};
    }
    const uint32_t own = (x->lanes & ~far) | same_sm;
    e->far_only = e->count && !own;
    e->remaining = e->count && own && e->answered;
    return own;
}

static sm_message_t request(const ldst_t *l, uint32_t n, const part_t *p)
{
    const entry_t *e = &l->entry[n];
    const bool atomic = winst_atomic(e->inst), load = e->op == WI_LOAD;
    const uint32_t times = atomic ? l->far->cfg.atomic_factor : 1, data = p->lanes * e->inst->width_bytes * times;
    return (sm_message_t){.from = (uint16_t)l->far->sm,
                          .to = p->sm,
                          .bank_cycles = p->bank_cycles,
                          .bytes = p->lanes * ADDRESS_BYTES * times + (load ? 0 : data),
                          .answer_bytes = load || e->op == WI_ATOM ? data : 0,
                          .token = e->answered ? n : LDST_STORE | e->warp};
}

__attribute__((noinline)) bool ldst_far_send(ldst_t *l, uint32_t n, ldst_cycle_t *out)
{
    entry_t *e = &l->entry[n];
    ldst_far_t *f = l->far;
    if (!sm_network_room(f->network, f->sm, false)) {
        out->refused = true;
        f->st.far_stalls++;
        return false;
    }
    const sm_message_t msg = request(l, n, &f->part[n][e->next]);
    sm_network_push(f->network, &msg);
    f->st.far_requests++;
    e->remaining += e->answered;
    out->stores = !e->answered;
    return ++e->next == e->count;
}

__attribute__((noinline)) void ldst_far_held(ldst_t *l) { l->far->st.far_holds++; }

__attribute__((noinline)) bool ldst_far_takes_banks(ldst_t *l, uint64_t now)
{
    ldst_far_t *f = l->far;
    const bool free = f->banks_free <= now;
    f->st.far_bank_waits += !free;
    if (free) f->own_next = false;
    return free;
}

bool ldst_far_take(ldst_t *l, uint64_t now, uint32_t *token)
{
    ldst_far_t *f = l->far;
    sm_message_t msg;
    while (sm_network_pop(f->network, f->sm, &msg)) {
        if (!msg.answer) {
            waitings_push(&f->requests, &msg, 0);
            continue;
        }
        f->st.far_answers++;
        *token = msg.token;
        if (!(msg.token & LDST_STORE)) l->held_until = now + f->cfg.hold_cycles;
        return true;
    }
    return false;
}

/* The head of the queue wants the banks, or has them. */
static bool own_first(const ldst_t *l, uint64_t now)
{
    if (!l->queue.used) return false;
    const entry_t *e = &l->entry[l->queue.at[l->queue.head]];
    if (!ldst_in_banks(e->space) || e->far_only || e->next < e->count) return false;
    return e->started ? now <= e->ready_cycle : l->far->own_next && now >= l->held_until;
}

/* The oldest request begins its cycles of the banks. */
static void begin_request(ldst_t *l, uint64_t now)
{
    ldst_far_t *f = l->far;
    const sm_message_t *m = &f->requests.at[f->requests.head].msg;
    const sm_message_t answer = {
        .from = m->to, .to = m->from, .answer = true, .bytes = m->answer_bytes, .token = m->token};
    f->banks_free = now + m->bank_cycles;
    waitings_push(&f->answers, &answer, f->banks_free - 1 + l->cfg->smem_latency_cycles);
    f->own_next = true;
    f->st.far_served++;
    l->st->smem_insts++;
    l->st->smem_conflicts += m->bank_cycles - 1u;
    waitings_drop(&f->requests);
    sm_network_served(f->network, f->sm);
}

void ldst_far_serve(ldst_t *l, uint64_t now)
{
    ldst_far_t *f = l->far;
    const waiting_t *first = &f->answers.at[f->answers.head];
    if (f->answers.used && first->due_cycle <= now && sm_network_room(f->network, f->sm, true)) {
        sm_network_push(f->network, &first->msg);
        waitings_drop(&f->answers);
    }
    if (!f->requests.used || f->banks_free > now || f->answers.used == f->answers.depth || own_first(l, now)) return;
    begin_request(l, now);
}

__attribute__((noinline)) uint64_t ldst_far_next_cycle(const ldst_t *l, uint64_t now)
{
    const ldst_far_t *f = l->far;
    uint64_t next = UINT64_MAX;
    if (f->answers.used) next = f->answers.at[f->answers.head].due_cycle;
    if (f->requests.used && f->banks_free < next) next = f->banks_free;
    return next > now ? next : now + 1;
}

__attribute__((noinline)) bool ldst_far_acts(const ldst_t *l)
{
    const ldst_far_t *f = l->far;
    if (f->requests.used || f->answers.used) return true;
    if (!l->queue.used) return false;
    const entry_t *e = &l->entry[l->queue.at[l->queue.head]];
    return ldst_in_banks(e->space) && e->next < e->count;
}
