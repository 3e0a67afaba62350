/* delayq.h - bounded queue of items, each due at a cycle given when it enters.
 *
 * First in, first out: no item is due before the one ahead of it. The caller keeps the clock, so a waiting queue costs
 * nothing. Items are small numbers: indices of what is queued. A ring, of which only the head is compared with the
 * clock; every request crosses several, so the calls are inline. */
#ifndef CTADEL_MEM_DELAYQ_H
#define CTADEL_MEM_DELAYQ_H

#include "base/ring.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define DELAYQ_NEVER UINT64_MAX

typedef struct {
    uint64_t next_cycle; /* due cycle of the head; DELAYQ_NEVER: empty */
    uint64_t last_cycle; /* due cycle of the newest item */
    uint32_t depth, head, used;
    struct {
        uint64_t due_cycle;
        uint32_t item;
    } slot[];
} delayq_t;

delayq_t *delayq_create(uint32_t depth); /* NULL only when out of memory */
void delayq_destroy(delayq_t *q);        /* NULL is fine */

static inline bool delayq_room(const delayq_t *q) { return q->used < q->depth; }

static inline uint32_t delayq_used(const delayq_t *q) { return q->used; }

/* Cycle in which the head is due; DELAYQ_NEVER: empty. */
static inline uint64_t delayq_next(const delayq_t *q) { return q->next_cycle; }

/* True: the head may be popped. */
static inline bool delayq_due(const delayq_t *q, uint64_t now_cycle) { return q->next_cycle <= now_cycle; }

static inline void delayq_push(delayq_t *q, uint32_t item, uint64_t due_cycle) /* needs room */
{
    assert(q->used < q->depth);
    /* First in, first out: no item is due before the one ahead of it. */
    if (due_cycle < q->last_cycle) due_cycle = q->last_cycle;
    q->last_cycle = due_cycle;
    const uint32_t at = ring_at(q->head, q->used, q->depth);
    q->slot[at].due_cycle = due_cycle;
    q->slot[at].item = item;
    if (!q->used++) q->next_cycle = due_cycle;
}

static inline uint32_t delayq_head(const delayq_t *q) /* needs a head */
{
    assert(q->used);
    return q->slot[q->head].item;
}

static inline uint32_t delayq_pop(delayq_t *q) /* needs a head */
{
    const uint32_t item = delayq_head(q);
    ring_drop(&q->head, q->depth);
    q->next_cycle = --q->used ? q->slot[q->head].due_cycle : DELAYQ_NEVER;
    return item;
}

#endif
