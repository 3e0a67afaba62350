/* energy.h - what a finished run has cost: events times energies, time times static power.
 *
 * Computed once from the table of statistics, with the figures of the machine file (energy.*), per
 * kind of event and per place; both sums must agree (energy.law_places). Static power counts for the
 * cycles an SM is on (core_gating: [DYNCTA §5.2]), that of register file and shared memory for the part
 * that CTAs have allocated (storage_gating: ideal gating, [LCS §5.1]).
 *
 * Error: the figures are published ones for a technology, scaled, or estimates; nothing is calibrated
 * against silicon. Good for comparing policies on one machine, not for watts of a product.
 *
 * Not modelled: toggled bits, voltage and frequency scaling, temperature, the cost of gating and of
 * waking up, the dispatcher and the arbiters themselves (synthesis has theirs), the host. */
#ifndef CTADEL_ENERGY_ENERGY_H
#define CTADEL_ENERGY_ENERGY_H

#include "config/machine.h"
#include "stats/stats.h"

typedef enum { /* kinds, in the order of the groups below */
               ENERGY_LANES,
               ENERGY_ISSUE,
               ENERGY_RF,
               ENERGY_SMEM,
               ENERGY_L1,
               ENERGY_SM_STATIC,
               ENERGY_RF_STATIC,
               ENERGY_SMEM_STATIC,
               ENERGY_L2,
               ENERGY_ICNT,
               ENERGY_UNCORE_STATIC,
               ENERGY_DRAM_ACCESS,
               ENERGY_DRAM_STATIC,
               ENERGY_KINDS
} energy_kind_t;

typedef enum { ENERGY_CORE_DYNAMIC, ENERGY_CORE_STATIC, ENERGY_UNCORE, ENERGY_DRAM, ENERGY_GROUPS } energy_group_t;

typedef struct { /* pJ, each kind rounded at its place */
    uint64_t kind_pj[ENERGY_KINDS], group_pj[ENERGY_GROUPS];
    uint64_t sm_pj[64]; /* of each SM */
    uint64_t total_pj;  /* over the kinds */
    uint64_t places_pj; /* over SMs, memory system and DRAM: the same */
} energy_t;

/* After the run; `stats` holds every SM's and the memory system's counters. False, and all 0: the
 * machine has no energies. */
bool energy_of(energy_t *e, const machine_t *m, const stats_t *stats);

/* Registers what energy_of found as energy.*_pj and sm<i>.energy_pj; *e lives as long as `stats`. */
void energy_register(const energy_t *e, const machine_t *m, stats_t *stats);

#endif
