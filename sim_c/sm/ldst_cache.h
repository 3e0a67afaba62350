/* ldst_cache.h - path of an access from the address phase of the LD/ST unit to the L1D, the constant or the texture
 * cache. An L1D access waits cfg.l1d_wait_cycles before its look-up, in the order of its bank. */
#ifndef CTADEL_SM_LDST_CACHE_H
#define CTADEL_SM_LDST_CACHE_H

#include "mem/l1.h"
#include "sm/sm_counters.h"

typedef struct ldst_cache ldst_cache_t;

enum { LDST_BANKS_MAX = 4 };
uint32_t ldst_cache_bank(const sm_cfg_t *cfg, uint64_t addr); /* bank of the L1D, below cfg.l1d_banks */

/* Borrows all. Counts tries that the L1D refused, by reason, and tries that found the queue before the look-up full.
 * NULL only when out of memory. */
ldst_cache_t *ldst_cache_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, sm_counters_t *counters);
void ldst_cache_destroy(ldst_cache_t *c); /* NULL is fine */

/* space: space_t of the access. False: refused, nothing changed; the next call, or
 * ldst_cache_stalls, must be for the same access. */
bool ldst_cache_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req, uint32_t space);
/* In place of ldst_cache_push with an access that was refused: true: it is refused again, because nothing has changed
 * in its cache; false: call ldst_cache_push. */
bool ldst_cache_stalls(ldst_cache_t *c);
/* After a cycle in which the access was refused: true: it is refused in each cycle until a cache changes or
 * ldst_cache_next_cycle comes. */
bool ldst_cache_refuses(const ldst_cache_t *c);
/* Instead of ldst_cache_step and, if offered, ldst_cache_push in so many cycles in which no cache changes: counts what
 * they would have counted. */
void ldst_cache_slept(ldst_cache_t *c, uint64_t cycles, bool offered);
void ldst_cache_settle(ldst_cache_t *c);             /* brings the counters of stalls up to date */
void ldst_cache_step(ldst_cache_t *c, uint64_t now); /* once per core cycle, before ldst_cache_push */
/* Of the next look-up; UINT64_MAX: none waits, or it is refused until a cache changes. */
uint64_t ldst_cache_next_cycle(const ldst_cache_t *c);
uint32_t ldst_cache_waiting(const ldst_cache_t *c); /* accesses before their look-up */

#endif
