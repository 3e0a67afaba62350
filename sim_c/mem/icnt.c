/* icnt.c - the outputs keep, as a mask, which inputs ask for them, so an idle channel costs nothing
 * and a round-robin choice is two word operations. A tick before next_cycle is a comparison. */
#include "mem/icnt.h"

#include "mem/delayq.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    uint32_t item;
    uint16_t output, flits;
    uint64_t since_cycle;
} packet_t;

typedef struct {
    packet_t *ring;
    uint32_t head, used;
    uint64_t free_cycle; /* first cycle the channel can start another packet */
} input_t;

typedef struct {
    delayq_t *queue;
    uint64_t asked; /* bit i: the packet at the head of input i wants this output */
    uint64_t free_cycle;
    uint32_t turn; /* input after the last winner */
} output_t;

struct icnt {
    icnt_cfg_t cfg;
    uint32_t inputs, outputs;
    uint64_t next_cycle; /* earliest cycle at which a tick has something to do */
    uint64_t asked;      /* outputs that some input asks for */
    uint64_t busy;       /* inputs in the middle of a packet */
    uint64_t coming;     /* outputs with packets, none of them due yet */
    uint64_t ready;
    input_t in[ICNT_PORTS_MAX];
    output_t out[ICNT_PORTS_MAX];
    uint32_t held;
    uint64_t packets, flits, delivered, packet_cycles;
};

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }

/* Waking too early is harmless (nothing is found to do), too late is not. */
static void wake_at(icnt_t *n, uint64_t cycle)
{
    if (cycle < n->next_cycle) n->next_cycle = cycle;
}

static void add_stats(icnt_t *n, stats_t *s, const char *path)
{
    stats_add_u64(s, path, "packets", "packets", "packets accepted", &n->packets);
    stats_add_u64(s, path, "flits", "flits", "flits carried", &n->flits);
    stats_add_u64(s, path, "packet_cycles", "packet-cycles", "time in the network, summed", &n->packet_cycles);
    stats_add_law(s, path, "delivered_all", "packets accepted are delivered", &n->packets, &n->delivered);
}

icnt_t *icnt_create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs, stats_t *stats, const char *path)
{
    assert(inputs <= ICNT_PORTS_MAX && outputs <= ICNT_PORTS_MAX && cfg->queue && cfg->flit_bytes);
    icnt_t *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->cfg = *cfg;
    n->inputs = inputs;
    n->outputs = outputs;
    n->next_cycle = UINT64_MAX;
    bool ok = true;
    for (uint32_t i = 0; i < inputs; i++) ok &= (n->in[i].ring = calloc(cfg->queue, sizeof *n->in[i].ring)) != NULL;
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
    for (uint32_t i = 0; i < n->inputs; i++) free(n->in[i].ring);
    for (uint32_t o = 0; o < n->outputs; o++) delayq_destroy(n->out[o].queue);
    free(n);
}

uint32_t icnt_flits(const icnt_t *n, uint32_t payload_bytes)
{
    const uint32_t bytes = payload_bytes + n->cfg.header_bytes;
    return bytes ? (bytes + n->cfg.flit_bytes - 1) / n->cfg.flit_bytes : 1;
}

/* The packet at the head of input i asks for its output. */
static void ask(icnt_t *n, uint64_t now, uint32_t i)
{
    const packet_t *p = &n->in[i].ring[n->in[i].head];
    n->out[p->output].asked |= bit(i);
    n->asked |= bit(p->output);
    wake_at(n, now + 1);
}

bool icnt_room(const icnt_t *n, uint32_t input) { return n->in[input].used < n->cfg.queue; }

void icnt_push(icnt_t *n, uint64_t now, uint32_t input, uint32_t item, uint32_t output, uint32_t flits)
{
    input_t *in = &n->in[input];
    assert(in->used < n->cfg.queue && output < n->outputs && flits);
    uint32_t at = in->head + in->used;
    if (at >= n->cfg.queue) at -= n->cfg.queue;
    in->ring[at] = (packet_t){item, (uint16_t)output, (uint16_t)flits, now};
    n->packets++;
    n->held++;
    if (!in->used++) ask(n, now, input);
}

/* Input i wins output o. Its channel and the output's are taken until the last flit has left; the
 * tail arrives latency - 1 cycles after that. */
static void send(icnt_t *n, uint64_t now, uint32_t i, uint32_t o)
{
    input_t *in = &n->in[i];
    output_t *out = &n->out[o];
    const packet_t p = in->ring[in->head];
    const uint64_t last = now + p.flits; /* channels are free again */
    const uint64_t wire_cycles = n->cfg.latency_cycles ? n->cfg.latency_cycles - 1 : 0;
    if (++in->head == n->cfg.queue) in->head = 0;
    in->used--;
    in->free_cycle = out->free_cycle = last;
    n->busy |= bit(i);
    out->turn = i + 1 == n->inputs ? 0 : i + 1;
    out->asked &= ~bit(i);
    if (!out->asked) n->asked &= ~bit(o);
    delayq_push(out->queue, p.item, last - 1 + wire_cycles);
    if (!(n->ready & bit(o))) n->coming |= bit(o);
    if (in->used) ask(n, now, i);
    n->flits += p.flits;
    n->packet_cycles += last - 1 + wire_cycles - p.since_cycle;
}

/* Inputs whose packet has left may ask again; the others tell when they will. */
static void free_inputs(icnt_t *n, uint64_t now)
{
    for (uint64_t left = n->busy; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        if (n->in[i].free_cycle <= now) n->busy &= ~bit(i);
        else wake_at(n, n->in[i].free_cycle);
    }
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
        const uint64_t can = out->asked & ~n->busy;
        if (!can || !delayq_room(out->queue)) continue; /* a freed input or a pop wakes us */
        const uint64_t above = can & (~UINT64_C(0) << out->turn);
        send(n, now, (uint32_t)__builtin_ctzll(above ? above : can), o);
        wake_at(n, out->free_cycle);
    }
}

/* What has come to the end of its wires can be popped. */
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
    if (n->out[output].asked) wake_at(n, now + 1);
    n->delivered++;
    n->held--;
    return item;
}

uint64_t icnt_next_cycle(const icnt_t *n) { return n->next_cycle; }
