/* icnt.c - each output keeps, for each virtual channel, a mask of the inputs that request it, so an idle channel costs
 * nothing and a round-robin choice is two word operations. A tick before next_cycle is one comparison. */
#include "mem/icnt.h"

#include "mem/delayq.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    uint32_t item;
    uint16_t output, flits;
    uint64_t since_cycle;
} packet_t;

typedef struct {    /* a virtual channel of an input */
    packet_t *ring; /* cfg.queue places */
    uint32_t head, used, flits;
    uint64_t free_cycle; /* first cycle in which it can send another packet */
} channel_t;

typedef struct {
    channel_t vc[ICNT_VCS_MAX];
    uint8_t sending;        /* channels in the middle of a packet */
    uint8_t filled, served; /* round robin: channel after the last that took a packet; after the last that won */
} input_t;

typedef struct {
    delayq_t *queue;
    uint64_t asked[ICNT_VCS_MAX]; /* bit i: the packet at the head of that channel of input i wants this output */
    uint64_t free_cycle;          /* first cycle in which it can carry another packet */
    uint32_t turn;                /* input after the last winner */
} output_t;

struct icnt {
    icnt_cfg_t cfg;
    uint32_t inputs, outputs;
    uint64_t next_cycle;         /* earliest cycle in which a tick has something to do */
    uint64_t asked;              /* bit o: an input requests output o */
    uint64_t busy[ICNT_VCS_MAX]; /* by channel: inputs that are in the middle of a packet on it */
    uint64_t full;               /* inputs that send from as many channels as they can */
    uint64_t coming;             /* outputs with packets, none of them due yet */
    uint64_t ready;
    input_t in[ICNT_PORTS_MAX];
    output_t out[ICNT_PORTS_MAX];
    uint32_t held;
    uint64_t packets, flits, delivered, packet_cycles;
};

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }

/* An early wake-up does nothing; a late one would lose cycles. */
static void wake_at(icnt_t *n, uint64_t cycle)
{
    if (cycle < n->next_cycle) n->next_cycle = cycle;
}

static void add_stats(icnt_t *n, stats_t *s, const char *path)
{
    stats_add_u64(s, path, "packets", "packets", "packets accepted", &n->packets);
    stats_add_u64(s, path, "flits", "flits", "flits carried", &n->flits);
    stats_add_u64(s, path, "packet_cycles", "packet-cycles", "icnt cycles in the network, summed over packets",
                  &n->packet_cycles);
    stats_add_law(s, path, "delivered_all", "packets accepted are delivered", &n->packets, &n->delivered);
}

icnt_t *icnt_create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs, stats_t *stats, const char *path)
{
    assert(inputs <= ICNT_PORTS_MAX && outputs <= ICNT_PORTS_MAX && cfg->queue && cfg->flit_bytes);
    assert(cfg->vcs && cfg->vcs <= ICNT_VCS_MAX && cfg->input_speedup && cfg->input_flits);
    icnt_t *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->cfg = *cfg;
    n->inputs = inputs;
    n->outputs = outputs;
    n->next_cycle = UINT64_MAX;
    bool ok = true;
    for (uint32_t i = 0; i < inputs; i++)
        for (uint32_t v = 0; v < cfg->vcs; v++)
            ok &= (n->in[i].vc[v].ring = calloc(cfg->queue, sizeof *n->in[i].vc[v].ring)) != NULL;
    for (uint32_t o = 0; o < outputs; o++)
        ok &= (n->out[o].queue = delayq_create(cfg->queue + cfg->latency_cycles)) != NULL;
    if (!ok) {
        icnt_destroy(n);
        return NULL;
    }
    add_stats(n, stats, path);
    return n;
}

void icnt_destroy(icnt_t *n)
{
    if (!n) return;
    for (uint32_t i = 0; i < n->inputs; i++)
        for (uint32_t v = 0; v < n->cfg.vcs; v++) free(n->in[i].vc[v].ring);
    for (uint32_t o = 0; o < n->outputs; o++) delayq_destroy(n->out[o].queue);
    free(n);
}

uint32_t icnt_flits(const icnt_t *n, uint32_t payload_bytes)
{
    const uint32_t bytes = payload_bytes + n->cfg.header_bytes;
    return bytes ? (bytes + n->cfg.flit_bytes - 1) / n->cfg.flit_bytes : 1;
}

/* The packet at the head of the channel requests its output. */
static void ask(icnt_t *n, uint64_t now, uint32_t i, uint32_t v)
{
    const channel_t *c = &n->in[i].vc[v];
    const packet_t *p = &c->ring[c->head];
    n->out[p->output].asked[v] |= bit(i);
    n->asked |= bit(p->output);
    wake_at(n, now + 1);
}

static bool asked(const output_t *out, uint32_t vcs)
{
    uint64_t any = 0;
    for (uint32_t v = 0; v < vcs; v++) any |= out->asked[v];
    return any != 0;
}

static bool has_room(const icnt_t *n, const channel_t *c)
{
    return c->used < n->cfg.queue && c->flits < n->cfg.input_flits;
}

bool icnt_room(const icnt_t *n, uint32_t input)
{
    for (uint32_t v = 0; v < n->cfg.vcs; v++)
        if (has_room(n, &n->in[input].vc[v])) return true;
    return false;
}

/* The next channel with room, round robin. */
static uint32_t choose_channel(const icnt_t *n, const input_t *in)
{
    uint32_t v = in->filled;
    while (!has_room(n, &in->vc[v])) v = v + 1 == n->cfg.vcs ? 0 : v + 1;
    return v;
}

