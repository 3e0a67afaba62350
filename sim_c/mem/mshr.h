/* mshr.h - miss status holding registers: one per line with outstanding fetches, with the accesses that wait for them.
 * L1 and L2 share it; an access is a number of theirs. */
#ifndef CTADEL_MEM_MSHR_H
#define CTADEL_MEM_MSHR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mshr mshr_t;

typedef struct {
    uint32_t id;  /* the access, as given to mshr_join */
    uint8_t need; /* bit per unit of 32 bytes that it waits for */
} mshr_waiter_t;

mshr_t *mshr_create(uint32_t entries, uint32_t merges); /* NULL only when out of memory */
void mshr_destroy(mshr_t *m);                           /* NULL is fine */

bool mshr_available(const mshr_t *m);        /* an entry is free */
uint16_t mshr_open(mshr_t *m, int32_t way);  /* allocates one for the line in that tag way; needs mshr_available */
bool mshr_room(const mshr_t *m, uint16_t e); /* one more access may join */
void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need);
void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units); /* a request for these units was sent */
uint8_t mshr_pending(const mshr_t *m, uint16_t e);     /* units that are outstanding */
int32_t mshr_way(const mshr_t *m, uint16_t e);
/* A fetch of these units was answered. Moves the accesses whose units have all arrived to `ready` (room for `merges` of
 * them), oldest first; returns how many. */
uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready);
/* Frees the entry if none of its fetches is outstanding; true: freed, its way may be evicted. */
bool mshr_close(mshr_t *m, uint16_t e);
uint32_t mshr_used(const mshr_t *m); /* entries in use */

#endif
