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

typedef struct {
    uint64_t line, last; /* last: answer that it waits for */
} served_t;

struct mshr {
    mshr_of_t of;
    mshr_free_t when;
    uint32_t counted; /* MSHRs that count towards the limit */
    served_t *served; /* ring of `entries` places: MSHRs with their data that wait for answers */
    uint32_t served_head, served_used;
    entry_t *entry;
    mshr_waiter_t *waiter; /* entry e's are [e * waiters ...], oldest first */
    uint16_t *free;        /* stack */
    uint32_t entries, merges, waiters, free_count;
};

mshr_t *mshr_create(uint32_t entries, uint32_t merges, mshr_of_t of, mshr_free_t when)
{
    assert(entries >= 1 && entries < UINT16_MAX && merges >= 1);
    mshr_t *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->entry = calloc(entries, sizeof *m->entry);
    m->of = of;
    m->when = when;
    m->waiters = of == MSHR_OF_SECTOR ? merges * LINE_UNITS_MAX : merges;
    m->waiter = calloc((size_t)entries * m->waiters, sizeof *m->waiter);
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

uint32_t mshr_waiters(const mshr_t *m) { return m->waiters; }

uint8_t mshr_pending(const mshr_t *m, uint16_t e) { return m->entry[e].pending; }

int32_t mshr_way(const mshr_t *m, uint16_t e) { return m->entry[e].way; }

static uint32_t waiting_for(const mshr_t *m, uint16_t e, uint8_t need)
{
    const mshr_waiter_t *w = &m->waiter[e * m->waiters];
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->entry[e].waiters; i++) count += (w[i].need & need) != 0;
    return count;
}

bool mshr_room(const mshr_t *m, uint16_t e, uint8_t need, uint8_t lacking)
{
    if (e == MSHR_NONE || (m->of == MSHR_OF_SECTOR && lacking)) return m->counted < m->entries;
    return (m->of == MSHR_OF_SECTOR ? waiting_for(m, e, need) : m->entry[e].waiters) < m->merges;
}

uint16_t mshr_open(mshr_t *m, int32_t way)
{
    assert(m->free_count);
    const uint16_t e = m->free[--m->free_count];
    m->entry[e] = (entry_t){.way = way};
    m->counted += m->of == MSHR_OF_LINE;
    return e;
}

void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need)
{
    assert(m->entry[e].waiters < m->waiters);
    m->waiter[e * m->waiters + m->entry[e].waiters++] = (mshr_waiter_t){id, need};
}

void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units)
{
    m->entry[e].pending |= units;
    m->entry[e].fetches++;
    m->counted += m->of == MSHR_OF_SECTOR;
}

uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready)
{
    entry_t *x = &m->entry[e];
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

static served_t *served_at(const mshr_t *m, uint32_t i) { return &m->served[(m->served_head + i) % m->entries]; }

/* An MSHR no longer counts once answer `last` has been given. */
static void release(mshr_t *m, uint64_t line, uint64_t last)
{
    if (m->when == MSHR_FREE_FILLED) {
        m->counted--;
        return;
    }
    assert(m->served_used < m->entries);
    *served_at(m, m->served_used++) = (served_t){.line = line, .last = last};
}

bool mshr_answering(const mshr_t *m, uint64_t line)
{
    for (uint32_t i = 0; i < m->served_used; i++)
        if (served_at(m, i)->line == line) return true;
    return false;
}

void mshr_served(mshr_t *m, uint64_t answer)
{
    while (m->served_used && m->served[m->served_head].last <= answer) {
        m->served_head = (m->served_head + 1) % m->entries;
        m->served_used--;
        m->counted--;
    }
}

bool mshr_close(mshr_t *m, uint16_t e, uint64_t line, uint64_t last)
{
    if (m->of == MSHR_OF_SECTOR) release(m, line, last);
    if (m->entry[e].fetches) return false;
    if (m->of == MSHR_OF_LINE) release(m, line, last);
    assert(!m->entry[e].waiters);
    m->free[m->free_count++] = e;
    return true;
}
