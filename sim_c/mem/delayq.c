/* delayq.c - creation of a ring. Its places are written before they are read, so only the rest is cleared. */
#include "mem/delayq.h"

#include <stdlib.h>

delayq_t *delayq_create(uint32_t depth)
{
    assert(depth >= 1);
    delayq_t *q = malloc(sizeof *q + depth * sizeof q->slot[0]);
    if (!q) return NULL;
    *q = (delayq_t){.next_cycle = DELAYQ_NEVER, .depth = depth};
    return q;
}

void delayq_destroy(delayq_t *q) { free(q); }
