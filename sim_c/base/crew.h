/* crew.h - threads of the host that carry out one function together, again and again: for pieces of work of some
 * microseconds. A thread that waits looks for work for a while before it sleeps, so a start and an end take less than a
 * microsecond between pieces that follow each other closely. */
#ifndef CTADEL_BASE_CREW_H
#define CTADEL_BASE_CREW_H

#include <stdint.h>

typedef struct crew crew_t;

enum { CREW_MAX = 64 };

/* A crew of 2 to CREW_MAX threads, the caller's included. NULL: out of memory or threads. */
crew_t *crew_create(uint32_t threads);
void crew_destroy(crew_t *c); /* not during crew_run; NULL is fine */

/* Calls work(self, i) for each i below the number of threads, each on a thread of its own, 0 on the caller's. Returns
 * when all have returned; what they wrote is then visible to the caller, and what the caller wrote before is to them.
 * Calls come from one thread at a time. */
void crew_run(crew_t *c, void (*work)(void *self, uint32_t i), void *self);

#endif
