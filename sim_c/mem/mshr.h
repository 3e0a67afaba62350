/* mshr.h - miss status holding registers: one per line with fetches under way, with the accesses
 * that wait for them. L1 and L2 share it; what an access is, is a number of theirs. */
#ifndef CTADEL_MEM_MSHR_H
#define CTADEL_MEM_MSHR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mshr mshr_t;

typedef struct {
    uint32_t id;  /* the access, as given to mshr_join */
    uint8_t need; /* units it waits for */
} mshr_waiter_t;

mshr_t *mshr_create(uint32_t entries, uint32_t merges); /* NULL only when out of memory */
void mshr_destroy(mshr_t *m);                           /* NULL is fine */

bool mshr_available(const mshr_t *m);        /* an entry is free */
uint16_t mshr_open(mshr_t *m, int32_t way);  /* takes one for the line in that tag way */
bool mshr_room(const mshr_t *m, uint16_t e); /* one more access may join */
void mshr_join(mshr_t *m, uint16_t e, uint32_t id, uint8_t need);
void mshr_fetch(mshr_t *m, uint16_t e, uint8_t units); /* one request went below */
uint8_t mshr_pending(const mshr_t *m, uint16_t e);     /* units requested and not here */
int32_t mshr_way(const mshr_t *m, uint16_t e);
/* One fetch came back. Moves the accesses that have all they need to `ready` (room for `merges`),
 * oldest first, and returns their count. */
uint32_t mshr_fill(mshr_t *m, uint16_t e, uint8_t units, mshr_waiter_t *ready);
/* Closes the entry if no fetch of it is under way; true: closed, the way may be evicted. */
bool mshr_close(mshr_t *m, uint16_t e);
uint32_t mshr_used(const mshr_t *m);

#endif
