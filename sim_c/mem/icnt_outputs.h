/* icnt_outputs.h - outputs that are queues of packets, each with the cycle from which it can be popped: crossbar and
 * xbar have such. Only icnt*.c include it. */
#ifndef CTADEL_MEM_ICNT_OUTPUTS_H
#define CTADEL_MEM_ICNT_OUTPUTS_H

#include "mem/delayq.h"
#include "mem/icnt_internal.h"

typedef struct {
    mask_t asked;  /* outputs that an input requests */
    mask_t coming; /* outputs with packets, none of them due yet */
    delayq_t *queue[ICNT_PORTS_MAX];
} icnt_outputs_t;

static inline bool icnt_outputs_create(icnt_outputs_t *outputs, uint32_t count, uint32_t depth)
{
    bool ok = true;
    for (uint32_t o = 0; o < count; o++) ok &= (outputs->queue[o] = delayq_create(depth)) != NULL;
    return ok; /* false: out of memory; icnt_outputs_destroy frees what there is */
}

static inline void icnt_outputs_destroy(icnt_outputs_t *outputs)
{
    for (uint32_t o = 0; o < ICNT_PORTS_MAX; o++) delayq_destroy(outputs->queue[o]);
}

static inline void icnt_outputs_push(icnt_t *n, icnt_outputs_t *outputs, uint32_t o, const icnt_packet_t *p,
                                     uint64_t due_cycle)
{
    delayq_push(outputs->queue[o], p->item, due_cycle);
    if (!mask_has(n->ready, o)) mask_add(&outputs->coming, o);
    n->flits += p->flits;
    n->packet_cycles += due_cycle - p->since_cycle;
}

/* Packets that are due can be popped. */
static inline void icnt_outputs_tick(icnt_t *n, icnt_outputs_t *outputs, uint64_t now)
{
    for (mask_walk_t walk = mask_walk_words(outputs->coming, n->words); mask_next(&walk);) {
        const uint32_t o = walk.at;
        const uint64_t due = delayq_next(outputs->queue[o]);
        if (due > now) {
            icnt_wake_at(n, due);
            continue;
        }
        mask_drop(&outputs->coming, o);
        mask_add(&n->ready, o);
    }
}

/* An input that waits for the place can send in the next tick. */
static inline uint32_t icnt_outputs_pop(icnt_t *n, icnt_outputs_t *outputs, uint64_t now, uint32_t o)
{
    delayq_t *q = outputs->queue[o];
    const uint32_t item = delayq_pop(q);
    if (!delayq_due(q, now)) {
        mask_drop(&n->ready, o);
        if (delayq_used(q)) {
            mask_add(&outputs->coming, o);
            icnt_wake_at(n, delayq_next(q));
        }
    }
    if (mask_has(outputs->asked, o)) icnt_wake_at(n, now + 1);
    return item;
}

/* A packet at an input leaves in the next tick at the earliest, and is then on its way for so many cycles. */
static inline uint64_t icnt_outputs_none_before(const icnt_outputs_t *outputs, uint64_t now, uint32_t o,
                                                uint64_t way_cycles)
{
    const delayq_t *q = outputs->queue[o];
    return delayq_used(q) ? delayq_next(q) : now + 1 + way_cycles;
}

#endif
