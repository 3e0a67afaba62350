/* ldst_cache.h - the way of an access from the LD/ST unit's address phase into the L1D, the constant or the texture
 * cache. With cfg.l1d_wait_cycles an L1D access waits that long, in order, before its look-up. */
#ifndef CTADEL_SM_LDST_CACHE_H
#define CTADEL_SM_LDST_CACHE_H

#include "mem/l1.h"
#include "sm/sm_counters.h"

typedef struct ldst_cache ldst_cache_t;

/* Borrows the caches and the counters that it counts in: tries that the L1D refused, and why, and tries that found no
 * place before the look-up. NULL only when out of memory. */
ldst_cache_t *ldst_cache_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, sm_counters_t *counters);
void ldst_cache_destroy(ldst_cache_t *c); /* NULL is fine */

/* space: space_t of the access. False: nothing changed. */
bool ldst_cache_push(ldst_cache_t *c, uint64_t now, const l1_req_t *req, uint32_t space);
void ldst_cache_step(ldst_cache_t *c, uint64_t now);   /* once per cycle, before what is pushed in it */
uint64_t ldst_cache_next_cycle(const ldst_cache_t *c); /* of a look-up that waits; UINT64_MAX: none */
uint32_t ldst_cache_waiting(const ldst_cache_t *c);    /* accesses before their look-up */

#endif
