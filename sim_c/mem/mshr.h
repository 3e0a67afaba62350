/* mshr.h - miss status holding registers: one per line with outstanding fetches, with the accesses that wait for them.
 * L1 and L2 share it; an access is a number of theirs.
 *
 * Limits, with MSHR_OF_LINE: `entries` lines, `merges` accesses each; with MSHR_OF_SECTOR: `entries` sectors, `merges`
 * accesses each. An MSHR counts until its data have arrived (MSHR_FREE_FILLED), or until the cache has answered the
 * last access that waited for it (MSHR_FREE_SERVED). For the latter, caches number the answers that they queue from 1
 * on. */
#ifndef CTADEL_MEM_MSHR_H
#define CTADEL_MEM_MSHR_H

#include "base/ring.h"
#include "mem/tags.h"

#include <assert.h>

typedef struct {
    uint32_t id;  /* the access, as given to mshr_join */
    uint8_t need; /* bit per unit of 32 bytes that it waits for */
} mshr_waiter_t;

typedef struct {
    int32_t way;
    uint16_t waiters;
    uint16_t fetches; /* requests not answered */
    uint8_t pending;  /* units that are outstanding */
} mshr_entry_t;

typedef struct {
    uint64_t line, last; /* last: answer that it waits for */
    uint8_t units;       /* with MSHR_OF_SECTOR: those that it fetched */
} mshr_served_t;

/* For mshr.c and the inline calls below. */
typedef struct {
    mshr_of_t of;
    mshr_free_t when;
    uint32_t counted;      /* MSHRs that count towards the limit */
    mshr_served_t *served; /* ring of `entries` places: MSHRs with their data that wait for answers */
    uint32_t served_head, served_used;
    mshr_entry_t *entry;
    mshr_waiter_t *waiter; /* entry e's are [e * waiters ...], oldest first */
    uint16_t *free;        /* stack */
    uint32_t entries, merges, waiters, free_count;
} mshr_t;

mshr_t *mshr_create(uint32_t entries, uint32_t merges, mshr_of_t of, mshr_free_t free); /* NULL: out of memory */
void mshr_destroy(mshr_t *m);                                                           /* NULL is fine */
/* A fetch of these units was answered. Moves the accesses whose units have all arrived to `ready` (room for
 * mshr_waiters of them), oldest first; returns how many. */
uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready);
/* After mshr_fill of these units, whose accesses got answers up to number `last`. True: none of the line's fetches is
 * outstanding, and its way may be evicted. */
bool mshr_close(mshr_t *m, uint16_t e, uint64_t line, uint8_t units, uint64_t last);
/* MSHR_FREE_SERVED: the line's data have arrived, with MSHR_OF_SECTOR those of all units in `need`, and accesses that
 * waited for them have not been answered. */
bool mshr_answering(const mshr_t *m, uint64_t line, uint8_t need);
uint32_t mshr_waiting_for(const mshr_t *m, uint16_t e, uint8_t need); /* accesses that wait for some of these units */

/* Accesses that wait for one entry at most. */
static inline uint32_t mshr_waiters(const mshr_t *m) { return m->waiters; }

static inline uint8_t mshr_pending(const mshr_t *m, uint16_t e) { return m->entry[e].pending; }
static inline int32_t mshr_way(const mshr_t *m, uint16_t e) { return m->entry[e].way; }

/* An access to the line with entry e (MSHR_NONE: it has none) that waits for `need` may be taken. lacking: units that
 * it must fetch; 0: all are outstanding. */
static inline bool mshr_room(const mshr_t *m, uint16_t e, uint8_t need, uint8_t lacking)
{
    if (e == MSHR_NONE || (m->of == MSHR_OF_SECTOR && lacking)) return m->counted < m->entries;
    return (m->of == MSHR_OF_SECTOR ? mshr_waiting_for(m, e, need) : m->entry[e].waiters) < m->merges;
}

static inline uint16_t mshr_open(mshr_t *m, int32_t way) /* for the line in that tag way; needs mshr_room */
{
    assert(m->free_count);
    const uint16_t e = m->free[--m->free_count];
    m->entry[e] = (mshr_entry_t){.way = way};
    m->counted += m->of == MSHR_OF_LINE;
    return e;
}

static inline void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need)
{
    assert(m->entry[e].waiters < m->waiters);
    m->waiter[e * m->waiters + m->entry[e].waiters++] = (mshr_waiter_t){id, need};
}

static inline void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units) /* a request for these units was sent */
{
    m->entry[e].pending |= units;
    m->entry[e].fetches++;
    m->counted += m->of == MSHR_OF_SECTOR;
}

static inline void mshr_served(mshr_t *m, uint64_t answer) /* the cache has given this answer, and all before it */
{
    while (m->served_used && m->served[m->served_head].last <= answer) {
        ring_drop(&m->served_head, m->entries);
        m->served_used--;
        m->counted--;
    }
}

#endif
