/* delayq.c - a ring. Due cycles never decrease, so only the head is compared with the clock. */
#include "mem/delayq.h"

#include <assert.h>
#include <stdlib.h>

struct delayq {
    uint64_t next_cycle; /* due cycle of the head; must be the first field: delayq_next */
    uint64_t last_cycle; /* due cycle of the newest item */
    uint32_t depth, head, used;
    struct {
        uint64_t due_cycle;
        uint32_t item;
    } slot[];
};

delayq_t *delayq_create(uint32_t depth)
{
    assert(depth >= 1);
    delayq_t *q = calloc(1, sizeof *q + depth * sizeof q->slot[0]);
    if (!q) return NULL;
    q->depth = depth;
    q->next_cycle = DELAYQ_NEVER;
    return q;
}

void delayq_destroy(delayq_t *q) { free(q); }

bool delayq_room(const delayq_t *q) { return q->used < q->depth; }

uint32_t delayq_used(const delayq_t *q) { return q->used; }

void delayq_push(delayq_t *q, uint32_t item, uint64_t due_cycle)
{
    assert(q->used < q->depth);
    /* First in, first out: no item is due before the one ahead of it. */
    if (due_cycle < q->last_cycle) due_cycle = q->last_cycle;
    q->last_cycle = due_cycle;
    uint32_t at = q->head + q->used;
    if (at >= q->depth) at -= q->depth;
    q->slot[at].due_cycle = due_cycle;
    q->slot[at].item = item;
    if (!q->used++) q->next_cycle = due_cycle;
}

uint32_t delayq_head(const delayq_t *q)
{
    assert(q->used);
    return q->slot[q->head].item;
}

uint32_t delayq_pop(delayq_t *q)
{
    const uint32_t item = delayq_head(q);
    if (++q->head == q->depth) q->head = 0;
    q->next_cycle = --q->used ? q->slot[q->head].due_cycle : DELAYQ_NEVER;
    return item;
}
