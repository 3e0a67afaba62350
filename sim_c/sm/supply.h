/* supply.h - instruction supply of an SM whose sub-cores have stages (SUB_CORES_STAGED): fetch that follows issue, L0
 * instruction caches, and the way to the common L1I.
 *
 * After the issue of a cycle each sub-core fetches one instruction: of the warp that issued last, unless its buffer
 * with what is on its way is full or its line is missing, else of the youngest warp with room. An instruction out of
 * the L0 may issue cfg.l0i.hit_cycles later. The warp of a miss fetches again when its line has arrived:
 * cfg.l0i.wait_cycles to the L1I, its access, and as many cycles back. The L1I takes one request in a cycle. Fetches go
 * on along the code; a jump drops what was fetched behind it.
 *
 * Source: R. Huerta et al. (MICRO 2025), section 5.2. */
#ifndef CTADEL_SM_SUPPLY_H
#define CTADEL_SM_SUPPLY_H

#include "mem/l1.h"
#include "sm/warps.h"

typedef struct supply supply_t;

typedef struct {
    uint64_t fetches;  /* instructions out of the L0s, dropped ones included */
    uint64_t misses;   /* fetches that waited for a line */
    uint64_t requests; /* lines requested of the L1I */
} supply_counters_t;

/* Borrows all. NULL only when out of memory. */
supply_t *supply_create(const sm_cfg_t *cfg, l1_t *l1i, warps_t *warps);
void supply_destroy(supply_t *s); /* NULL is fine */
void supply_empty(supply_t *s);   /* drops all lines of the L0s; no warp may fetch */

void supply_warp_starts(supply_t *s, uint32_t w); /* it is younger than all that started before */
void supply_issued(supply_t *s, uint32_t w);      /* it has issued in this cycle */
/* One core cycle, after issue. Returns whether a warp got an instruction. */
bool supply_step(supply_t *s, uint64_t now);
/* No warp fetches in the next cycle; first cycle in which a line moves; UINT64_MAX: none before the L1I answers. */
bool supply_still(const supply_t *s);
uint64_t supply_next_cycle(const supply_t *s);
bool supply_awaits(const supply_t *s); /* a line is on its way */
const supply_counters_t *supply_counters(const supply_t *s);

#endif
