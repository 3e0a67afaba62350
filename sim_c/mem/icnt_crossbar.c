/* icnt_crossbar.c - an input has cfg.vcs virtual channels, each a queue of packets. A packet occupies its channel and
 * its output for one cycle per flit; an input sends from up to cfg.input_speedup of its channels at once. A free output
 * selects round robin among the inputs that have a packet for it at the head of a channel. A packet of F flits pushed
 * into an idle network can be popped after latency + reply + F - 1 ticks. An output holds `queue` packets besides those
 * on the wires; when they are not popped, the inputs fill up and refuse. Packets from one input to one output stay in
 * order only with a single virtual channel.
 *
 * Each output keeps, for each virtual channel, a mask of the inputs that request it, so an idle channel costs nothing
 * and a round-robin choice is a few word operations. A tick before next_cycle is one comparison. */
#include "mem/icnt_outputs.h"

#include "base/ring.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {         /* a virtual channel of an input */
    icnt_packet_t *ring; /* cfg.queue places */
    uint32_t head, used, flits;
    uint64_t free_cycle; /* first cycle in which it can send another packet */
} channel_t;

typedef struct {
    channel_t vc[ICNT_VCS_MAX];
    uint8_t sending;        /* channels in the middle of a packet */
    uint8_t filled, served; /* round robin: channel after the last that took a packet; after the last that won */
} input_t;

typedef struct {
    mask_t asked[ICNT_VCS_MAX]; /* inputs at the head of whose channel a packet wants this output */
    uint64_t free_cycle;        /* first cycle in which it can carry another packet */
    uint32_t turn;              /* input after the last winner */
    uint32_t askers;            /* numbers in `asked` */
} output_t;

typedef struct {
    icnt_t base;
    uint64_t wire_cycles;      /* from the last flit's departure to its arrival */
    mask_t busy[ICNT_VCS_MAX]; /* by channel: inputs that are in the middle of a packet on it */
    mask_t full;               /* inputs that send from as many channels as they can */
    input_t *in;               /* by port, as `out` */
    output_t *out;
    icnt_outputs_t outputs;
} crossbar_t;

static void destroy(icnt_t *n)
{
    crossbar_t *x = (crossbar_t *)n;
    for (uint32_t i = 0; x->in && i < n->inputs; i++)
        for (uint32_t v = 0; v < ICNT_VCS_MAX; v++) free(x->in[i].vc[v].ring);
    icnt_outputs_destroy(&x->outputs);
    free(x->in);
    free(x->out);
    free(x);
}

static icnt_t *create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs)
{
    assert(cfg->vcs && cfg->vcs <= ICNT_VCS_MAX && cfg->input_speedup && cfg->input_flits);
    crossbar_t *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    const uint32_t latency_cycles = cfg->latency_cycles + cfg->reply_cycles;
    x->wire_cycles = latency_cycles ? latency_cycles - 1 : 0;
    x->base.inputs = inputs;
    x->in = calloc(inputs, sizeof *x->in);
    x->out = calloc(outputs, sizeof *x->out);
    bool ok = x->in && x->out && icnt_outputs_create(&x->outputs, outputs, cfg->queue + latency_cycles);
    for (uint32_t i = 0; ok && i < inputs; i++)
        for (uint32_t v = 0; v < cfg->vcs; v++)
            ok &= (x->in[i].vc[v].ring = calloc(cfg->queue, sizeof *x->in[i].vc[v].ring)) != NULL;
    if (ok) return &x->base;
    destroy(&x->base);
    return NULL;
}

/* The packet at the head of the channel requests its output. */
static void ask(crossbar_t *x, uint64_t now, uint32_t i, uint32_t v)
{
    const channel_t *c = &x->in[i].vc[v];
    const icnt_packet_t *p = &c->ring[c->head];
    mask_add(&x->out[p->output].asked[v], i);
    x->out[p->output].askers++;
    mask_add(&x->outputs.asked, p->output);
    icnt_wake_at(&x->base, now + 1);
}

static bool has_room(const icnt_t *n, const channel_t *c)
{
    return c->used < n->cfg.queue && c->flits < n->cfg.input_flits;
}

/* A channel with room accepts a packet of any length. */
static bool room(const icnt_t *n, uint32_t input, uint32_t flits)
{
    const crossbar_t *x = (const crossbar_t *)n;
    (void)flits;
    for (uint32_t v = 0; v < n->cfg.vcs; v++)
        if (has_room(n, &x->in[input].vc[v])) return true;
    return false;
}

/* The next channel with room, round robin. */
static uint32_t choose_channel(const icnt_t *n, const input_t *in)
{
    uint32_t v = in->filled;
    while (!has_room(n, &in->vc[v])) v = v + 1 == n->cfg.vcs ? 0 : v + 1;
    return v;
}

