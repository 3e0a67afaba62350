/* icnt_fly.c - a one-stage butterfly as intersim2, GPGPU-Sim's network, models it with one virtual channel: nodes
 * around an input-queued router.
 *
 *   node -> wire -> input buffer -> [allocation, switch] -> output queue -> wire -> output buffer -> boundary buffer
 *
 * A node accepts a packet that finds room for all its flits in node_flits, and sends one flit per cycle while the
 * input buffer of input_flits has credit. The router makes `speedup` steps per cycle. In one step the head flit of a
 * packet wins its output, round robin over the inputs; in each later step a flit of the packet passes the switch, if it
 * is there and the output buffer of output_flits has credit. With its tail, input and output are free. An output sends
 * one flit per cycle; the boundary buffer takes one per cycle from the output buffer while it holds fewer than
 * boundary_flits. A packet whose tail is in it can be popped, or, where replies take reply_cycles more, enters a FIFO
 * of `queue` packets, one per cycle. Credits take as long as a wire.
 *
 * Ports are bits of masks of one word. What takes known time lies in rings of masks by cycle: flits on wires, credits
 * on their way back, and the flits of output queues, whose cycles on the wire are known when they pass the switch. So a
 * tick touches only the ports at which a flit moves or waits for a place. While there are flits, every cycle ticks. */
#include "mem/icnt_internal.h"

#include <assert.h>
#include <stdlib.h>

enum {
    ROUTER_CYCLES = 2, /* from the input buffer to the end of the output queue; the rest of the latency is wires */
    WIRE_MAX = 64,     /* cycles that a ring of masks holds; a wire is shorter */
    SPEEDUP_MAX = 4
};

typedef struct {
    icnt_packet_t *ring;           /* in the node and in the input buffer; the first may have left in part */
    uint32_t head, tail;           /* of the ring: they count up, modulo its size */
    uint32_t node_flits, buffered; /* in the node, in the input buffer */
    uint32_t credits;              /* flits that the node may send */
    uint32_t flits_left;           /* of the packet at the head, which has won its output */
} input_t;

typedef struct {
    icnt_packet_t *ring; /* that have won the output and are not popped: in the FIFO, arrived behind it, others */
    uint32_t head, tail, fifo, arrived;
    uint32_t arriving_flits;     /* in the boundary buffer, of the first of the others */
    uint32_t turn;               /* input after the last winner */
    uint32_t credits;            /* flits that may pass the switch */
    uint32_t buffered, boundary; /* flits in the output buffer, in the boundary buffer */
    uint64_t wire_cycle;         /* first cycle in which the wire is free */
    uint64_t asked;              /* bit i: the head packet of input i requests this output and has a flit here */
} output_t;

typedef struct {
    icnt_t base;
    uint32_t wire_cycles;
    uint32_t in_last, out_last, wire_last;            /* last index of the rings, whose sizes are powers of two */
    uint32_t moving;                                  /* flits between node and boundary buffer */
    uint64_t still_cycle;                             /* in it the last credit returns, if nothing moves */
    uint64_t node, in_buffer, granted;                /* bit i: input i has flits in its node; in its buffer; has won */
    uint64_t asked, taken;                            /* bit o: output o is wanted at an input; taken by one; has */
    uint64_t out_buffer, arrived, in_fifo;            /* flits in its buffer; packets for its FIFO; in its FIFO */
    uint64_t in_wire[WIRE_MAX], out_credit[WIRE_MAX]; /* by cycle of arrival, modulo, as the two below */
    uint64_t in_credit[WIRE_MAX][SPEEDUP_MAX], *out_wire;
    input_t in[ICNT_FLY_PORTS];
    output_t out[ICNT_FLY_PORTS];
} fly_t;

static void destroy(icnt_t *n)
{
    fly_t *f = (fly_t *)n;
    for (input_t *in = f->in; in < f->in + ICNT_FLY_PORTS; in++) free(in->ring);
    for (output_t *out = f->out; out < f->out + ICNT_FLY_PORTS; out++) free(out->ring);
    free(f->out_wire);
    free(f);
}

/* Last index of a ring for so many items. */
static uint32_t last_of(uint32_t items) { return (UINT32_C(2) << (31 - __builtin_clz(items))) - 1; }

