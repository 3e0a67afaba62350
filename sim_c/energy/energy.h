/* energy.h - energy of a run: events times energies, time times static power.
 *
 * Computed from the table of statistics, with the values of the machine file (energy.*), by kind of event and by place;
 * both sums must agree (energy.law_places): at the end of a run, and at each end of a kernel (energy/launches.h).
 * Static power counts for the cycles in which an SM is on (core_gating: [DYNCTA §5.2]); that of register file and
 * shared memory for the part that CTAs have allocated (storage_gating: ideal gating, [LCS §5.1]).
 *
 * Error: the values are published ones for a technology, scaled, or estimates; none is calibrated against silicon. They
 * serve to compare policies on one machine, not to predict a product's watts.
 *
 * Not modelled: toggled bits, voltage and frequency scaling, temperature, the cost of gating and of waking up, the
 * dispatcher and the arbiters (make synth has their power), the host. */
#ifndef CTADEL_ENERGY_ENERGY_H
#define CTADEL_ENERGY_ENERGY_H

#include "base/sizes.h"
#include "config/machine.h"
#include "stats/stats.h"

typedef enum { /* kinds of event, in the order of the groups below */
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
    uint64_t sm_pj[SCHED_SMS_MAX]; /* of each SM */
    uint64_t total_pj;             /* sum over the kinds */
    uint64_t static_pj;            /* of it: static power times time */
    uint64_t places_pj;            /* sum over SMs, memory system and DRAM; must equal total_pj */
} energy_t;

/* Up to now; stats has the counters of all SMs and the memory system, settled (gpu_settle). False, and *e all 0: the
 * machine file has no energies. */
bool energy_of(energy_t *e, const machine_t *m, const stats_t *stats);

/* Registers *e as energy.*_pj and sm<i>.energy_pj; *e must live as long as stats. */
void energy_register(const energy_t *e, const machine_t *m, stats_t *stats);

#endif