static void push(icnt_t *n, uint64_t now, uint32_t input, const icnt_packet_t *p)
{
    crossbar_t *x = (crossbar_t *)n;
    input_t *in = &x->in[input];
    const uint32_t v = choose_channel(n, in);
    channel_t *c = &in->vc[v];
    c->ring[ring_at(c->head, c->used, n->cfg.queue)] = *p;
    c->flits += p->flits;
    in->filled = (uint8_t)(v + 1 == n->cfg.vcs ? 0 : v + 1);
    if (!c->used++) ask(x, now, input, v);
}

static icnt_packet_t take_head(crossbar_t *x, uint64_t now, uint32_t i, uint32_t v)
{
    const icnt_cfg_t *cfg = &x->base.cfg;
    input_t *in = &x->in[i];
    channel_t *c = &in->vc[v];
    const icnt_packet_t p = c->ring[c->head];
    ring_drop(&c->head, cfg->queue);
    c->used--;
    c->flits -= p.flits;
    c->free_cycle = now + p.flits;
    in->served = (uint8_t)(v + 1 == cfg->vcs ? 0 : v + 1);
    mask_add(&x->busy[v], i);
    if (++in->sending == cfg->input_speedup) mask_add(&x->full, i);
    return p;
}

/* Channel v of input i wins output o: both are occupied until the last flit has left. */
static void send(crossbar_t *x, uint64_t now, uint32_t i, uint32_t v, uint32_t o)
{
    icnt_t *n = &x->base;
    output_t *out = &x->out[o];
    const icnt_packet_t p = take_head(x, now, i, v);
    out->free_cycle = now + p.flits;
    out->turn = i + 1 == n->inputs ? 0 : i + 1;
    mask_drop(&out->asked[v], i);
    if (!--out->askers) mask_drop(&x->outputs.asked, o);
    icnt_outputs_push(n, &x->outputs, o, &p, now + p.flits - 1 + x->wire_cycles);
    if (x->in[i].vc[v].used) ask(x, now, i, v);
}

/* Frees the channels whose packet has left, and wakes the network when the others' packets will have. */
static void free_inputs(crossbar_t *x, uint64_t now)
{
    for (uint32_t v = 0; v < x->base.cfg.vcs; v++)
        for (mask_walk_t walk = mask_walk(x->busy[v]); mask_next(&walk);) {
            const uint32_t i = walk.at;
            if (x->in[i].vc[v].free_cycle > now) {
                icnt_wake_at(&x->base, x->in[i].vc[v].free_cycle);
                continue;
            }
            mask_drop(&x->busy[v], i);
            mask_drop(&x->full, i);
            x->in[i].sending--;
        }
}

/* Channel of input i that sends to the output, round robin. */
static uint32_t winner(const crossbar_t *x, const output_t *out, uint32_t i)
{
    uint32_t v = x->in[i].served;
    while (!mask_has(out->asked[v], i) || mask_has(x->busy[v], i)) v = v + 1 == x->base.cfg.vcs ? 0 : v + 1;
    return v;
}

static void arbitrate(crossbar_t *x, uint64_t now)
{
    for (mask_walk_t walk = mask_walk_words(x->outputs.asked, x->base.words); mask_next(&walk);) {
        const uint32_t o = walk.at;
        output_t *out = &x->out[o];
        if (out->free_cycle > now) {
            icnt_wake_at(&x->base, out->free_cycle);
            continue;
        }
        mask_t can = mask_none();
        for (uint32_t v = 0; v < x->base.cfg.vcs; v++) can = mask_or(can, mask_without(out->asked[v], x->busy[v]));
        can = mask_without(can, x->full);
        if (!mask_any(can) || !delayq_room(x->outputs.queue[o]))
            continue; /* a freed input or a pop wakes the network */
        const uint32_t i = mask_choose(can, out->turn);
        send(x, now, i, winner(x, out, i), o);
        icnt_wake_at(&x->base, out->free_cycle);
    }
}

static void tick(icnt_t *n, uint64_t now)
{
    crossbar_t *x = (crossbar_t *)n;
    n->next_cycle = UINT64_MAX;
    free_inputs(x, now);
    arbitrate(x, now);
    icnt_outputs_tick(n, &x->outputs, now);
}

static uint32_t head(const icnt_t *n, uint32_t o) { return delayq_head(((const crossbar_t *)n)->outputs.queue[o]); }

static uint32_t pop(icnt_t *n, uint64_t now, uint32_t o)
{
    return icnt_outputs_pop(n, &((crossbar_t *)n)->outputs, now, o);
}

static uint64_t none_before(const icnt_t *n, uint64_t now, uint32_t o)
{
    const crossbar_t *x = (const crossbar_t *)n;
    return icnt_outputs_none_before(&x->outputs, now, o, x->wire_cycles);
}

const icnt_ops_t icnt_crossbar = {create, destroy, room, push, head, pop, tick, none_before};