static icnt_t *create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs)
{
    assert(inputs <= ICNT_FLY_PORTS && outputs <= ICNT_FLY_PORTS && cfg->vcs == 1 && cfg->node_flits);
    assert(cfg->input_flits && cfg->output_flits && cfg->boundary_flits && cfg->latency_cycles > ROUTER_CYCLES);
    fly_t *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->wire_cycles = (cfg->latency_cycles - ROUTER_CYCLES) / 2;
    assert(f->wire_cycles && f->wire_cycles < WIRE_MAX && cfg->speedup && cfg->speedup <= SPEEDUP_MAX);
    f->in_last = last_of(cfg->node_flits + cfg->input_flits);
    f->out_last = last_of(cfg->output_flits + cfg->boundary_flits + cfg->queue + 1);
    f->wire_last = last_of(cfg->output_flits + f->wire_cycles + 1);
    bool ok = (f->out_wire = calloc(f->wire_last + 1, sizeof *f->out_wire)) != NULL;
    for (input_t *in = f->in; in < f->in + inputs; in++) {
        in->credits = cfg->input_flits;
        ok &= (in->ring = calloc(f->in_last + 1, sizeof *in->ring)) != NULL;
    }
    for (output_t *out = f->out; out < f->out + outputs; out++) {
        out->credits = cfg->output_flits;
        ok &= (out->ring = calloc(f->out_last + 1, sizeof *out->ring)) != NULL;
    }
    if (ok) return &f->base;
    destroy(&f->base);
    return NULL;
}

static bool room(const icnt_t *n, uint32_t input, uint32_t flits)
{
    return ((const fly_t *)n)->in[input].node_flits + flits <= n->cfg.node_flits;
}

static void push(icnt_t *n, uint64_t now, uint32_t input, const icnt_packet_t *p)
{
    fly_t *f = (fly_t *)n;
    input_t *in = &f->in[input];
    in->ring[in->tail++ & f->in_last] = *p;
    in->node_flits += p->flits;
    f->moving += p->flits;
    f->node |= icnt_bit(input);
    icnt_wake_at(n, now + 1);
}

static void return_credits(fly_t *f, uint64_t now)
{
    for (uint64_t left = icnt_take(&f->out_credit[now % WIRE_MAX]); left; left &= left - 1)
        f->out[icnt_lowest(left)].credits++;
    for (uint32_t k = 0; k < f->base.cfg.speedup; k++)
        for (uint64_t left = icnt_take(&f->in_credit[now % WIRE_MAX][k]); left; left &= left - 1)
            f->in[icnt_lowest(left)].credits++;
}

/* A packet per FIFO moves there. */
static void fill_fifos(fly_t *f, uint64_t now)
{
    for (uint64_t left = f->arrived; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        output_t *out = &f->out[o];
        if (out->fifo == f->base.cfg.queue) continue;
        icnt_packet_t *p = &out->ring[(out->head + out->fifo++) & f->out_last];
        p->since_cycle = now - 1 + f->base.cfg.reply_cycles; /* from now on the cycle in which it can be popped */
        out->boundary -= p->flits;
        f->in_fifo |= icnt_bit(o);
        if (!--out->arrived) f->arrived &= ~icnt_bit(o);
    }
}

/* A flit moves from the output buffer to the boundary buffer. */
static void eject(fly_t *f, uint64_t now, uint32_t o)
{
    output_t *out = &f->out[o];
    const icnt_packet_t *p = &out->ring[(out->head + out->fifo + out->arrived) & f->out_last];
    if (!--out->buffered) f->out_buffer &= ~icnt_bit(o);
    out->boundary++;
    f->moving--;
    f->out_credit[(now + f->wire_cycles) % WIRE_MAX] |= icnt_bit(o);
    f->still_cycle = now + f->wire_cycles;
    if (++out->arriving_flits < p->flits) return;
    out->arriving_flits = 0;
    out->arrived++;
    f->base.packet_cycles += now + f->base.cfg.reply_cycles - p->since_cycle;
    if (f->base.cfg.reply_cycles) f->arrived |= icnt_bit(o);
    else mask_add(&f->base.ready, o);
}

static void receive(fly_t *f, uint64_t now)
{
    const uint64_t come = icnt_take(&f->out_wire[now & f->wire_last]);
    f->out_buffer |= come;
    for (uint64_t left = f->out_buffer; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        f->out[o].buffered += come >> o & 1;
        if (f->out[o].boundary < f->base.cfg.boundary_flits) eject(f, now, o);
    }
}

/* Each node puts a flit on its wire. */
static void inject(fly_t *f, uint64_t now)
{
    uint64_t sent = 0;
    for (uint64_t left = f->node; left; left &= left - 1) {
        input_t *in = &f->in[icnt_lowest(left)];
        if (!in->credits) continue;
        in->credits--;
        sent |= left & -left;
        if (!--in->node_flits) f->node &= ~(left & -left);
    }
    f->in_wire[(now + f->wire_cycles) % WIRE_MAX] = sent;
}

/* The head packet of the input, with a flit in the buffer, requests its output. */
static void ask(fly_t *f, uint32_t i)
{
    const input_t *in = &f->in[i];
    const uint32_t o = in->ring[in->head & f->in_last].output;
    f->out[o].asked |= icnt_bit(i);
    f->asked |= icnt_bit(o);
}

