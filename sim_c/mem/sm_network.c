/* sm_network.c - queues at the inputs; outputs that take turns among them; messages on their way to an SM. */
#include "mem/sm_network.h"

#include "base/min.h"
#include "base/ring.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { REQUEST, ANSWER, KINDS };

typedef struct {
    sm_message_t msg;
    uint64_t cycle; /* at an input: of the push; behind an output: from which it can be popped */
} timed_t;

typedef struct { /* of messages, first in, first out */
    timed_t *at;
    uint32_t head, used, depth;
    bool requests; /* at an input: its head is registered at an output */
} queue_t;

typedef struct {
    mask_t pending[KINDS]; /* SMs with a message for it at the head of this queue */
    uint32_t turn;         /* SM after the last winner */
    bool sends;
    uint8_t kind; /* of the message that it sends, and its SM */
    uint16_t from;
    uint64_t free_cycle; /* in which it has sent it */
    uint32_t requests;   /* on their way to the SM or waiting there */
    uint64_t port_cycles;
    queue_t way;
} output_t;

typedef struct {
    uint64_t requests, served, answered, messages, delivered; /* counted by the threads of all SMs */
    uint64_t bytes;
    uint64_t port_cycles, message_cycles;
} network_stats_t;

struct sm_network {
    sm_network_cfg_t cfg;
    uint32_t sms;
    uint64_t now, next_cycle;
    mask_t changed; /* SMs that have pushed, or served a request; several threads add to it */
    mask_t pending; /* outputs with a message at the head of a queue */
    mask_t sending; /* outputs that send */
    mask_t coming;  /* SMs with messages on their way */
    mask_t waiting;
    network_stats_t st;
    queue_t input[SCHED_SMS_MAX][KINDS];
    output_t output[SCHED_SMS_MAX];
    uint8_t gpc[SCHED_SMS_MAX];
};

static bool queue_init(queue_t *q, uint32_t depth)
{
    q->depth = depth;
    return (q->at = calloc(depth, sizeof *q->at)) != NULL;
}

static void queue_push(queue_t *q, const sm_message_t *msg, uint64_t cycle)
{
    assert(q->used < q->depth);
    q->at[ring_at(q->head, q->used++, q->depth)] = (timed_t){*msg, cycle};
}

static void queue_drop(queue_t *q)
{
    ring_drop(&q->head, q->depth);
    q->used--;
}

static void add_stats(const sm_network_t *n, stats_t *s, const char *path)
{
    const network_stats_t *t = &n->st;
    stats_add_u64(s, path, "requests", "messages", "accesses to the shared memory of another SM", &t->requests);
    stats_add_u64(s, path, "bytes", "bytes", "carried by requests and answers", &t->bytes);
    stats_add_u64(s, path, "port_cycles", "cycles", "an output port carries a message, summed over ports",
                  &t->port_cycles);
    stats_add_u64(s, path, "message_cycles", "message-cycles", "in the network, summed over requests and answers",
                  &t->message_cycles);
    for (uint32_t i = 0; i < n->sms; i++) {
        char sm[16];
        snprintf(sm, sizeof sm, "sm%u", i);
        stats_add_u64(s, sm, "far_port_cycles", "cycles", "its port of the network between SMs receives (sm_network)",
                      &n->output[i].port_cycles);
    }
    stats_add_law(s, path, "law_delivered", "messages accepted are delivered", &t->messages, &t->delivered);
    stats_add_law(s, path, "law_served", "requests sent are served", &t->requests, &t->served);
    stats_add_law(s, path, "law_answered", "answers sent are received", &t->served, &t->answered);
}

sm_network_t *sm_network_create(const machine_t *m, stats_t *stats, const char *path)
{
    sm_network_t *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    assert(machine_has_sm_network(m) && m->sms <= SCHED_SMS_MAX);
    n->cfg = m->sm_network;
    n->sms = m->sms;
    n->next_cycle = UINT64_MAX;
    bool ok = true;
    for (uint32_t s = 0; s < n->sms; s++) {
        n->gpc[s] = (uint8_t)machine_gpc_of(m, s);
        for (uint32_t kind = 0; kind < KINDS; kind++) ok &= queue_init(&n->input[s][kind], n->cfg.queue);
        /* one arrives per cycle at most, and its SM pops it at once */
        ok &= queue_init(&n->output[s].way, n->cfg.latency_cycles + 1);
    }
    if (!ok) {
        sm_network_destroy(n);
        return NULL;
    }
    add_stats(n, stats, path);
    return n;
}

void sm_network_destroy(sm_network_t *n)
{
    if (!n) return;
    for (uint32_t s = 0; s < n->sms; s++) {
        for (uint32_t kind = 0; kind < KINDS; kind++) free(n->input[s][kind].at);
        free(n->output[s].way.at);
    }
    free(n);
}

static void count(uint64_t *counter, uint64_t by) { __atomic_fetch_add(counter, by, __ATOMIC_RELAXED); }

static void note_change(sm_network_t *n, uint32_t sm)
{
    __atomic_fetch_or(&n->changed.word[sm / 64], UINT64_C(1) << sm % 64, __ATOMIC_RELAXED);
}

bool sm_network_room(const sm_network_t *n, uint32_t sm, bool answer)
{
    const queue_t *q = &n->input[sm][answer ? ANSWER : REQUEST];
    return q->used < q->depth;
}

void sm_network_push(sm_network_t *n, const sm_message_t *msg)
{
    queue_t *q = &n->input[msg->from][msg->answer ? ANSWER : REQUEST];
    assert(msg->from != msg->to && n->gpc[msg->from] == n->gpc[msg->to]);
    queue_push(q, msg, n->now);
    if (q->used == 1) note_change(n, msg->from);
    count(&n->st.messages, 1);
    count(&n->st.bytes, msg->bytes);
    count(msg->answer ? &n->st.served : &n->st.requests, 1);
}

