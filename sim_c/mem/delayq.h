/* delayq.h - bounded queue whose items become due at a cycle named when they enter.
 *
 * First in, first out: an item is never due before the one ahead of it. The caller keeps the clock,
 * so a queue that waits costs nothing. Items are small numbers: indexes of whatever is queued. */
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

/* When the head is due, NEVER: empty. A queue begins with it, so that polling it is no call. */
static inline uint64_t delayq_next(const delayq_t *q) { return *(const uint64_t *)q; }

/* May the head be popped? */
static inline bool delayq_due(const delayq_t *q, uint64_t now_cycle) { return delayq_next(q) <= now_cycle; }

uint32_t delayq_head(const delayq_t *q); /* needs a head */
uint32_t delayq_pop(delayq_t *q);        /* needs a head */
uint32_t delayq_used(const delayq_t *q);

#endif
