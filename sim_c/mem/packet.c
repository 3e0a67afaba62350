/* packet.c - the pool is a stack: the record freed last, still in the host's cache, is used next.
 */
#include "mem/packet.h"

#include <stdlib.h>

bool packets_init(packets_t *p, uint32_t count)
{
    p->at = calloc(count, sizeof *p->at);
    p->free = calloc(count, sizeof *p->free);
    p->free_count = p->count = count;
    if (!p->at || !p->free) return false;
    for (uint32_t i = 0; i < count; i++) p->free[i] = count - 1 - i;
    return true;
}

void packets_drop(packets_t *p)
{
    free(p->at);
    free(p->free);
    *p = (packets_t){0};
}
