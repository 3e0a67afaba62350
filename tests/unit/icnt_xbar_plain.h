/* icnt_xbar_plain.h - what a crossbar of whole packets must do, as lists that are searched, and with a FIFO of its own
 * for the replies behind each output. */
#ifndef CTADEL_TESTS_UNIT_ICNT_XBAR_PLAIN_H
#define CTADEL_TESTS_UNIT_ICNT_XBAR_PLAIN_H

#include "icnt_rig.h"

enum { QUEUE_MAX = 8 };

typedef struct {
    uint32_t item, output;
    uint64_t due_cycle; /* from it on a packet can be popped */
} plain_packet_t;

typedef struct {
    plain_packet_t at[QUEUE_MAX];
    uint32_t count;
} plain_list_t;

typedef struct {
    icnt_cfg_t cfg;
    uint32_t inputs, outputs, turn[ICNT_PORTS_MAX]; /* single: a node */
    plain_list_t in[ICNT_PORTS_MAX], out[ICNT_PORTS_MAX], replies[ICNT_PORTS_MAX];
} plain_t;

static inline void plain_append(plain_list_t *l, plain_packet_t p)
{
    assert_true(l->count < QUEUE_MAX);
    l->at[l->count++] = p;
}

static inline plain_packet_t plain_take(plain_list_t *l)
{
    const plain_packet_t p = l->at[0];
    memmove(l->at, l->at + 1, --l->count * sizeof *l->at);
    return p;
}

static inline void plain_take_replies(plain_t *p, uint64_t now)
{
    for (uint32_t o = 0; o < p->outputs; o++) {
        if (p->replies[o].count == p->cfg.reply_queue || !p->out[o].count) continue;
        plain_packet_t reply = plain_take(&p->out[o]);
        reply.due_cycle = now - 1 + p->cfg.reply_cycles;
        plain_append(&p->replies[o], reply);
    }
}

static inline void plain_move(plain_t *p, uint64_t now, uint32_t i, uint32_t o)
{
    plain_packet_t packet = plain_take(&p->in[i]);
    packet.due_cycle = now;
    plain_append(&p->out[o], packet);
}

/* Nodes are the inputs of requests, then those of replies, and one more. An output takes the first node above next_node
 * that has a packet for it and has sent none, else the lowest; next_node is then the one behind that. */
static inline void plain_tick_single(plain_t *p, uint64_t now)
{
    const uint32_t first = p->cfg.reply_cycles ? p->outputs : 0, nodes = p->inputs + p->outputs + 1;
    uint32_t to[ICNT_PORTS_MAX];
    for (uint32_t i = 0; i < p->inputs; i++) to[i] = p->in[i].count ? p->in[i].at[0].output : UINT32_MAX;
    for (uint32_t o = 0; o < p->outputs; o++)
        for (uint32_t k = 1; k <= nodes && p->out[o].count < p->cfg.queue; k++) {
            const uint32_t node = (p->turn[o] + k) % nodes, i = node - first;
            if (i >= p->inputs || to[i] != o) continue;
            to[i] = UINT32_MAX;
            plain_move(p, now, i, o);
            p->turn[o] = (node + 1) % nodes;
            break;
        }
}

static inline void plain_tick_chained(plain_t *p, uint64_t now)
{
    for (uint32_t o = 0; o < p->outputs; o++)
        for (uint32_t k = 0; k < p->inputs && p->out[o].count < p->cfg.queue; k++) {
            const uint32_t i = (p->turn[o] + k) % p->inputs;
            if (!p->in[i].count || p->in[i].at[0].output != o) continue;
            plain_move(p, now, i, o);
            p->turn[o] = (i + 1) % p->inputs;
            break;
        }
}

static inline void plain_tick(plain_t *p, uint64_t now)
{
    if (p->cfg.reply_cycles) plain_take_replies(p, now);
    if (p->cfg.match == ICNT_SINGLE) plain_tick_single(p, now);
    else plain_tick_chained(p, now);
}

/* The list from which packets are popped. */
static inline plain_list_t *plain_end(plain_t *p, uint32_t o)
{
    return p->cfg.reply_cycles ? &p->replies[o] : &p->out[o];
}

#endif
