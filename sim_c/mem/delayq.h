/* delayq.h - bounded queue of items, each due at a cycle given when it enters.
 *
 * First in, first out: no item is due before the one ahead of it. The caller keeps the clock, so a waiting queue costs
 * nothing. Items are small numbers: indices of what is queued. */
#ifndef CTADEL_MEM_DELAYQ_H
#define CTADEL_MEM_DELAYQ_H

#include <stdbool.h>
#include <stdint.h>

typedef struct delayq delayq_t;

#define DELAYQ_NEVER UINT64_MAX

delayq_t *delayq_create(uint32_t depth); /* NULL only when out of memory */
void delayq_destroy(delayq_t *q);        /* NULL is fine */

bool delayq_room(const delayq_t *q);
void delayq_push(delayq_t *q, uint32_t item, uint64_t due_cycle); /* needs room */

/* Cycle in which the head is due; DELAYQ_NEVER: empty. It is the first field of the struct, so polling needs no call.
 */
static inline uint64_t delayq_next(const delayq_t *q) { return *(const uint64_t *)q; }

/* True: the head may be popped. */
static inline bool delayq_due(const delayq_t *q, uint64_t now_cycle) { return delayq_next(q) <= now_cycle; }

uint32_t delayq_head(const delayq_t *q); /* needs a head */
uint32_t delayq_pop(delayq_t *q);        /* needs a head */
uint32_t delayq_used(const delayq_t *q);

#endif
