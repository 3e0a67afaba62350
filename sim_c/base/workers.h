/* workers.h - a pool of threads of the host for pieces of work of some microseconds. Waiting threads poll before they
 * sleep, so that the start and the end of a piece take less than a microsecond while pieces follow each other closely.
 */
#ifndef CTADEL_BASE_WORKERS_H
#define CTADEL_BASE_WORKERS_H

#include <stdint.h>

typedef struct workers workers_t;

enum { WORKERS_MAX = 64 };

/* A pool of 2 to WORKERS_MAX threads, the caller's included. NULL: out of memory or threads. */
workers_t *workers_create(uint32_t threads);
void workers_destroy(workers_t *c); /* not during workers_run; NULL is fine */

/* Calls work(self, i) for each i below the number of threads, each on a thread of its own, 0 on the caller's. Returns
 * when all have returned; what they wrote is then visible to the caller, and what the caller wrote before is to them.
 * work is not NULL and does not call workers_run. Calls come from one thread at a time. Signals of the process are
 * handled on the caller's thread. */
void workers_run(workers_t *c, void (*work)(void *self, uint32_t i), void *self);

#endif