bool sm_network_pop(sm_network_t *n, uint32_t sm, sm_message_t *msg)
{
    queue_t *q = &n->output[sm].way;
    if (!q->used || q->at[q->head].cycle > n->now) return false;
    *msg = q->at[q->head].msg;
    queue_drop(q);
    count(&n->st.delivered, 1);
    if (msg->answer) count(&n->st.answered, 1);
    return true;
}

void sm_network_served(sm_network_t *n, uint32_t sm)
{
    output_t *out = &n->output[sm];
    if (out->requests-- == sm_network_most_requests(&n->cfg)) note_change(n, sm);
}

/* Registers the message at the head of the queue at its output. */
static void request(sm_network_t *n, uint32_t sm, uint32_t kind)
{
    queue_t *q = &n->input[sm][kind];
    if (!q->used || q->requests) return;
    const uint32_t to = q->at[q->head].msg.to;
    q->requests = true;
    mask_add(&n->output[to].pending[kind], sm);
    mask_add(&n->pending, to);
}

static void wake_at(sm_network_t *n, uint64_t cycle) { n->next_cycle = min_u64(n->next_cycle, cycle); }

static void end_sending(sm_network_t *n, uint64_t now, uint32_t o)
{
    output_t *out = &n->output[o];
    if (out->free_cycle > now) {
        wake_at(n, out->free_cycle);
        return;
    }
    queue_t *q = &n->input[out->from][out->kind];
    queue_drop(q);
    q->requests = false;
    request(n, out->from, out->kind);
    out->sends = false;
    mask_drop(&n->sending, o);
}

/* Core cycles for which the message occupies its output. */
static uint32_t cycles_of(const sm_network_t *n, const sm_message_t *msg)
{
    const uint64_t bits = UINT64_C(8) * msg->bytes;
    return bits ? (uint32_t)((bits + n->cfg.bits - 1) / n->cfg.bits) : 1;
}

static void begin_sending(sm_network_t *n, uint64_t now, uint32_t o, uint32_t from, uint32_t kind)
{
    output_t *out = &n->output[o];
    const queue_t *q = &n->input[from][kind];
    const timed_t *t = &q->at[q->head];
    const uint32_t cycles = cycles_of(n, &t->msg);
    const uint64_t due = now + cycles - 1 + n->cfg.latency_cycles;
    mask_drop(&out->pending[kind], from);
    if (!mask_any(mask_or(out->pending[REQUEST], out->pending[ANSWER]))) mask_drop(&n->pending, o);
    out->turn = from + 1 == n->sms ? 0 : from + 1;
    out->sends = true;
    out->kind = (uint8_t)kind;
    out->from = (uint16_t)from;
    out->free_cycle = now + cycles;
    out->requests += kind == REQUEST;
    queue_push(&out->way, &t->msg, due);
    mask_add(&n->sending, o);
    mask_add(&n->coming, o);
    n->st.port_cycles += cycles;
    out->port_cycles += cycles;
    n->st.message_cycles += due - t->cycle;
    wake_at(n, out->free_cycle);
}

/* A free output takes the next message that it may take. */
static void take(sm_network_t *n, uint64_t now, uint32_t o)
{
    const output_t *out = &n->output[o];
    if (out->sends) return;
    const bool room = out->requests < sm_network_most_requests(&n->cfg);
    const mask_t may = room ? mask_or(out->pending[ANSWER], out->pending[REQUEST]) : out->pending[ANSWER];
    if (!mask_any(may)) return; /* a request that is served wakes the network */
    const uint32_t from = mask_choose(may, out->turn);
    begin_sending(n, now, o, from, mask_has(out->pending[ANSWER], from) ? ANSWER : REQUEST);
}

static void note_arrivals(sm_network_t *n, uint64_t now)
{
    for (mask_walk_t walk = mask_walk(n->coming); mask_next(&walk);) {
        const queue_t *q = &n->output[walk.at].way;
        const bool arrives = q->used && q->at[q->head].cycle <= now;
        const uint32_t next = arrives ? 1 : 0; /* of those on their way the first that does not arrive now */
        if (arrives) mask_add(&n->waiting, walk.at);
        if (next < q->used) wake_at(n, q->at[ring_at(q->head, next, q->depth)].cycle);
        else mask_drop(&n->coming, walk.at);
    }
}

__attribute__((noinline)) void sm_network_tick(sm_network_t *n, uint64_t now)
{
    n->now = now;
    n->waiting = mask_none();
    if (now < n->next_cycle && !mask_any(n->changed)) return;
    n->next_cycle = UINT64_MAX;
    for (mask_walk_t walk = mask_walk(n->changed); mask_next(&walk);)
        for (uint32_t kind = 0; kind < KINDS; kind++) request(n, walk.at, kind);
    n->changed = mask_none();
    for (mask_walk_t walk = mask_walk(n->sending); mask_next(&walk);) end_sending(n, now, walk.at);
    for (mask_walk_t walk = mask_walk(n->pending); mask_next(&walk);) take(n, now, walk.at);
    note_arrivals(n, now);
}

sm_mask_t sm_network_waiting(const sm_network_t *n) { return n->waiting; }

__attribute__((noinline)) uint64_t sm_network_next_cycle(const sm_network_t *n)
{
    return mask_any(n->changed) ? n->now + 1 : n->next_cycle;
}

uint32_t sm_network_held(const sm_network_t *n) { return (uint32_t)(n->st.messages - n->st.delivered); }
