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
 * A tick visits only ports with flits; while there are any, every cycle ticks: a wire is a shift register. */
#include "mem/delayq.h"
#include "mem/icnt_credit.h"
#include "mem/icnt_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { ROUTER_CYCLES = 2 }; /* from the input buffer to the end of the output queue; the rest of the latency is wires */

typedef struct {
    icnt_packet_t *ring; /* in the node and in the input buffer; the first may have left in part */
    uint32_t head, used;
    uint32_t node_flits;
    uint64_t wire; /* bit k: a flit left the node k cycles ago */
    uint32_t on_wire;
    icnt_buffer_t buffer;
    bool granted; /* the packet at the head has won its output */
    uint64_t granted_step;
    uint32_t flits_left; /* of that packet */
} input_t;

typedef struct {
    icnt_packet_t *ring; /* that have won the output and are not popped */
    uint32_t head, used, arrived;
    uint32_t arriving_flits;                      /* in the boundary buffer, of the first packet that has not arrived */
    bool taken;                                   /* by an input */
    uint32_t turn;                                /* input after the last winner */
    uint32_t switched, queued, ejected, boundary; /* flits that pass the switch, wait for the wire, in the buffers */
    uint64_t wire;
    icnt_buffer_t buffer;
    delayq_t *fifo; /* NULL: none */
} output_t;

typedef struct {
    icnt_t base;
    uint32_t wire_cycles;
    uint32_t in_packets, out_packets; /* sizes of the rings */
    uint64_t in_busy, out_busy;       /* ports with flits between node and boundary buffer */
    uint64_t in_fifo;                 /* outputs with packets in the FIFO */
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
    f->in_busy |= icnt_bit(input);
    icnt_wake_at(n, now + 1);
}

/* A flit moves from the output buffer to the boundary buffer. */
static void eject(fly_t *f, uint64_t now, uint32_t o)
{
    output_t *out = &f->out[o];
    const icnt_packet_t *p = &out->ring[icnt_nth(out->head, out->arrived, f->out_packets)];
    out->ejected--;
    out->boundary++;
    icnt_buffer_free(&out->buffer, f->base.cfg.output_flits, now);
    if (++out->arriving_flits < p->flits) return;
    out->arriving_flits = 0;
    out->arrived++;
    f->base.packet_cycles += now + f->base.cfg.reply_cycles - p->since_cycle;
    if (!out->fifo) f->base.ready |= icnt_bit(o);
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

static void fill_fifo(fly_t *f, uint64_t now, uint32_t o)
{
    output_t *out = &f->out[o];
    if (!out->arrived || !delayq_room(out->fifo)) return;
    delayq_push(out->fifo, leave_boundary(f, out).item, now - 1 + f->base.cfg.reply_cycles);
    f->in_fifo |= icnt_bit(o);
}

static void receive(fly_t *f, uint64_t now, uint32_t o)
{
    output_t *out = &f->out[o];
    if (out->fifo) fill_fifo(f, now, o);
    out->ejected += out->wire >> (f->wire_cycles - 1) & 1;
    if (out->ejected && out->boundary < f->base.cfg.boundary_flits) eject(f, now, o);
}

static void inject(fly_t *f, uint64_t now, uint32_t i)
{
    input_t *in = &f->in[i];
    in->wire <<= 1;
    in->on_wire -= (uint32_t)(in->wire >> f->wire_cycles & 1);
    if (!in->node_flits || !icnt_credit(&in->buffer, f->base.cfg.input_flits, f->wire_cycles, now)) return;
    in->node_flits--;
    icnt_buffer_take(&in->buffer, f->base.cfg.input_flits);
    in->on_wire++;
    in->wire |= 1;
}

/* The input buffer holds a flit; those on the wire have a place and are not there yet. */
static bool has_flit(const input_t *in) { return in->buffer.taken - in->buffer.freed > in->on_wire; }

static void grant(fly_t *f, uint64_t step, uint32_t i, uint32_t o)
{
    input_t *in = &f->in[i];
    output_t *out = &f->out[o];
    in->granted = true;
    in->granted_step = step;
    in->flits_left = in->ring[in->head].flits;
    assert(out->used < f->out_packets);
    out->ring[icnt_nth(out->head, out->used++, f->out_packets)] = in->ring[in->head];
    out->taken = true;
    out->turn = icnt_after(i, f->base.inputs);
    f->out_busy |= icnt_bit(o);
}

static void allocate(fly_t *f, uint64_t step)
{
    uint64_t wanted = 0, want[ICNT_PORTS_MAX];
    for (uint64_t left = f->in_busy; left; left &= left - 1) {
        const uint32_t i = icnt_lowest(left);
        const input_t *in = &f->in[i];
        if (in->granted || !has_flit(in)) continue;
        const uint32_t o = in->ring[in->head].output;
        if (f->out[o].taken) continue;
        want[o] = (wanted >> o & 1 ? want[o] : 0) | icnt_bit(i);
        wanted |= icnt_bit(o);
    }
    for (; wanted; wanted &= wanted - 1) {
        const uint32_t o = icnt_lowest(wanted);
        grant(f, step, icnt_choose(want[o], f->out[o].turn), o);
    }
}

/* A flit passes the switch; the tail frees input and output. */
static void pass(fly_t *f, uint64_t now, uint32_t i, output_t *out)
{
    input_t *in = &f->in[i];
    icnt_buffer_free(&in->buffer, f->base.cfg.input_flits, now);
    icnt_buffer_take(&out->buffer, f->base.cfg.output_flits);
    out->switched++;
    f->base.flits++;
    if (--in->flits_left) return;
    out->taken = false;
    in->granted = false;
    in->head = icnt_after(in->head, f->in_packets);
    if (!--in->used) f->in_busy &= ~icnt_bit(i);
}

static void step_router(fly_t *f, uint64_t now, uint64_t step)
{
    for (uint64_t left = f->out_busy; left; left &= left - 1) {
        output_t *out = &f->out[icnt_lowest(left)];
        out->queued += out->switched;
        out->switched = 0;
    }
    allocate(f, step);
    for (uint64_t left = f->in_busy; left; left &= left - 1) {
        const uint32_t i = icnt_lowest(left);
        input_t *in = &f->in[i];
        if (!in->granted || in->granted_step == step || !has_flit(in)) continue;
        output_t *out = &f->out[in->ring[in->head].output];
        if (icnt_credit(&out->buffer, f->base.cfg.output_flits, f->wire_cycles, now)) pass(f, now, i, out);
    }
}

/* Puts a flit on the wire; an output without flits on the way sleeps. */
static void transmit(fly_t *f, uint32_t o)
{
    output_t *out = &f->out[o];
    out->wire <<= 1;
    if (out->queued) {
        out->queued--;
        out->wire |= 1;
    }
    const bool idle = !out->taken && !out->switched && !out->queued && !out->ejected && (!out->fifo || !out->arrived);
    if (idle && !(out->wire & (icnt_bit(f->wire_cycles) - 1))) f->out_busy &= ~icnt_bit(o);
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
    for (uint64_t left = f->out_busy; left; left &= left - 1) receive(f, now, icnt_lowest(left));
    for (uint64_t left = f->in_busy; left; left &= left - 1) inject(f, now, icnt_lowest(left));
    for (uint64_t k = 0; k < n->cfg.speedup; k++) step_router(f, now, now * n->cfg.speedup + k);
    for (uint64_t left = f->out_busy; left; left &= left - 1) transmit(f, icnt_lowest(left));
    n->next_cycle = f->in_busy | f->out_busy ? now + 1 : UINT64_MAX;
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
