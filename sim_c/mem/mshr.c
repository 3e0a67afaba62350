/* mshr.c - an entry is found through the tag way that it reserves, so no associative search is needed: a line with an
 * outstanding fetch always has a way. */
#include "mem/mshr.h"

#include <assert.h>
#include <stdlib.h>

mshr_t *mshr_create(uint32_t entries, uint32_t merges, mshr_of_t of, mshr_free_t when)
{
    assert(entries >= 1 && entries < UINT16_MAX && merges >= 1);
    mshr_t *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->entry = calloc(entries, sizeof *m->entry);
    m->of = of;
    m->when = when;
    m->waiters = of == MSHR_OF_SECTOR ? merges * LINE_UNITS_MAX : merges;
    m->waiter = malloc((size_t)entries * m->waiters * sizeof *m->waiter); /* written before it is read */
    m->served = calloc(entries, sizeof *m->served);
    m->free = calloc(entries, sizeof *m->free);
    if (!m->entry || !m->waiter || !m->free || !m->served) {
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
    free(m->served);
    free(m->free);
    free(m);
}

uint32_t mshr_waiting_for(const mshr_t *m, uint16_t e, uint8_t need)
{
    const mshr_waiter_t *w = &m->waiter[e * m->waiters];
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->entry[e].waiters; i++) count += (w[i].need & need) != 0;
    return count;
}

uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready)
{
    mshr_entry_t *x = &m->entry[e];
    mshr_waiter_t *w = &m->waiter[e * m->waiters];
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

static mshr_served_t *served_at(const mshr_t *m, uint32_t i)
{
    return &m->served[ring_at(m->served_head, i, m->entries)];
}

/* An MSHR no longer counts once answer `last` has been given. */
static void release(mshr_t *m, uint64_t line, uint8_t units, uint64_t last)
{
    if (m->when == MSHR_FREE_FILLED) {
        m->counted--;
        return;
    }
    assert(m->served_used < m->entries);
    *served_at(m, m->served_used++) = (mshr_served_t){.line = line, .last = last, .units = units};
}

bool mshr_answering(const mshr_t *m, uint64_t line, uint8_t need)
{
    for (uint32_t i = 0; i < m->served_used; i++) {
        const mshr_served_t *s = served_at(m, i);
        if (s->line == line && (m->of == MSHR_OF_LINE || !(need & (uint8_t)~s->units))) return true;
    }
    return false;
}

bool mshr_close(mshr_t *m, uint16_t e, uint64_t line, uint8_t units, uint64_t last)
{
    if (m->of == MSHR_OF_SECTOR) release(m, line, units, last);
    if (m->entry[e].fetches) return false;
    if (m->of == MSHR_OF_LINE) release(m, line, units, last);
    assert(!m->entry[e].waiters);
    m->free[m->free_count++] = e;
    return true;
}
