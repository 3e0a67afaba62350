/* packet.c - the pool of records is a stack: the record freed last, still in the host's cache, is used next. */
#include "mem/packet.h"

#include <stdlib.h>

static bool resize(packets_t *p, uint32_t count)
{
    packet_t *at = realloc(p->at, count * sizeof *at);
    if (at) p->at = at;
    uint32_t *free_ids = realloc(p->free, count * sizeof *free_ids);
    if (free_ids) p->free = free_ids;
    if (!at || !free_ids) return false;
    for (uint32_t i = count; i > p->count; i--) p->free[p->free_count++] = i - 1;
    p->count = count;
    return true;
}

bool packets_init(packets_t *p, uint32_t count)
{
    *p = (packets_t){0};
    return resize(p, count);
}

bool packets_grow(packets_t *p) { return p->count <= UINT32_MAX / 4 && resize(p, 2 * p->count); }

void packets_drop(packets_t *p)
{
    free(p->at);
    free(p->free);
    *p = (packets_t){0};
}