void icnt_push(icnt_t *n, uint64_t now, uint32_t input, uint32_t item, uint32_t output, uint32_t flits)
{
    assert(icnt_room(n, input) && output < n->outputs && flits);
    input_t *in = &n->in[input];
    const uint32_t v = choose_channel(n, in);
    channel_t *c = &in->vc[v];
    uint32_t at = c->head + c->used;
    if (at >= n->cfg.queue) at -= n->cfg.queue;
    c->ring[at] = (packet_t){item, (uint16_t)output, (uint16_t)flits, now};
    c->flits += flits;
    in->filled = (uint8_t)(v + 1 == n->cfg.vcs ? 0 : v + 1);
    n->packets++;
    n->held++;
    if (!c->used++) ask(n, now, input, v);
}

static packet_t take_head(icnt_t *n, uint64_t now, uint32_t i, uint32_t v)
{
    input_t *in = &n->in[i];
    channel_t *c = &in->vc[v];
    const packet_t p = c->ring[c->head];
    if (++c->head == n->cfg.queue) c->head = 0;
    c->used--;
    c->flits -= p.flits;
    c->free_cycle = now + p.flits;
    in->served = (uint8_t)(v + 1 == n->cfg.vcs ? 0 : v + 1);
    n->busy[v] |= bit(i);
    if (++in->sending == n->cfg.input_speedup) n->full |= bit(i);
    return p;
}

/* Channel v of input i wins output o: both are occupied until the last flit has left. The tail arrives latency - 1
 * cycles later. */
static void send(icnt_t *n, uint64_t now, uint32_t i, uint32_t v, uint32_t o)
{
    output_t *out = &n->out[o];
    const packet_t p = take_head(n, now, i, v);
    const uint64_t wire_cycles = n->cfg.latency_cycles ? n->cfg.latency_cycles - 1 : 0;
    const uint64_t arrives = now + p.flits - 1 + wire_cycles;
    out->free_cycle = now + p.flits;
    out->turn = i + 1 == n->inputs ? 0 : i + 1;
    out->asked[v] &= ~bit(i);
    if (!asked(out, n->cfg.vcs)) n->asked &= ~bit(o);
    delayq_push(out->queue, p.item, arrives);
    if (!(n->ready & bit(o))) n->coming |= bit(o);
    if (n->in[i].vc[v].used) ask(n, now, i, v);
    n->flits += p.flits;
    n->packet_cycles += arrives - p.since_cycle;
}

/* Frees the channels whose packet has left, and wakes the network when the others' packets will have. */
static void free_inputs(icnt_t *n, uint64_t now)
{
    for (uint32_t v = 0; v < n->cfg.vcs; v++)
        for (uint64_t left = n->busy[v]; left; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(left);
            if (n->in[i].vc[v].free_cycle > now) {
                wake_at(n, n->in[i].vc[v].free_cycle);
                continue;
            }
            n->busy[v] &= ~bit(i);
            n->full &= ~bit(i);
            n->in[i].sending--;
        }
}

/* Channel of input i that sends to the output, round robin. */
static uint32_t winner(const icnt_t *n, const output_t *out, uint32_t i)
{
    uint32_t v = n->in[i].served;
    while (!((out->asked[v] & ~n->busy[v]) >> i & 1)) v = v + 1 == n->cfg.vcs ? 0 : v + 1;
    return v;
}

static void arbitrate(icnt_t *n, uint64_t now)
{
    for (uint64_t left = n->asked; left; left &= left - 1) {
        const uint32_t o = (uint32_t)__builtin_ctzll(left);
        output_t *out = &n->out[o];
        if (out->free_cycle > now) {
            wake_at(n, out->free_cycle);
            continue;
        }
        uint64_t can = 0;
        for (uint32_t v = 0; v < n->cfg.vcs; v++) can |= out->asked[v] & ~n->busy[v];
        can &= ~n->full;
        if (!can || !delayq_room(out->queue)) continue; /* a freed input or a pop wakes the network */
        const uint64_t above = can & (~UINT64_C(0) << out->turn);
        const uint32_t i = (uint32_t)__builtin_ctzll(above ? above : can);
        send(n, now, i, winner(n, out, i), o);
        wake_at(n, out->free_cycle);
    }
}

/* Packets whose tail has arrived can be popped. */
static void arrive(icnt_t *n, uint64_t now)
{
    for (uint64_t left = n->coming; left; left &= left - 1) {
        const uint32_t o = (uint32_t)__builtin_ctzll(left);
        const uint64_t due = delayq_next(n->out[o].queue);
        if (due > now) {
            wake_at(n, due);
            continue;
        }
        n->coming &= ~bit(o);
        n->ready |= bit(o);
    }
}

void icnt_tick(icnt_t *n, uint64_t now)
{
    if (now < n->next_cycle) return;
    n->next_cycle = UINT64_MAX;
    free_inputs(n, now);
    arbitrate(n, now);
    arrive(n, now);
}

uint64_t icnt_ready(const icnt_t *n) { return n->ready; }

uint32_t icnt_head(const icnt_t *n, uint32_t output) { return delayq_head(n->out[output].queue); }

uint32_t icnt_held(const icnt_t *n) { return n->held; }

uint32_t icnt_pop(icnt_t *n, uint64_t now, uint32_t output)
{
    delayq_t *q = n->out[output].queue;
    assert(n->ready & bit(output));
    const uint32_t item = delayq_pop(q);
    if (!delayq_due(q, now)) {
        n->ready &= ~bit(output);
        if (delayq_used(q)) {
            n->coming |= bit(output);
            wake_at(n, delayq_next(q));
        }
    }
    if (n->asked & bit(output)) wake_at(n, now + 1);
    n->delivered++;
    n->held--;
    return item;
}

uint64_t icnt_next_cycle(const icnt_t *n) { return n->next_cycle; }
