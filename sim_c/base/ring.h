/* ring.h - indices of a queue of fixed depth whose items lie in an array: the oldest at the head, behind the last slot
 * the first. The owner keeps head, depth and the number of items. */
#ifndef CTADEL_BASE_RING_H
#define CTADEL_BASE_RING_H

#include <stdint.h>

/* Slot of item i, counted from the head; i at most depth: with i items inside, where the next one goes. */
static inline uint32_t ring_at(uint32_t head, uint32_t i, uint32_t depth)
{
    uint32_t at = head + i;
    if (at >= depth) at -= depth;
    return at;
}

/* The oldest item leaves. Stores twice at the end of the array, which costs less than selecting what to store. */
static inline void ring_drop(uint32_t *head, uint32_t depth)
{
    if (++*head == depth) *head = 0;
}

#endif