static void fill_buffers(fly_t *f, uint64_t now)
{
    const uint64_t come = icnt_take(&f->in_wire[now % WIRE_MAX]);
    for (uint64_t left = come; left; left &= left - 1)
        if (!f->in[icnt_lowest(left)].buffered++ && !(f->granted & left & -left)) ask(f, icnt_lowest(left));
    f->in_buffer |= come;
}

static void grant(fly_t *f, uint32_t i, uint32_t o)
{
    input_t *in = &f->in[i];
    output_t *out = &f->out[o];
    out->ring[out->tail++ & f->out_last] = in->ring[in->head & f->in_last];
    in->flits_left = in->ring[in->head & f->in_last].flits;
    out->turn = i + 1 == f->base.inputs ? 0 : i + 1;
    out->asked &= ~icnt_bit(i);
    if (!out->asked) f->asked &= ~icnt_bit(o);
    f->granted |= icnt_bit(i);
    f->taken |= icnt_bit(o);
}

/* A flit passes the switch in the k-th step, and in the next one can be put on the wire, behind those that wait for it.
 * The tail frees input and output. */
static void pass(fly_t *f, uint64_t now, uint32_t k, uint32_t i, output_t *out)
{
    input_t *in = &f->in[i];
    const uint64_t next_step = now + (k + 1 == f->base.cfg.speedup), port = icnt_bit((uint32_t)(out - f->out));
    const uint64_t leaves = out->wire_cycle > next_step ? out->wire_cycle : next_step;
    out->wire_cycle = leaves + 1;
    out->credits--;
    f->out_wire[(leaves + f->wire_cycles) & f->wire_last] |= port;
    f->in_credit[(now + f->wire_cycles) % WIRE_MAX][k] |= icnt_bit(i);
    f->base.flits++;
    if (!--in->buffered) f->in_buffer &= ~icnt_bit(i);
    if (--in->flits_left) return;
    f->taken &= ~port;
    f->granted &= ~icnt_bit(i);
    in->head++;
    if (in->buffered) ask(f, i);
}

static void step_router(fly_t *f, uint64_t now, uint32_t k)
{
    const uint64_t won = f->granted & f->in_buffer; /* in earlier steps */
    for (uint64_t left = f->asked & ~f->taken; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        grant(f, icnt_choose(f->out[o].asked, f->out[o].turn), o);
    }
    for (uint64_t left = won; left; left &= left - 1) {
        const uint32_t i = icnt_lowest(left);
        output_t *out = &f->out[f->in[i].ring[f->in[i].head & f->in_last].output];
        if (out->credits) pass(f, now, k, i, out);
    }
}

/* Packets at the end of the FIFO can be popped. */
static void offer(fly_t *f, uint64_t now)
{
    for (uint64_t left = f->in_fifo & ~f->base.ready.word[0]; left; left &= left - 1) {
        const output_t *out = &f->out[icnt_lowest(left)];
        const uint64_t due = out->ring[out->head & f->out_last].since_cycle;
        if (due <= now) f->base.ready.word[0] |= left & -left;
        else icnt_wake_at(&f->base, due);
    }
}

static void tick(icnt_t *n, uint64_t now)
{
    fly_t *f = (fly_t *)n;
    return_credits(f, now);
    fill_fifos(f, now);
    receive(f, now);
    inject(f, now);
    fill_buffers(f, now);
    for (uint32_t k = 0; k < n->cfg.speedup; k++) step_router(f, now, k);
    n->next_cycle = f->moving || f->arrived || now < f->still_cycle ? now + 1 : UINT64_MAX;
    offer(f, now);
}

static uint32_t head(const icnt_t *n, uint32_t o)
{
    const fly_t *f = (const fly_t *)n;
    return f->out[o].ring[f->out[o].head & f->out_last].item;
}

static uint32_t pop(icnt_t *n, uint64_t now, uint32_t o)
{
    fly_t *f = (fly_t *)n;
    output_t *out = &f->out[o];
    const icnt_packet_t *p = &out->ring[out->head++ & f->out_last];
    mask_drop(&n->ready, o);
    if (!n->cfg.reply_cycles) {
        out->boundary -= p->flits;
        if (--out->arrived) mask_add(&n->ready, o);
    } else if (--out->fifo) {
        offer(f, now);
    } else {
        f->in_fifo &= ~icnt_bit(o);
    }
    return p->item;
}

/* A packet that has not won the output has the wire behind the switch before it. */
static uint64_t none_before(const icnt_t *n, uint64_t now, uint32_t output)
{
    const fly_t *f = (const fly_t *)n;
    return f->out[output].head != f->out[output].tail ? now + 1 : now + f->wire_cycles + n->cfg.reply_cycles;
}

const icnt_ops_t icnt_fly = {create, destroy, room, push, head, pop, tick, none_before};
