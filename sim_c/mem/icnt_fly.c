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
 * Ports are bits of masks, and a wire is a ring of masks by cycle, so a tick touches only the ports at which a flit
 * moves or waits for a place. While there are flits, every cycle ticks. */
#include "mem/delayq.h"
#include "mem/icnt_credit.h"
#include "mem/icnt_internal.h"

#include <assert.h>
#include <stdlib.h>

enum {
    ROUTER_CYCLES = 2, /* from the input buffer to the end of the output queue; the rest of the latency is wires */
    WIRE_MAX = 64      /* cycles that a ring of masks holds; a wire is shorter */
};

typedef struct {
    icnt_packet_t *ring; /* in the node and in the input buffer; the first may have left in part */
    uint32_t head, used;
    uint32_t node_flits;
    uint32_t buffered; /* flits in the input buffer; others on the wire have a place in it */
    icnt_buffer_t buffer;
    uint32_t flits_left; /* of the packet at the head, which has won its output */
} input_t;

typedef struct {
    icnt_packet_t *ring; /* that have won the output and are not popped */
    uint32_t head, used, arrived;
    uint32_t arriving_flits;            /* in the boundary buffer, of the first packet that has not arrived */
    uint32_t turn;                      /* input after the last winner */
    uint32_t queued, ejected, boundary; /* flits that wait for the wire, in the buffers */
    uint64_t asked;                     /* bit i: the head packet of input i wants this output and has a flit here */
    icnt_buffer_t buffer;
    delayq_t *fifo; /* NULL: none */
} output_t;

typedef struct {
    icnt_t base;
    uint32_t wire_cycles;
    uint32_t in_packets, out_packets; /* sizes of the rings */
    uint32_t moving;                  /* flits between node and boundary buffer */
    /* bit i: input i has flits in its node; flits in its buffer; won its output */
    uint64_t node, buffered, granted;
    /* bit o: output o is wanted at an input; taken by one; has got a flit in the last step; has flits that wait for the
     * wire; flits in its buffer; whole packets in the boundary buffer, with a FIFO; packets in the FIFO */
    uint64_t asked, taken, switched, queued, ejected, arrived, in_fifo;
    uint64_t in_wire[WIRE_MAX], out_wire[WIRE_MAX]; /* by cycle, modulo: ports that put a flit on their wire */
    input_t in[ICNT_PORTS_MAX];
    output_t out[ICNT_PORTS_MAX];
} fly_t;

static void destroy(icnt_t *n)
{
    fly_t *f = (fly_t *)n;
    for (uint32_t p = 0; p < ICNT_PORTS_MAX; p++) {
        free(f->in[p].ring);
        free(f->in[p].buffer.freed_cycle);
        free(f->out[p].ring);
        free(f->out[p].buffer.freed_cycle);
        delayq_destroy(f->out[p].fifo);
    }
    free(f);
}

