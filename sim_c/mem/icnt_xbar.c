/* icnt_xbar.c - GPGPU-Sim's crossbar of its own, xbar_router with iSLIP and grant_cycles 1: packets move as a whole,
 * whatever their size; flits are counted, no more.
 *
 * An input and an output are FIFOs of `queue` packets. In a tick each output with room, in ascending order, takes the
 * packet at the head of an input, round robin among the inputs whose head is for it; the next turn begins behind the
 * winner. An input whose packet has left shows its next one to the outputs after that one in the same tick, so it can
 * send several packets in a tick, to ascending outputs. With cfg.match single, as in the simulator of [MG], it
 * sends one, and the next turn begins behind the input after the winner. A packet can be popped after the tick that
 * moved it. Replies take reply_cycles more: they pass a FIFO of `reply_queue` packets at the SM's port, one per cycle,
 * as simt_core_cluster::icnt_cycle moves them.
 *
 * The FIFO of replies and the output before it are one queue here, with the places of both: one packet comes per tick,
 * and one may leave the FIFO, so a packet is ready reply_cycles after it came or behind those before it. GPGPU-Sim
 * differs in one case: when both are full, a pop there makes room in the same tick, here in the next.
 *
 * The turns of xbar_router go over SMs and slices, of which only the one kind or the other sends; so turns over the
 * senders alone are the same. */
#include "mem/icnt_outputs.h"

#include "base/ring.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    icnt_packet_t *ring; /* cfg.queue places */
    uint32_t head, used;
} input_t;

typedef struct {
    mask_t asked;  /* inputs whose packet at the head wants this output */
    uint32_t turn; /* input that it considers first */
} output_t;

typedef struct {
    icnt_t base;
    input_t *in;
    output_t *out;
    icnt_outputs_t outputs;
} xbar_t;

static void destroy(icnt_t *n)
{
    xbar_t *x = (xbar_t *)n;
    for (uint32_t i = 0; x->in && i < n->inputs; i++) free(x->in[i].ring);
    icnt_outputs_destroy(&x->outputs);
    free(x->in);
    free(x->out);
    free(x);
}

static icnt_t *create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs)
{
    assert(cfg->latency_cycles == 1 && cfg->reply_cycles <= cfg->reply_queue);
    xbar_t *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->base.inputs = inputs;
    x->in = calloc(inputs, sizeof *x->in);
    x->out = calloc(outputs, sizeof *x->out);
    const uint32_t depth = cfg->queue + (cfg->reply_cycles ? cfg->reply_queue : 0);
    bool ok = x->in && x->out && icnt_outputs_create(&x->outputs, outputs, depth);
    for (uint32_t i = 0; ok && i < inputs; i++)
        ok = (x->in[i].ring = calloc(cfg->queue, sizeof *x->in[i].ring)) != NULL;
    /* next_node is 0 at start, and requests come from nodes 0 and up */
    for (uint32_t o = 0; o < outputs && ok && cfg->match == ICNT_SINGLE && !cfg->reply_cycles; o++)
        x->out[o].turn = inputs > 1;
    if (ok) return &x->base;
    destroy(&x->base);
    return NULL;
}

static bool room(const icnt_t *n, uint32_t input, uint32_t flits)
{
    (void)flits;
    return ((const xbar_t *)n)->in[input].used < n->cfg.queue;
}

/* The packet at the head of the input requests its output, which is returned. */
static uint32_t ask(xbar_t *x, uint32_t i)
{
    const input_t *in = &x->in[i];
    const uint32_t o = in->ring[in->head].output;
    mask_add(&x->out[o].asked, i);
    mask_add(&x->outputs.asked, o);
    return o;
}

static void push(icnt_t *n, uint64_t now, uint32_t input, const icnt_packet_t *p)
{
    xbar_t *x = (xbar_t *)n;
    input_t *in = &x->in[input];
    in->ring[ring_at(in->head, in->used, n->cfg.queue)] = *p;
    if (in->used++) return;
    ask(x, input);
    icnt_wake_at(n, now + 1);
}

static uint32_t behind(const icnt_t *n, uint32_t i)
{
    const uint32_t next = i + 1 + (n->cfg.match == ICNT_SINGLE);
    return next < n->inputs ? next : 0;
}

/* The output takes a packet; returns the input that it came from. */
static uint32_t take(xbar_t *x, uint64_t now, uint32_t o)
{
    icnt_t *n = &x->base;
    output_t *out = &x->out[o];
    const uint32_t i = mask_choose(out->asked, out->turn);
    input_t *in = &x->in[i];
    icnt_outputs_push(n, &x->outputs, o, &in->ring[in->head], now + n->cfg.reply_cycles);
    ring_drop(&in->head, n->cfg.queue);
    in->used--;
    out->turn = behind(n, i);
    mask_drop(&out->asked, i);
    if (mask_any(out->asked)) icnt_wake_at(n, now + 1);
    else mask_drop(&x->outputs.asked, o);
    return i;
}

/* The next packets of these inputs, which have sent one in this tick. */
static void offer_next(xbar_t *x, uint64_t now, mask_t inputs)
{
    for (mask_walk_t walk = mask_walk(inputs); mask_next(&walk);) {
        ask(x, walk.at);
        icnt_wake_at(&x->base, now + 1);
    }
}

static void tick(icnt_t *n, uint64_t now)
{
    xbar_t *x = (xbar_t *)n;
    mask_t again = mask_none(); /* inputs that offer their next packet in the next tick */
    n->next_cycle = UINT64_MAX;
    for (mask_walk_t walk = mask_walk_words(x->outputs.asked, n->words); mask_next(&walk);) {
        const uint32_t o = walk.at;
        if (!delayq_room(x->outputs.queue[o])) continue; /* a pop wakes the network */
        const uint32_t i = take(x, now, o);
        if (!x->in[i].used) continue;
        if (n->cfg.match == ICNT_SINGLE) {
            mask_add(&again, i);
            continue;
        }
        const uint32_t next = ask(x, i);
        if (next > o) mask_walk_add(&walk, next);
        else icnt_wake_at(n, now + 1);
    }
    if (n->cfg.match == ICNT_SINGLE) offer_next(x, now, again);
    icnt_outputs_tick(n, &x->outputs, now);
}

static uint32_t head(const icnt_t *n, uint32_t o) { return delayq_head(((const xbar_t *)n)->outputs.queue[o]); }

static uint32_t pop(icnt_t *n, uint64_t now, uint32_t o)
{
    return icnt_outputs_pop(n, &((xbar_t *)n)->outputs, now, o);
}

static uint64_t none_before(const icnt_t *n, uint64_t now, uint32_t o)
{
    return icnt_outputs_none_before(&((const xbar_t *)n)->outputs, now, o, n->cfg.reply_cycles);
}

const icnt_ops_t icnt_xbar = {create, destroy, room, push, head, pop, tick, none_before};
