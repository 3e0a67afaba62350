/* mshr.c - an entry is found through the tag way that it reserves, so no associative search is needed: a line with an
 * outstanding fetch always has a way. */
#include "mem/mshr.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    int32_t way;
    uint16_t waiters;
    uint16_t fetches; /* requests not answered */
    uint8_t pending;
} entry_t;

struct mshr {
    entry_t *entry;
    mshr_waiter_t *waiter; /* entry e's are [e * merges ...], oldest first */
    uint16_t *free;        /* stack */
    uint32_t entries, merges, free_count;
};

mshr_t *mshr_create(uint32_t entries, uint32_t merges)
{
    assert(entries >= 1 && entries < UINT16_MAX && merges >= 1);
    mshr_t *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->entry = calloc(entries, sizeof *m->entry);
    m->waiter = calloc((size_t)entries * merges, sizeof *m->waiter);
    m->free = calloc(entries, sizeof *m->free);
    if (!m->entry || !m->waiter || !m->free) {
        mshr_destroy(m);
        return NULL;
    }
    m->entries = entries;
    m->merges = merges;
    m->free_count = entries;
    for (uint32_t i = 0; i < entries; i++) m->free[i] = (uint16_t)(entries - 1 - i);
    return m;
}

void mshr_destroy(mshr_t *m)
{
    if (!m) return;
    free(m->entry);
    free(m->waiter);
    free(m->free);
    free(m);
}

bool mshr_available(const mshr_t *m) { return m->free_count != 0; }

uint32_t mshr_used(const mshr_t *m) { return m->entries - m->free_count; }

uint8_t mshr_pending(const mshr_t *m, uint16_t e) { return m->entry[e].pending; }

int32_t mshr_way(const mshr_t *m, uint16_t e) { return m->entry[e].way; }

bool mshr_room(const mshr_t *m, uint16_t e) { return m->entry[e].waiters < m->merges; }

uint16_t mshr_open(mshr_t *m, int32_t way)
{
    assert(m->free_count);
    const uint16_t e = m->free[--m->free_count];
    m->entry[e] = (entry_t){.way = way};
    return e;
}

void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need)
{
    assert(mshr_room(m, e));
    m->waiter[e * m->merges + m->entry[e].waiters++] = (mshr_waiter_t){id, need};
}

void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units)
{
    m->entry[e].pending |= units;
    m->entry[e].fetches++;
}

uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready)
{
    entry_t *x = &m->entry[e];
    mshr_waiter_t *w = &m->waiter[e * m->merges];
    uint32_t kept = 0, count = 0;
    assert(x->fetches);
    x->fetches--;
    x->pending &= (uint8_t)~units;
    /* Sectors arrive in any order: accesses that wait for another fetch stay, in order. */
    for (uint32_t i = 0; i < x->waiters; i++) {
        if (w[i].need & x->pending) w[kept++] = w[i];
        else ready[count++] = w[i];
    }
    x->waiters = (uint16_t)kept;
    return count;
}

bool mshr_close(mshr_t *m, uint16_t e)
{
    if (m->entry[e].fetches) return false;
    assert(!m->entry[e].waiters);
    m->free[m->free_count++] = e;
    return true;
}