static icnt_t *create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs)
{
    assert(cfg->vcs == 1 && cfg->speedup && cfg->node_flits && cfg->input_flits && cfg->output_flits);
    assert(cfg->boundary_flits && cfg->latency_cycles > ROUTER_CYCLES);
    fly_t *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->wire_cycles = (cfg->latency_cycles - ROUTER_CYCLES) / 2;
    assert(f->wire_cycles && f->wire_cycles < WIRE_MAX);
    f->in_packets = cfg->node_flits + cfg->input_flits;
    f->out_packets = cfg->output_flits + cfg->boundary_flits + 1;
    bool ok = true;
    for (input_t *in = f->in; in < f->in + inputs; in++) {
        ok &= (in->ring = calloc(f->in_packets, sizeof *in->ring)) != NULL;
        ok &= (in->buffer.freed_cycle = calloc(cfg->input_flits, sizeof(uint64_t))) != NULL;
    }
    for (output_t *out = f->out; out < f->out + outputs; out++) {
        ok &= (out->ring = calloc(f->out_packets, sizeof *out->ring)) != NULL;
        ok &= (out->buffer.freed_cycle = calloc(cfg->output_flits, sizeof(uint64_t))) != NULL;
        if (cfg->reply_cycles) ok &= (out->fifo = delayq_create(cfg->queue)) != NULL;
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
    in->ring[icnt_nth(in->head, in->used++, f->in_packets)] = *p;
    in->node_flits += p->flits;
    f->moving += p->flits;
    f->node |= icnt_bit(input);
    icnt_wake_at(n, now + 1);
}

/* Ports whose flits reach the end of the wire in this cycle. */
static uint64_t leave_wire(const fly_t *f, uint64_t *wire, uint64_t now)
{
    uint64_t *then = &wire[(now - f->wire_cycles) % WIRE_MAX];
    const uint64_t ports = *then;
    *then = 0;
    return ports;
}

/* A flit moves from the output buffer to the boundary buffer. */
static void eject(fly_t *f, uint64_t now, uint32_t o)
{
    output_t *out = &f->out[o];
    const icnt_packet_t *p = &out->ring[icnt_nth(out->head, out->arrived, f->out_packets)];
    if (!--out->ejected) f->ejected &= ~icnt_bit(o);
    out->boundary++;
    f->moving--;
    icnt_buffer_free(&out->buffer, f->base.cfg.output_flits, now);
    if (++out->arriving_flits < p->flits) return;
    out->arriving_flits = 0;
    out->arrived++;
    f->base.packet_cycles += now + f->base.cfg.reply_cycles - p->since_cycle;
    if (out->fifo) f->arrived |= icnt_bit(o);
    else f->base.ready |= icnt_bit(o);
}

static icnt_packet_t leave_boundary(fly_t *f, output_t *out)
{
    const icnt_packet_t p = out->ring[out->head];
    out->head = icnt_after(out->head, f->out_packets);
    out->used--;
    out->arrived--;
    out->boundary -= p.flits;
    return p;
}

/* A packet per FIFO moves there. */
static void fill_fifos(fly_t *f, uint64_t now)
{
    for (uint64_t left = f->arrived; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        output_t *out = &f->out[o];
        if (!delayq_room(out->fifo)) continue;
        delayq_push(out->fifo, leave_boundary(f, out).item, now - 1 + f->base.cfg.reply_cycles);
        f->in_fifo |= icnt_bit(o);
        if (!out->arrived) f->arrived &= ~icnt_bit(o);
    }
}

static void receive(fly_t *f, uint64_t now)
{
    if (f->arrived) fill_fifos(f, now);
    const uint64_t come = leave_wire(f, f->out_wire, now);
    for (uint64_t left = come; left; left &= left - 1) f->out[icnt_lowest(left)].ejected++;
    f->ejected |= come;
    for (uint64_t left = f->ejected; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        if (f->out[o].boundary < f->base.cfg.boundary_flits) eject(f, now, o);
    }
}

/* The head packet of the input, with a flit in the buffer, wants its output. */
static void ask(fly_t *f, uint32_t i)
{
    const input_t *in = &f->in[i];
    const uint32_t o = in->ring[in->head].output;
    f->out[o].asked |= icnt_bit(i);
    f->asked |= icnt_bit(o);
}

static void fill_buffers(fly_t *f, uint64_t now)
{
    const uint64_t come = leave_wire(f, f->in_wire, now);
    for (uint64_t left = come; left; left &= left - 1) f->in[icnt_lowest(left)].buffered++;
    for (uint64_t left = come & ~f->buffered & ~f->granted; left; left &= left - 1) ask(f, icnt_lowest(left));
    f->buffered |= come;
}

/* Each node puts a flit on its wire. */
static void inject(fly_t *f, uint64_t now)
{
    uint64_t sent = 0;
    for (uint64_t left = f->node; left; left &= left - 1) {
        const uint32_t i = icnt_lowest(left);
        input_t *in = &f->in[i];
        if (!icnt_credit(&in->buffer, f->base.cfg.input_flits, f->wire_cycles, now)) continue;
        icnt_buffer_take(&in->buffer, f->base.cfg.input_flits);
        if (!--in->node_flits) f->node &= ~icnt_bit(i);
        sent |= icnt_bit(i);
    }
    f->in_wire[now % WIRE_MAX] = sent;
}

static void grant(fly_t *f, uint32_t i, uint32_t o)
{
    input_t *in = &f->in[i];
    output_t *out = &f->out[o];
    const icnt_packet_t *p = &in->ring[in->head];
    in->flits_left = p->flits;
    assert(out->used < f->out_packets);
    out->ring[icnt_nth(out->head, out->used++, f->out_packets)] = *p;
    out->turn = icnt_after(i, f->base.inputs);
    out->asked &= ~icnt_bit(i);
    if (!out->asked) f->asked &= ~icnt_bit(o);
    f->granted |= icnt_bit(i);
    f->taken |= icnt_bit(o);
}

static void allocate(fly_t *f)
{
    for (uint64_t left = f->asked & ~f->taken; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        grant(f, icnt_choose(f->out[o].asked, f->out[o].turn), o);
    }
}

/* A flit passes the switch; the tail frees input and output. */
static void pass(fly_t *f, uint64_t now, uint32_t i, uint32_t o)
{
    input_t *in = &f->in[i];
    icnt_buffer_free(&in->buffer, f->base.cfg.input_flits, now);
    icnt_buffer_take(&f->out[o].buffer, f->base.cfg.output_flits);
    f->switched |= icnt_bit(o);
    f->base.flits++;
    if (!--in->buffered) f->buffered &= ~icnt_bit(i);
    if (--in->flits_left) return;
    f->taken &= ~icnt_bit(o);
    f->granted &= ~icnt_bit(i);
    in->head = icnt_after(in->head, f->in_packets);
    in->used--;
    if (in->buffered) ask(f, i);
}

static void step_router(fly_t *f, uint64_t now)
{
    for (uint64_t left = f->switched; left; left &= left - 1) f->out[icnt_lowest(left)].queued++;
    f->queued |= f->switched;
    f->switched = 0;
    const uint64_t won = f->granted & f->buffered; /* in earlier steps */
    allocate(f);
    for (uint64_t left = won; left; left &= left - 1) {
        const uint32_t i = icnt_lowest(left), o = f->in[i].ring[f->in[i].head].output;
        if (icnt_credit(&f->out[o].buffer, f->base.cfg.output_flits, f->wire_cycles, now)) pass(f, now, i, o);
    }
}

/* Each output puts a flit on its wire. */
static void transmit(fly_t *f, uint64_t now)
{
    const uint64_t sent = f->queued;
    for (uint64_t left = sent; left; left &= left - 1)
        if (!--f->out[icnt_lowest(left)].queued) f->queued &= ~(left & -left);
    f->out_wire[now % WIRE_MAX] = sent;
}

/* Packets at the end of the FIFO can be popped. */
static void offer(fly_t *f, uint64_t now)
{
    for (uint64_t left = f->in_fifo & ~f->base.ready; left; left &= left - 1) {
        const uint32_t o = icnt_lowest(left);
        const uint64_t due = delayq_next(f->out[o].fifo);
        if (due <= now) f->base.ready |= icnt_bit(o);
        else icnt_wake_at(&f->base, due);
    }
}

static void tick(icnt_t *n, uint64_t now)
{
    fly_t *f = (fly_t *)n;
    receive(f, now);
    inject(f, now);
    fill_buffers(f, now);
    for (uint32_t k = 0; k < n->cfg.speedup; k++) step_router(f, now);
    transmit(f, now);
    n->next_cycle = f->moving || f->arrived ? now + 1 : UINT64_MAX;
    offer(f, now);
}

static uint32_t head(const icnt_t *n, uint32_t output)
{
    const output_t *out = &((const fly_t *)n)->out[output];
    return out->fifo ? delayq_head(out->fifo) : out->ring[out->head].item;
}

static uint32_t pop(icnt_t *n, uint64_t now, uint32_t o)
{
    fly_t *f = (fly_t *)n;
    output_t *out = &f->out[o];
    if (!out->fifo) {
        const icnt_packet_t p = leave_boundary(f, out);
        if (!out->arrived) n->ready &= ~icnt_bit(o);
        return p.item;
    }
    const uint32_t item = delayq_pop(out->fifo);
    if (!delayq_used(out->fifo)) f->in_fifo &= ~icnt_bit(o);
    if (!delayq_due(out->fifo, now)) n->ready &= ~icnt_bit(o);
    if (delayq_used(out->fifo)) icnt_wake_at(n, delayq_next(out->fifo));
    return item;
}

const icnt_ops_t icnt_fly = {create, destroy, room, push, head, pop, tick};
