/* mshr.h - miss status holding registers: one per line with outstanding fetches, with the accesses that wait for them.
 * L1 and L2 share it; an access is a number of theirs.
 *
 * Limits, with MSHR_OF_LINE: `entries` lines, `merges` accesses each; with MSHR_OF_SECTOR: `entries` sectors, `merges`
 * accesses each. An MSHR counts until its data have arrived (MSHR_FREE_FILLED), or until the cache has answered the
 * last access that waited for it (MSHR_FREE_SERVED). For the latter, caches number the answers that they queue from 1
 * on. */
#ifndef CTADEL_MEM_MSHR_H
#define CTADEL_MEM_MSHR_H

#include "mem/tags.h"

typedef struct mshr mshr_t;

typedef struct {
    uint32_t id;  /* the access, as given to mshr_join */
    uint8_t need; /* bit per unit of 32 bytes that it waits for */
} mshr_waiter_t;

mshr_t *mshr_create(uint32_t entries, uint32_t merges, mshr_of_t of, mshr_free_t free); /* NULL: out of memory */
void mshr_destroy(mshr_t *m);                                                           /* NULL is fine */
uint32_t mshr_waiters(const mshr_t *m); /* accesses that wait for one entry at most */

/* An access to the line with entry e (MSHR_NONE: it has none) that waits for `need` may be taken. lacking: units that
 * it must fetch; 0: all are outstanding. */
bool mshr_room(const mshr_t *m, uint16_t e, uint8_t need, uint8_t lacking);
uint16_t mshr_open(mshr_t *m, int32_t way); /* allocates one for the line in that tag way; needs mshr_room */
void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need);
void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units); /* a request for these units was sent */
uint8_t mshr_pending(const mshr_t *m, uint16_t e);     /* units that are outstanding */
int32_t mshr_way(const mshr_t *m, uint16_t e);
/* A fetch of these units was answered. Moves the accesses whose units have all arrived to `ready` (room for `merges` of
 * them), oldest first; returns how many. */
uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready);
/* After mshr_fill, whose accesses got answers up to number `last`. True: none of the line's fetches is outstanding, and
 * its way may be evicted. */
bool mshr_close(mshr_t *m, uint16_t e, uint64_t line, uint64_t last);
/* MSHR_FREE_SERVED: the line's data have arrived, and accesses that waited for it have not been answered. */
bool mshr_answering(const mshr_t *m, uint64_t line);
void mshr_served(mshr_t *m, uint64_t answer); /* the cache has given this answer, and all before it */

#endif
