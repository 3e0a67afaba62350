/* ring.h - indices of a queue of fixed depth whose items lie in an array: the oldest at `head`, behind the last slot
 * the first. The owner keeps head, depth and the number of items. */
#ifndef CTADEL_BASE_RING_H
#define CTADEL_BASE_RING_H

#include <stdint.h>

/* Slot of item i, counted from the head; i at most depth: with i items inside, where the next one goes. */
static inline uint32_t ring_at(uint32_t head, uint32_t i, uint32_t depth)
{
    const uint32_t at = head + i;
    return at < depth ? at : at - depth;
}

/* The head after one item has left. */
static inline uint32_t ring_next(uint32_t head, uint32_t depth) { return head + 1 < depth ? head + 1 : 0; }

#endif
